import { minuteMs } from '../model/durations.ts';
import type { CallOrder } from './order.ts';

/** Calls that a worker may start until a time. */
export interface CallsOfWorker {
  /** Id of the worker; empty for blocks that are counted together. */
  readonly worker: string;
  readonly calls: number;
  /** Latest start of these calls by the worker's clock, in milliseconds since 1970. */
  readonly untilMs: number;
}

/** Part of the calls of a minute by whose wait a survey decides whether it stays. */
const partToStay = 1 / 2;

/**
 * Part of its calls that a survey which leaves finds free within some seconds after it comes back. With fewer it would have to
 * leave twice in a minute, and in the next minute again.
 */
const partToReturn = 3 / 4;

/** Time of a call of a survey: the calls of a minute that it made one after the other become free at this distance. */
const callMs = 150;

export const sum = (blocks: readonly Pick<CallsOfWorker, 'calls'>[]): number =>
  blocks.reduce((calls, block) => calls + block.calls, 0);

/** Time from which so many calls are free, in a room that has that many. */
export const freeAt = (blocks: readonly CallsOfWorker[], room: number, calls: number, guardMs: number): number => {
  let free = room - sum(blocks);
  let at = Number.NEGATIVE_INFINITY;
  for (const block of blocks.toSorted((a, b) => a.untilMs - b.untilMs)) {
    if (free >= calls) break;
    free += block.calls;
    at = block.untilMs + minuteMs + guardMs;
  }
  return at;
};

/** Until when a worker that is refused should stay or leave; only a survey has many more calls to make. */
export const absence = (
  blocks: readonly CallsOfWorker[],
  { order, nowMs }: { readonly order: CallOrder; readonly nowMs: number },
  room: number,
  askAtMs: number,
  guardMs: number,
): { readonly stayUntilMs: number; readonly leaveUntilMs: number } => {
  if (order !== 'survey') return { stayUntilMs: askAtMs, leaveUntilMs: askAtMs };
  const partAt = (part: number) => freeAt(blocks, room, Math.ceil(room * part), guardMs);
  return {
    stayUntilMs: Math.max(askAtMs, nowMs + (partAt(partToStay) - nowMs) / partToStay),
    leaveUntilMs: Math.max(askAtMs, partAt(partToReturn) - room * partToReturn * callMs),
  };
};
