import { defineConfig } from 'vitest/config';
import firstStage from '../../vitest.config.ts';

export default defineConfig({
  ...firstStage,
  test: {
    ...firstStage.test,
    include: ['test/proof/**/*.test.ts'],
    exclude: [],
    // A life of 90 days takes tens of seconds of a processor, on a busy machine minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
