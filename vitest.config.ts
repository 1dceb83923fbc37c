import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Generous: a machine that is busy with other things must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/closing-line-reporter.ts'],
  },
});
