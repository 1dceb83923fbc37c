import { readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Attempt } from './attempts.ts';
import type { Caught } from './catch.ts';
import type { WorkingCopy } from './working-copy.ts';

/** What happened to a planted bug; `by` says what caught it, or why nothing did. */
export interface Verdict {
  readonly isCaught: boolean;
  readonly by: string;
  /** The simulation that caught it; the tree without the bug has to hold there. */
  readonly attempt?: Attempt;
}

const missed = (by: string): Verdict => ({ isCaught: false, by });

const tail = (out: string) => out.trim().split('\n').slice(-3).join(' ').slice(-300);

/** Simulates in the copy until a law does not hold. */
export const simulated = async (
  copy: WorkingCopy,
  given: { readonly seeds: string } | { readonly only: readonly Attempt[] },
): Promise<Verdict> => {
  const flags = 'seeds' in given ? ['--seeds', given.seeds] : ['--only', JSON.stringify(given.only)];
  const { code, out } = await copy.node(['--import', 'tsx', 'test/planted-bugs/catch.ts', ...flags]);
  if (code === null) return missed('the simulator did not end');
  if (code !== 0) return missed(`the simulator did not start: ${tail(out)}`);
  const caught: Caught | null = JSON.parse(out.trim().split('\n').at(-1) ?? '');
  if (caught === null) return missed('every law held');
  const { life, seed, law } = caught;
  return { isCaught: true, by: `${law} (${life}, seed ${seed})`, attempt: { life, seed } };
};

const bothStages = ['--config', 'test/planted-bugs/vitest.config.ts'];

/** The part of vitest's JSON report that is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The first test of each file that fails, or why the file did not load, by file from the root. */
type Failures = ReadonlyMap<string, { readonly isTest: boolean; readonly what: string }>;

const failuresIn = ({ testResults }: Report, folder: string): Failures => {
  const failures = new Map<string, { readonly isTest: boolean; readonly what: string }>();
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(folder, name).split(sep).join('/');
    const failed = assertionResults.find((test) => test.status === 'failed');
    if (failed !== undefined) failures.set(file, { isTest: true, what: `${failed.fullName} (${file})` });
    else if (status === 'failed') failures.set(file, { isTest: false, what: `${file} did not load: ${message}` });
  }
  return failures;
};

/** Runs test files in the copy. @throws Error when the tests do not start, or do not end */
export const failuresOf = async (copy: WorkingCopy, files: readonly string[]): Promise<Failures> => {
  if (files.length === 0) return new Map();
  const path = join(copy.folder, 'test-report.json');
  rmSync(path, { force: true });
  const reporting = ['--reporter=json', `--outputFile=${path}`, '--maxWorkers=1'];
  const { code, out } = await copy.node([
    'node_modules/vitest/vitest.mjs',
    'run',
    ...bothStages,
    ...reporting,
    ...files,
  ]);
  const report = reportAt(path);
  if (code === null || report === undefined) throw new Error(`the tests did not end: ${tail(out)}`);
  if (report.testResults.length < files.length) throw new Error(`not all of these are tests: ${files.join(', ')}`);
  return failuresIn(report, copy.folder);
};

/** Runs test files in the copy: caught when a test fails, and not when a file cannot even be loaded. */
export const tested = async (copy: WorkingCopy, files: readonly string[]): Promise<Verdict> => {
  const failures = [...(await failuresOf(copy, files)).values()];
  const [first] = failures.filter(({ isTest }) => isTest);
  if (first !== undefined) return { isCaught: true, by: first.what };
  return missed(failures[0]?.what ?? 'every test passed');
};

const reportAt = (path: string): Report | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};
