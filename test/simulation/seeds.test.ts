import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evenRates } from '../../lib/simulation/engine/faults.ts';
import type { FailingCase } from '../../lib/simulation/shrink.ts';
import { simulate } from '../../lib/simulation/simulate.ts';

const folder = join(import.meta.dirname, 'seeds');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('what broke a law once', () => {
  it.each(files)('breaks none any more: %s', async (name) => {
    const { options }: FailingCase = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { violations } = await simulate(options);
    expect(violations).toEqual([]);
  });
});

/** Days of organizations of 30 services under faults. Each seed is a test, so that a failure names it. */
describe('every law holds for 20 days of an organization under faults', () => {
  const seeds = Array.from({ length: 4 }, (_, n) => 20_260_302 + n);
  it.each(seeds)('drawn from seed %d', async (seed) => {
    const { violations, checks } = await simulate({
      seed,
      days: 20,
      size: { projects: 4, services: 30 },
      rates: evenRates(0.01),
    });
    expect(violations).toEqual([]);
    expect(checks).toBeGreaterThan(400);
  });
});
