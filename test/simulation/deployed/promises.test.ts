import { describe, expect, it } from 'vitest';
import { before, promisedRows } from '../../../lib/simulation/deployed/promises.ts';
import { type DeployedResult, simulateDeployed } from '../../../lib/simulation/deployed/simulate-deployed.ts';

/**
 * The rows of scale §6 at sizes that a test can afford: with a tenth of the projects and of the calls a pass reads the same
 * part of the organization, so that ages come out the same. `npm run soak -- --mode deployed --table` runs them whole.
 */
const sizes: readonly { readonly divisor: number; readonly days: number }[] = [
  { divisor: 1, days: 0.1 },
  { divisor: 10, days: 0.25 },
  { divisor: 10, days: 0.3 },
  { divisor: 25, days: 0.15 },
  { divisor: 250, days: 0.3 },
];

/** Fewer calls than this are too few for tokens, events, writes and surveys at the same time. */
const leastCalls = 12;

const rows = promisedRows.map((row, place) => ({ ...row, ...(sizes[place] ?? { divisor: 1, days: 0.25 }) }));

const broken = (row: (typeof rows)[number], done: DeployedResult) =>
  // Money is promised for the whole size only.
  row.judge(done).filter(({ what, isKept }) => !isKept && !what.startsWith('variable cost'));

describe('the promises of scale §6, at a part of their size', () => {
  it.each(rows)('$name', async (row) => {
    const { divisor, days, callsPerMinute } = row;
    const size = { projects: row.size.projects / divisor, services: row.size.services / divisor };
    const calls = Math.max(leastCalls, Math.ceil(callsPerMinute / divisor));
    const more = row.more(1, size);
    const done = await simulateDeployed({ seed: 1, days, size, callsPerMinute: calls, ...more });
    expect(done.violations).toEqual([]);
    expect(broken(row, done)).toEqual([]);
  });
});

describe('a promise', () => {
  it('that is not kept is said with what was reached', async () => {
    const [row] = rows;
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
