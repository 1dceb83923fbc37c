import { hourMs } from '../../core/model/durations.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { needObject } from '../store/objects.ts';
import type { RunObject } from '../store/run-objects.ts';

/** Two thirds of the workflow's time-out (6 h): the rest is left for deciding and writing. */
const readingMs = 4 * hourMs;

/** The rest of the workflow's time-out is left for reading back and for the report. */
const writingMs = 5.5 * hourMs;

const startMs = async (store: Store, runId: string): Promise<number> =>
  Date.parse((await needObject<RunObject>(store, keys.run(runId))).startedAt);

/** Latest moment at which a run still waits for calls that read, in milliseconds since 1970. */
export const readingUntilMs = async (store: Store, runId: string): Promise<number> =>
  (await startMs(store, runId)) + readingMs;

/** Latest moment at which a run still waits for writes, in milliseconds since 1970. */
export const writingUntilMs = async (store: Store, runId: string): Promise<number> =>
  (await startMs(store, runId)) + writingMs;
