import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import firstStage from '../../vitest.config.ts';
import { filesWithLaws } from '../files-with-laws.ts';

export default defineConfig({
  ...firstStage,
  test: {
    ...firstStage.test,
    // Laws that the first stage holds against the first of their examples are held against all of them.
    include: ['test/proof/**/*.test.ts', ...filesWithLaws()],
    provide: { shareOfExamples: 1 },
    exclude: [],
    // One more than the processors: a file that waits for a process leaves its processor to another one.
    maxWorkers: availableParallelism() + 1,
    // A life of 90 days takes tens of seconds of a processor, on a busy machine minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
