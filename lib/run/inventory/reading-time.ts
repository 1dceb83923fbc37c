import { hourMs } from '../../core/model/durations.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { needObject } from '../store/objects.ts';
import type { RunObject } from '../store/run-objects.ts';

/** Two thirds of the workflow's time-out (6 h): the rest is left for deciding and writing. */
const readingMs = 4 * hourMs;

/** Latest moment at which a run still waits for calls that read, in milliseconds since 1970. */
export const readingUntilMs = async (store: Store, runId: string): Promise<number> =>
  Date.parse((await needObject<RunObject>(store, keys.run(runId))).startedAt) + readingMs;
