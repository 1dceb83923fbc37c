import { setImmediate as nextTurn } from 'node:timers/promises';
import { evaluateUntil } from '../autoscaler/evaluation.ts';
import type { Fault } from '../faults/faults.ts';
import type { VirtualClock } from '../state/clock.ts';
import type { PlatformState } from '../state/state.ts';
import type { RateWindow } from './rate-limit.ts';
import { noRequests, type RequestCounts, type Unmatched } from './request-counts.ts';
import { type StateSnapshot, stateSnapshot } from './state-snapshot.ts';

/** The platform state with the state of the server: time, counts, faults, the rate limit. */
export interface Edge {
  readonly state: PlatformState;
  readonly clock: VirtualClock;
  /** Milliseconds of the real clock, for the rate limit. */
  readonly realMs: () => number;
  /** Waits in the same time; rejects once the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Requests per minute; undefined: no limit. */
  readonly rateLimit: number | undefined;
  /** Ends waits of faults when the server closes. */
  readonly closing: AbortSignal;
  faults: readonly Fault[];
  counts: RequestCounts;
  unmatched: Unmatched;
  readonly windows: Map<string, RateWindow>;
  requestNumber: number;
}

export const newEdge = (fixed: Pick<Edge, 'state' | 'clock' | 'realMs' | 'sleep' | 'rateLimit' | 'closing'>): Edge => ({
  ...fixed,
  faults: [],
  counts: noRequests,
  unmatched: new Map(),
  windows: new Map(),
  requestNumber: 0,
});

/** Longest run of evaluations before other requests get a turn, in milliseconds. */
const turnMs = 5;

/** Advances time and evaluates one project after another; requests are answered in between. */
export const advance = async ({ state, clock, realMs }: Edge, seconds: number): Promise<void> => {
  clock.advance(seconds);
  let turnStartMs = realMs();
  for (const project of [...state.projects.values()]) {
    evaluateUntil(state, project, clock.nowMs());
    if (realMs() - turnStartMs < turnMs) continue;
    await nextTurn();
    turnStartMs = realMs();
  }
};

/** A snapshot of the platform state at the current time. */
export const stateOf = ({ state, clock }: Edge): StateSnapshot => {
  const nowMs = clock.nowMs();
  for (const project of state.projects.values()) evaluateUntil(state, project, nowMs);
  return stateSnapshot(state, nowMs);
};
