import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const { world, seed, law } = caught;
  return { isCaught: true, by: `${law} (${world}, seed ${seed})`, attempt: { world, seed } };
};

/** The part of vitest's JSON report that is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs test files in the copy: caught when a test fails, and not when a file cannot even be loaded. */
export const tested = async (copy: WorkingCopy, files: readonly string[]): Promise<Verdict> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-report-'));
  const path = join(folder, 'report.json');
  try {
    const reporting = ['--reporter=json', `--outputFile=${path}`, '--maxWorkers=1'];
    const { code, out } = await copy.node(['node_modules/vitest/vitest.mjs', 'run', ...reporting, ...files]);
    if (code === null) return missed('the tests did not end');
    const report = reportAt(path);
    if (report === undefined) return missed(`the tests did not start: ${tail(out)}`);
    const [failed] = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${fullName} (${name.slice(copy.folder.length + 1)})`),
    );
    if (failed !== undefined) return { isCaught: true, by: failed };
    const unloaded = report.testResults.find(({ status }) => status === 'failed');
    if (unloaded !== undefined) return missed(`${unloaded.name} did not load: ${unloaded.message}`);
    return missed(report.testResults.length === 0 ? `no such test: ${files.join(', ')}` : 'every test passed');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const reportAt = (path: string): Report | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};
