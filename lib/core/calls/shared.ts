import { minuteMs, secondMs } from '../model/durations.ts';
import type { LedgerTerms } from './ledger.ts';
import { roomOf } from './order.ts';

/** How workers with different clocks share the calls: as the deployment does. */

/**
 * Clocks of workers may differ by a second, and a call may take a second longer to the platform than another: calls count
 * for 62 s.
 */
const guardMs = 2 * secondMs;

/**
 * Time of a block: calls that its worker has not started by then are lost to everyone until they expire. Each block costs a
 * write, so a shorter one costs more.
 */
const blockMs = 20 * secondMs;

/** Bounds the size of a ledger to about 15 kB. */
const mostBlocks = 200;

/** Calls of a first block, as many as a survey of one project makes. */
export const firstBlock = 3;

/** Calls that a worker starts in the time of a block when each waits for the answer to the one before. */
const mostInBlock = 80;

/** Calls of the block after one that was used up without a pause. */
export const grownBlock = (calls: number): number => Math.min(mostInBlock, 2 * calls);

export const sharedTerms = (callsPerMinute: number): LedgerTerms => ({ callsPerMinute, guardMs, blockMs, mostBlocks });

/** Milliseconds after which any call has expired. */
export const longestCountMs = blockMs + minuteMs + guardMs;

/** Calls that surveys can make in a minute on average, all workers together. */
export const surveyPace = (callsPerMinute: number): number =>
  (roomOf('survey', callsPerMinute) * minuteMs) / (minuteMs + guardMs);
