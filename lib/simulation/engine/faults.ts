import type { Draws } from './random.ts';

/** Everything that can go wrong, each thing by a name; see docs/simulation.md for what each does. */
export const faultKinds = [
  'answer-lost-before',
  'answer-lost-after',
  'answer-duplicated',
  'answer-delayed',
  'request-late',
  'answer-truncated',
  'answer-malformed',
  'list-stale',
  'status-401',
  'status-403',
  'status-404',
  'status-409',
  'status-429-with-wait',
  'status-429-without-wait',
  'status-500',
  'status-503',
  'new-id-on-update',
  'integration-hidden',
  'integration-inactive',
  'store-conflict',
  'store-unavailable',
  'store-full',
  'store-answer-lost',
  'bus-down',
  'event-twice',
  'crash-before',
  'crash-after',
  'task-timed-out',
  'task-twice',
  'clock-forward',
  'clock-back',
  'token-replaced',
  'run-beside',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Probability of each fault at each moment at which it could strike; what is absent never does. */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

export interface Faults {
  /** Whether the fault strikes now; one that does is counted. */
  strikes(kind: FaultKind): boolean;
  /** From now on nothing strikes, or what the rates say. */
  set(rates: FaultRates): void;
  /** How often each struck. */
  readonly counts: Readonly<Record<FaultKind, number>>;
  /** Faults that struck so far, of every kind. */
  total(): number;
}

export const noFaults: FaultRates = {};

/** The same rate for every kind, but for those that end a whole process or move a clock: these are a tenth as likely. */
export const evenRates = (rate: number): FaultRates =>
  Object.fromEntries(
    faultKinds.map((kind) => [kind, /^(?:crash|task|clock|token|status-401|run)/.test(kind) ? rate / 10 : rate]),
  );

export const createFaults = (draws: Draws, first: FaultRates): Faults => {
  const counts = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  let rates = first;
  return {
    counts,
    total: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
    set: (changed) => {
      rates = changed;
    },
    strikes: (kind) => {
      const rate = rates[kind] ?? 0;
      if (rate === 0 || !draws.chance(rate)) return false;
      counts[kind] += 1;
      return true;
    },
  };
};
