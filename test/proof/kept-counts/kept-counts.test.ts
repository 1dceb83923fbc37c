import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env as environment } from 'node:process';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleCounts, type Counts, loadedCounts, passCounts } from '../../kept-counts/counts.ts';
import { rises } from '../../kept-counts/rises.ts';
import { pageCounts, planCounts } from '../../kept-counts/work.ts';

const file = join(import.meta.dirname, '..', '..', 'kept-counts', 'counts.json');
const kept: Counts = JSON.parse(readFileSync(file, 'utf8'));
const counted: Counts = {};
const { HEADROOM_KEEP_COUNTS: keeps } = environment;

/** `npm run kept-counts` writes the file anew, which accepts a rise on purpose. */
afterAll(() => {
  if (keeps === '1') writeFileSync(file, `${JSON.stringify(counted, null, 2)}\n`);
});

describe('the counts that are kept', () => {
  it.each([
    ['platform calls and requests to the store', passCounts],
    ['what a plan computes', planCounts],
    ['what the first page computes', pageCounts],
    ['kilobytes in the bundles', bundleCounts],
    ['what commands load before they begin', loadedCounts],
  ])('of %s do not rise', async (_, count) => {
    const now = await count();
    Object.assign(counted, now);
    expect(rises(kept, now)).toEqual([]);
  });

  it.each([
    ['a rise', { calls: 41 }, { calls: 42 }, ['calls: 41 before, 42 now']],
    ['nothing for a fall', { calls: 41 }, { calls: 40 }, []],
    ['a count that is not kept', {}, { calls: 1 }, ['calls: not kept before, 1 now']],
    ['nothing for kilobytes within a hundredth', { 'a: kilobytes': 1000 }, { 'a: kilobytes': 1010 }, []],
    ['nothing for calls within a hundredth', { 'a: calls a service': 100 }, { 'a: calls a service': 101 }, []],
    ['one call of a named function', { 'calls of a': 100 }, { 'calls of a': 101 }, ['calls of a: 100 before, 101 now']],
    ['more kilobytes', { 'a: kilobytes': 1000 }, { 'a: kilobytes': 1011 }, ['a: kilobytes: 1000 before, 1011 now']],
  ])('report %s', (_, before, now, expected) => {
    expect(rises(before, now)).toEqual(expected);
  });
});
