import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, from the test folder: begun last, one of them would leave the other workers without work. In
 * a fresh clone vitest knows no times, and sizes of files say nothing about them.
 */
export const longest: readonly string[] = [
  'simulator/deployed/simulate-deployed.test.ts',
  'simulator/lives/first.test.ts',
  'dashboard/pages.test.ts',
  'package/package.test.ts',
  'simulator/lives/second.test.ts',
  'simulate/lived/lived.test.ts',
  'simulator/lives/third.test.ts',
  'aws/bundles.test.ts',
  'simulator/seeds.test.ts',
  'protocol/explore.test.ts',
  'cli/commands/processes.test.ts',
  'simulator/deployed/promises.test.ts',
  'ci/ci.test.ts',
  'simulator/directed/all.test.ts',
  'workflow/five-thousand-projects.test.ts',
  'simulator/liveness/live.test.ts',
  'simulator/simulate.test.ts',
  'simulator/crash-points/sweep.test.ts',
  'cli/commands/undo/action.test.ts',
];

/** Where a file stands in the order: before all others if it is one of the longest. */
export const placeOf = (file: string): number => {
  const place = longest.indexOf(
    relative(import.meta.dirname, file)
      .split(sep)
      .join('/'),
  );
  return place === -1 ? longest.length : place;
};

/** Vitest's own order, but for the longest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => placeOf(a.moduleId) - placeOf(b.moduleId));
  }
}
