import { refuseFlag, toolFlags } from '../tool-flags.ts';
import type { Attempt } from './attempts.ts';
import { type PlantedBug, readBugs } from './bug.ts';
import { failuresOf, simulated, tested, type Verdict } from './judge.ts';
import { plantedBugsCommand, plantedBugsOptions } from './options.ts';
import { makeWorkingCopy, type WorkingCopy } from './working-copy.ts';

/** `npm run planted-bugs`: plants one bug after the other in a copy of the working tree, and says what catches it. */

const values = toolFlags(plantedBugsCommand, plantedBugsOptions);
const refuse = (message: string) => refuseFlag(plantedBugsCommand, message);

const isSimulated = ({ caughtBy }: PlantedBug) => caughtBy === 'simulation';

const isWanted = (bug: PlantedBug): boolean => {
  const { only = [], by } = values;
  if (by !== undefined && by !== (isSimulated(bug) ? 'simulation' : 'tests')) return false;
  return only.length === 0 || only.some((name) => bug.name.includes(name));
};

if (values.by !== undefined && values.by !== 'simulation' && values.by !== 'tests') {
  refuse(`--by is ${values.by}: give simulation or tests`);
}
const workers = Number(values.workers);
if (!Number.isInteger(workers) || workers < 1) refuse(`--workers is ${values.workers}: give 1 or more`);
const bugs = readBugs().filter(isWanted);
if (bugs.length === 0) refuse(`no planted bug has a name with ${values.only?.join(' or ')}`);

/** The tree without a bug, in which everything that catches a bug has to hold. */
const sound = makeWorkingCopy();

const testFiles = [...new Set(bugs.flatMap(({ caughtBy }) => (caughtBy === 'simulation' ? [] : caughtBy)))];
const soundTests = failuresOf(sound, testFiles);
soundTests.catch(() => undefined);

const soundAttempts = new Map<string, Promise<Verdict>>();

/** Each attempt that catches a bug runs once in the tree without one, and these run one after the other. */
const soundAt = (attempt: Attempt): Promise<Verdict> => {
  const key = JSON.stringify(attempt);
  const before = [...soundAttempts.values()].at(-1) ?? Promise.resolve();
  const run = soundAttempts.get(key) ?? before.then(() => simulated(sound, { only: [attempt] }));
  soundAttempts.set(key, run);
  return run;
};

const unsound = (what: string): Verdict => ({ isCaught: false, by: `the tree without the bug fails too: ${what}` });

const judgeByTests = async (copy: WorkingCopy, bug: PlantedBug, files: readonly string[]): Promise<Verdict> => {
  const failures = await soundTests;
  const failed = files.flatMap((file) => failures.get(file) ?? [])[0];
  if (failed !== undefined) return unsound(failed.what);
  return copy.withBug(bug, () => tested(copy, files));
};

const judgeBySimulation = async (copy: WorkingCopy, bug: PlantedBug): Promise<Verdict> => {
  const verdict = await copy.withBug(bug, () => simulated(copy, { seeds: values.seeds }));
  if (verdict.attempt === undefined) return verdict;
  const without = await soundAt(verdict.attempt);
  return without.isCaught ? unsound(without.by) : verdict;
};

const judgeIn = (copy: WorkingCopy, bug: PlantedBug): Promise<Verdict> =>
  bug.caughtBy === 'simulation' ? judgeBySimulation(copy, bug) : judgeByTests(copy, bug, bug.caughtBy);

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
