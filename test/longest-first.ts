import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, from the test folder: begun last, one of them would leave the other workers without work. In
 * a fresh clone vitest knows no times, and sizes of files say nothing about them.
 */
export const longest: readonly string[] = [
  'proof/simulator/deployed/simulate-deployed.test.ts',
  'proof/simulator/lives/first.test.ts',
  'proof/dashboard/pages.test.ts',
  'proof/package/package.test.ts',
  'proof/simulator/lives/second.test.ts',
  'proof/simulate/lived/lived.test.ts',
  'proof/simulator/lives/third.test.ts',
  'proof/aws/bundles.test.ts',
  'proof/simulator/seeds.test.ts',
  'proof/protocol/explore.test.ts',
  'proof/cli/commands/processes.test.ts',
  'proof/simulator/deployed/promises.test.ts',
  'proof/ci/ci.test.ts',
  'proof/simulator/directed/all.test.ts',
  'proof/workflow/five-thousand-projects.test.ts',
  'proof/simulator/liveness/live.test.ts',
  'proof/simulator/simulate.test.ts',
  'proof/simulator/crash-points/sweep.test.ts',
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
