import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { simulate } from '../simulate.ts';
import { createFaults, evenRates, faultKinds } from './faults.ts';

/** Kinds for a few days: those that end whole runs are rare here, and those of which a pass has one are not. */
const shortLife = {
  ...evenRates(0.03),
  ...Object.fromEntries(
    ['new-id-on-update', 'integration-hidden', 'integration-inactive', 'forbidden-when-new', 'list-stale'].map(
      (kind) => [kind, 0.4],
    ),
  ),
  ...Object.fromEntries(['clock-forward', 'clock-back', 'run-beside'].map((kind) => [kind, 0.2])),
  ...Object.fromEntries(['bus-down', 'bus-answer-lost', 'event-twice', 'store-overtaken'].map((kind) => [kind, 0.1])),
  ...Object.fromEntries(['secret-moved', 'token-replaced', 'status-401', 'task-twice'].map((kind) => [kind, 0.02])),
  ...Object.fromEntries(['crash-before', 'crash-after', 'task-timed-out'].map((kind) => [kind, 0.002])),
};

describe('faults', () => {
  it('of every kind strike in a simulation of a few days', async () => {
    const size = { projects: 2, services: 10 };
    const { faults, violations } = await simulate({ seed: 5, days: 6, size, rates: shortLife });
    expect(faultKinds.filter((kind) => faults[kind] === 0)).toEqual([]);
    expect(violations).toEqual([]);
  });

  it('meet the same opportunity of a day alike, whatever was done before it or by other kinds', () => {
    const struckOn = (day: number, before: number) => {
      let today = 0;
      const faults = createFaults(3, () => today, evenRates(0.1));
      for (let n = 0; n < before; n += 1) faults.strikes('bus-down');
      today = day;
      return Array.from({ length: 50 }, () => faults.strikes('store-conflict'));
    };
    expect(struckOn(4, 9)).toEqual(struckOn(4, 0));
    expect(struckOn(4, 0)).not.toEqual(struckOn(5, 0));
  });

  it('of every kind have a row in the document', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/internals/simulation.md'), 'utf8');
    const [, table = ''] = page.split('| kinds | what happens |');
    const named = [...table.slice(0, table.indexOf('\n## ')).matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    const isNamed = (kind: string) =>
      named.some((name) => (name.endsWith('*') ? kind.startsWith(name.slice(0, -1)) : kind === name));
    expect(faultKinds.filter((kind) => !isNamed(kind))).toEqual([]);
    expect(named.filter((name) => !faultKinds.some((kind) => kind.startsWith(name.replace('*', ''))))).toEqual([]);
  });

  it('never strike where their rate is missing', () => {
    const faults = createFaults(3, () => 0, { 'bus-down': 1 });
    expect([faults.strikes('bus-down'), faults.strikes('store-full')]).toEqual([true, false]);
    expect(faults.total()).toBe(1);
  });
});
