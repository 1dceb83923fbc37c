import { before, type Judged, type PromisedRow, promisedRows } from '../simulator/deployed/promises.ts';
import { type DeployedResult, simulateDeployed } from '../simulator/deployed/simulate-deployed.ts';

/** `npm run soak -- --mode deployed --table`: every promise of docs/internals/scale.md beside what a simulated deployment reaches. */

interface TableFlags {
  readonly seed: number;
  readonly days: number;
  /** Rows whose name contains it; empty: all. */
  readonly row: string;
  readonly json: boolean;
}

type Print = (text: string) => void;

const print = (out: Print, columns: readonly (readonly string[])[]) => {
  const widths = columns[0]?.map((_, place) => Math.max(...columns.map((cells) => cells[place]?.length ?? 0))) ?? [];
  for (const cells of columns)
    out(`  ${cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ')}`.trimEnd());
};

const live = (row: PromisedRow, { seed, days }: TableFlags): Promise<DeployedResult> =>
  simulateDeployed({ seed, days, size: row.size, callsPerMinute: row.callsPerMinute, ...row.more(seed, row.size) });

const cellsOf = ({ what, target, reached, isKept }: Judged) => [isKept ? 'kept' : 'BROKEN', what, target, reached];

const perDay = (count: number, days: number) => String(Math.round((count / days) * 10) / 10);

/** The released behaviour and this one, in the columns of the first table of docs/internals/scale.md. */
const beside = (done: DeployedResult): readonly string[][] => {
  const was = before.find(({ projects }) => projects === done.projects);
  if (was === undefined || done.callsPerMinute !== 100) return [];
  const { hourlyPasses, eventRuns, budgetPasses, days } = done;
  const both = ({ ended, failed }: typeof hourlyPasses) => `${perDay(ended, days)} / ${perDay(failed, days)}`;
  return [
    ['', 'a pass takes', 'hourly ended / failed a day', 'daily budget pass', 'events served / failed a day'],
    ['before', `${was.passMinutes} min`, was.hourly, `${was.budget} days`, was.events],
    [
      'now',
      `${done.passMinutes} min`,
      both(hourlyPasses),
      `${budgetPasses.done} of ${budgetPasses.of} days`,
      both(eventRuns),
    ],
  ];
};

/** The sizes of the first table that no promise speaks of. */
const compared = [200, 800].map((projects) => ({
  name: `${projects} projects`,
  size: { projects, services: 10 * projects },
  callsPerMinute: 100,
  more: () => ({}),
  judge: () => [],
}));

/** @returns the exit status: 1 if a promise is not kept */
export const soakTable = async (flags: TableFlags, out: Print): Promise<number> => {
  const rows = [...compared, ...promisedRows].filter(({ name }) => name.includes(flags.row));
  if (rows.length === 0)
    throw new RangeError(`--row ${flags.row} names none of: ${promisedRows.map(({ name }) => name).join('; ')}`);
  let broken = 0;
  for (const row of rows) {
    const done = await live(row, flags);
    const judged = row.judge(done);
    broken += judged.filter(({ isKept }) => !isKept).length;
    const { used, states, calls, largest, monthlyCost, violations } = done;
    if (flags.json) {
      out(JSON.stringify({ ...flags, row: row.name, judged, used, states, calls, largest, monthlyCost, violations }));
      continue;
    }
    out(`${row.name}, ${row.callsPerMinute} calls a minute, ${flags.days} days, seed ${flags.seed}`);
    print(out, judged.map(cellsOf));
    print(out, beside(done));
    out(
      `  ${calls} calls, ${states} states, ${Math.round(used.puts)} puts, ${Math.round(used.gets)} gets, ${Math.round(used.duration)} GB-s, ${monthlyCost} USD a month`,
    );
    for (const { law, message } of violations.slice(0, 5)) out(`  ${law}: ${message}`);
  }
  return broken === 0 ? 0 : 1;
};
