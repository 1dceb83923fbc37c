/**
 * What waiting costs a survey that has few calls a minute, as the simulator counts it with 12 to 1,000 calls
 * (`test/simulator/deployed/cost-model.test.ts`).
 */

/** Seconds after which a survey that waits for calls leaves the rest to its next call. */
const surveyedAtOnce = 215;
/** States of that call, its wait and its choice. */
export const statesOfContinuation = 3;

/** Calls of the surveys of one pass that continue an earlier call. */
export const continuations = (seconds: number, surveys: number): number =>
  Math.max(0, seconds / surveyedAtOnce - surveys / 2);

/**
 * Calls of one reservation of a survey on average. A survey asks for all calls of a project at once; one that waits gets those
 * that have become free meanwhile: few, if there are few a minute.
 */
export const callsOfReservation = (callsPerMinute: number): number => Math.min(30, Math.max(1.3, callsPerMinute / 11));
