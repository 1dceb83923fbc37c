import { describe, expect, it } from 'vitest';
import { before, type Judged, promisedRows } from '../../../lib/simulation/deployed/promises.ts';
import { simulateDeployed } from '../../../lib/simulation/deployed/simulate-deployed.ts';

/**
 * The rows of scale §6 at sizes that a test can afford: with a part of the projects and the same part of the calls a pass
 * reads the same part of the organization, so that ages come out the same. `npm run soak -- --mode deployed --table` runs
 * them whole.
 */
const sizes = [
  { projects: 20, services: 1_000, calls: 100, days: 0.1 },
  { projects: 100, services: 200, calls: 12, days: 0.2 },
  { projects: 500, services: 500, calls: 12, days: 0.15 },
  { projects: 200, services: 200, calls: 40, days: 0.1 },
  { projects: 20, services: 100, calls: 40, days: 0.2 },
] as const;

const rows = promisedRows.flatMap((row, place) => {
  const part = sizes[place];
  return part === undefined ? [] : [{ ...row, part }];
});

/**
 * Promised for the whole size only: money, the end of a first enforcement, and, where a test can afford twelve calls a minute,
 * ages, because looks and questions take a larger part of so few calls (the law of ages is in test/core/inventory/due.test.ts).
 */
const isForWhole = ({ what }: Judged, calls: number): boolean =>
  /^variable cost|^services that one approval/.test(what) || (calls < 20 && what === 'oldest reading');

describe('the promises of scale §6, at a part of their size', () => {
  it.each(rows)('$name', async ({ part: { projects, services, calls, days }, more, judge }) => {
    const size = { projects, services };
    const done = await simulateDeployed({ seed: 1, days, size, callsPerMinute: calls, ...more(1, size) });
    expect(done.violations).toEqual([]);
    expect(judge(done).filter((judged) => !judged.isKept && !isForWhole(judged, calls))).toEqual([]);
    if (done.enforcement !== undefined) expect(done.enforcement).toMatchObject({ approvals: 1 });
    if (done.enforcement !== undefined) expect(done.enforcement.enforced).toBeGreaterThan(0);
  });

  it('has every row', () => {
    expect(rows).toHaveLength(promisedRows.length);
  });
});

describe('a promise', () => {
  it('that is not kept is said with what was reached', async () => {
    const [row] = promisedRows;
    const done = await simulateDeployed({
      seed: 1,
      days: 0.1,
      size: { projects: 2, services: 4 },
      callsPerMinute: 100,
    });
    const judged = row?.judge({ ...done, oldestRecordMinutes: 121, failedRuns: 1 }).filter(({ isKept }) => !isKept);
    expect(judged?.map(({ what, reached }) => `${what}: ${reached}`)).toEqual([
      'oldest reading: 121 min',
      'failed runs: 1 runs',
    ]);
  });

  it('is compared with the figures of the version before, for the sizes that those are known of', () => {
    expect(before.map(({ projects }) => projects)).toEqual([200, 800, 1_000, 5_000]);
  });
});
