import { roomOf } from '../calls/order.ts';
import { reservationsFor } from '../calls/shared.ts';
import { callsPerProject } from '../inventory/readings.ts';

/**
 * Cost of waiting for a survey that has few calls a minute: it uses the calls of a minute one after the other, and leaves until
 * they are free again. The simulator counts it with 12 to 1,000 calls (`test/simulator/deployed/cost-model.test.ts`).
 */

/** States of one more call: its wait, the call, and its choice. */
export const statesOfContinuation = 3;

/** Seconds in which a call reads what the calls before it have stored. */
const startSeconds = 0.5;
/** Seconds that a call waits for the blocks of its ledgers, with one call a minute of one token: with more, blocks are larger. */
const blockSeconds = 150;

/** Seconds of a call that continues, beside its projects. @param callsPerMinute of all tokens */
export const continuationSeconds = (callsPerMinute: number, tokens: number): number =>
  startSeconds + (blockSeconds * tokens ** 0.7) / callsPerMinute;

/** Calls of a survey a minute that it does not leave between: it is busy for so long that the wait for the rest is short. */
const busyRoom = 230;

/** Part of the calls of a minute that a survey uses before it leaves: looks and events take some between them. */
const usedAtOnce = 0.9;

/** Whether surveys leave when they have used the calls of a minute. */
export const leaves = (callsPerMinute: number): boolean => roomOf('survey', callsPerMinute) <= busyRoom;

/** Calls of the surveys of one pass over the projects that continue an earlier call. @param callsPerMinute of all tokens */
export const continuations = (projects: number, callsPerMinute: number): number => {
  if (!leaves(callsPerMinute)) return 0;
  const room = roomOf('survey', callsPerMinute);
  return Math.max(0, projects * callsPerProject - room) / (room * usedAtOnce);
};

/**
 * Calls of one reservation of a survey on average: the first are small, each after it doubles. @param callsPerMinute of one token
 */
export const callsOfReservation = (callsPerMinute: number): number => {
  const room = roomOf('survey', callsPerMinute);
  return Math.min(30, room / reservationsFor(room, callsPerMinute));
};
