import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** `npm test` guards behaviour; `npm run proof` proves it under luck and malice, and takes longer (test/proof). */
export default defineConfig({
  test: {
    // Generous: a machine that is busy with other things must not fail a test.
    testTimeout: 60_000,
    // A hook may build and install the whole package.
    hookTimeout: 240_000,
    // No test replaces a module or leaves anything in one, so files share what is loaded; that halves the time.
    isolate: false,
    // Tests make and drop much: with so many megabytes for what is new, the collector copies a fraction of it.
    execArgv: ['--max-semi-space-size=64'],
    // Each worker loads the modules anew.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    globalSetup: ['./test/seed/draw-once.ts', './test/run-folder.ts', './test/dashboard/note-missing-browser.ts'],
    setupFiles: './test/seed/fast-check.ts',
    // A fault in a plan or a budget breaks its law for many of the examples; the second stage has all (test/files-with-laws.ts).
    provide: { shareOfExamples: 0.25 },
    include: ['test/**/*.test.ts'],
    exclude: ['test/proof/**'],
    reporters: ['default', './test/closing-line-reporter.ts'],
  },
});
