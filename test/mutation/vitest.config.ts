import { mergeConfig } from 'vitest/config';
import whole from '../../vitest.config.ts';

/** The tests of one room: test/ mirrors lib/ and functions. */
const room = (process.env.ROOM ?? 'lib/core/budget').replace(/^(lib\/)?/, 'test/');

const merged = mergeConfig(whole, { test: { setupFiles: ['./test/mutation/first-failure.ts'] } });

export default { ...merged, test: { ...merged.test, include: [`${room}/**/*.test.ts`], reporters: ['default'] } };
