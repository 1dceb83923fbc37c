import { reservationsFor } from '../calls/shared.ts';
import { callsOfReservation } from './waiting-surveys.ts';

/** The platform calls of a month, by who makes them. */
interface MonthOfCalls {
  /** Looks that read event logs. */
  readonly looks: number;
  readonly callsOfLook: number;
  readonly passes: number;
  /** Of all surveys together. */
  readonly surveyCalls: number;
  readonly events: number;
}

/** Calls that read, write and confirm in the run of one event. */
const callsOfEvent = 4;

/**
 * Reservations of platform calls, each with one read and one write of a ledger.
 * @param callsPerMinute of one token, which has a ledger of its own
 */
export const reservationsOf = (month: MonthOfCalls, callsPerMinute: number): number => {
  const { looks, callsOfLook, passes, surveyCalls, events } = month;
  // A look uses the next token's ledger once the first one has no calls left.
  const ledgersOfLook = Math.ceil(callsOfLook / callsPerMinute);
  return (
    looks * ledgersOfLook * reservationsFor(callsOfLook / ledgersOfLook, callsPerMinute) +
    2 * passes +
    surveyCalls / callsOfReservation(callsPerMinute) +
    events * (1 + reservationsFor(callsOfEvent, callsPerMinute))
  );
};
