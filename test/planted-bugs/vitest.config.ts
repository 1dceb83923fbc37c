import { defineConfig } from 'vitest/config';
import firstStage from '../../vitest.config.ts';

/** Tests of both stages catch planted bugs. */
export default defineConfig({ ...firstStage, test: { ...firstStage.test, exclude: [] } });
