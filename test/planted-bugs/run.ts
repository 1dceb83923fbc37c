import { parseArgs } from 'node:util';
import { type PlantedBug, readBugs } from './bug.ts';
import { simulated, tested, type Verdict } from './judge.ts';
import { plantedBugsOptions } from './options.ts';
import { makeWorkingCopy, type WorkingCopy } from './working-copy.ts';

/** `npm run planted-bugs`: plants one bug after the other in a copy of the working tree, and says what catches it. */

const { values } = parseArgs({ options: plantedBugsOptions });

const isSimulated = ({ caughtBy }: PlantedBug) => caughtBy === 'simulation';

const isWanted = (bug: PlantedBug): boolean => {
  const { only = [], by } = values;
  if (by !== undefined && by !== (isSimulated(bug) ? 'simulation' : 'tests')) return false;
  return only.length === 0 || only.some((name) => bug.name.includes(name));
};

if (values.by !== undefined && values.by !== 'simulation' && values.by !== 'tests') {
  throw new RangeError(`--by is ${values.by}: give simulation or tests`);
}
const workers = Number(values.workers);
if (!Number.isInteger(workers) || workers < 1) throw new RangeError(`--workers is ${values.workers}: give 1 or more`);
const bugs = readBugs().filter(isWanted);
if (bugs.length === 0) throw new RangeError('no planted bug has such a name');

/** The tree without a bug, in which everything that catches a bug has to hold. */
const sound = makeWorkingCopy();
const baselines = new Map<string, Promise<Verdict>>();

/** Each baseline runs once, and one after the other. */
const baselineOf = (key: string, run: () => Promise<Verdict>): Promise<Verdict> => {
  const known = baselines.get(key);
  if (known !== undefined) return known;
  const before = [...baselines.values()].at(-1);
  const made = (async () => {
    await before?.catch(() => undefined);
    return run();
  })();
  baselines.set(key, made);
  return made;
};

/** The verdict, unless the tree without the bug fails in the same way. */
const unlessUnsound = async (verdict: Verdict, key: string, run: () => Promise<Verdict>): Promise<Verdict> => {
  if (!verdict.isCaught) return verdict;
  const baseline = await baselineOf(key, run);
  return baseline.isCaught ? { isCaught: false, by: `the tree without the bug fails too: ${baseline.by}` } : verdict;
};

const judgeIn = async (copy: WorkingCopy, bug: PlantedBug): Promise<Verdict> => {
  const { caughtBy } = bug;
  if (caughtBy !== 'simulation') {
    const verdict = await copy.withBug(bug, () => tested(copy, caughtBy));
    return unlessUnsound(verdict, caughtBy.join(), () => tested(sound, caughtBy));
  }
  const verdict = await copy.withBug(bug, () => simulated(copy, { seeds: values.seeds }));
  const { attempt } = verdict;
  if (attempt === undefined) return verdict;
  return unlessUnsound(verdict, JSON.stringify(attempt), () => simulated(sound, { only: [attempt] }));
};

interface Result extends Verdict {
  readonly bug: PlantedBug;
}

const results: Result[] = [];
const print = (text: string) => process.stdout.write(`${text}\n`);

const judge = async (copy: WorkingCopy, bug: PlantedBug): Promise<void> => {
  const verdict = await judgeIn(copy, bug).catch((error: unknown): Verdict => ({ isCaught: false, by: String(error) }));
  results.push({ ...verdict, bug });
  if (!values.json) print(`${verdict.isCaught ? 'caught' : 'MISSED'}  ${bug.name}  ${verdict.by}`);
};

// The copies go when the process does.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const waiting = [...bugs];
const work = async () => {
  const copy = makeWorkingCopy();
  try {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) await judge(copy, bug);
  } finally {
    copy.remove();
  }
};

try {
  await Promise.all(Array.from({ length: Math.min(workers, bugs.length) }, work));
} finally {
  sound.remove();
}

const caught = results.filter(({ isCaught }) => isCaught).length;
const missed = results.length - caught;
if (values.json) {
  const listed = results.map(({ bug, isCaught, by }) => ({
    name: bug.name,
    bug: bug.bug,
    mustBeCaughtBy: bug.caughtBy,
    caught: isCaught,
    by,
  }));
  print(JSON.stringify({ caught, missed, bugs: listed.sort((a, b) => (a.name < b.name ? -1 : 1)) }, null, 2));
} else print(`${caught} caught, ${missed} missed`);
process.exitCode = missed === 0 ? 0 : 1;
