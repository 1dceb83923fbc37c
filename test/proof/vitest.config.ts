import { defineConfig } from 'vitest/config';
import firstStage from '../../vitest.config.ts';

export default defineConfig({
  ...firstStage,
  test: { ...firstStage.test, include: ['test/proof/**/*.test.ts'], exclude: [] },
});
