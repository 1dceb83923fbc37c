import { type Draws, drawsOf } from './random.ts';

/**
 * Everything that can go wrong, each thing by a name (docs/internals/simulation.md describes them), with its weight: how much more
 * or less likely it strikes at each opportunity. Some kinds have an opportunity at each await and some one in a pass:
 * the weights make up for most of that, and rarest.ts for the rest.
 */
const weights = {
  'answer-lost-before': 1,
  'answer-lost-after': 1,
  'answer-duplicated': 1,
  'answer-delayed': 1,
  'answer-reordered': 1,
  'request-late': 1,
  'answer-truncated': 1,
  'answer-malformed': 1,
  'list-stale': 5,
  'list-in-parts': 0.5,
  'status-401': 0.2,
  'status-403': 1,
  'status-404': 1,
  'status-409': 1,
  'status-429-with-wait': 1,
  'status-429-without-wait': 1,
  'status-500': 1,
  'status-500-after': 1,
  'status-503': 1,
  'new-id-on-update': 4,
  'integration-hidden': 4,
  'integration-inactive': 4,
  'forbidden-when-new': 4,
  'store-conflict': 1,
  'store-conflict-own': 1,
  'store-overtaken': 2,
  'store-unavailable': 0.2,
  'store-full': 0.5,
  'store-answer-lost': 0.5,
  'bus-down': 1,
  'bus-answer-lost': 2,
  'event-twice': 2,
  'crash-before': 0.05,
  'crash-after': 0.05,
  'task-timed-out': 0.05,
  'task-twice': 0.2,
  'clock-forward': 4,
  'clock-back': 4,
  'clock-jumps-forward': 0.2,
  'clock-jumps-back': 0.2,
  'secret-moved': 0.2,
  'secret-unavailable': 0.2,
  'token-replaced': 0.2,
  'run-beside': 4,
} as const;

export type FaultKind = keyof typeof weights;

export const faultKinds = Object.keys(weights) as readonly FaultKind[];

/** Probability of each fault whenever it could strike; an absent one never does. */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

/** The opportunities of one kind on one day, as far as they came. */
interface Fate {
  opportunities: number;
  /** Numbers of those at which it struck, from 0. */
  readonly struck: number[];
  readonly draws: Draws;
}

export interface Faults {
  /** Whether the fault strikes now; one that does is counted. */
  strikes(kind: FaultKind): boolean;
  /** From now on nothing strikes, or what the rates say. */
  set(rates: FaultRates): void;
  /** How often each struck. */
  readonly counts: Readonly<Record<FaultKind, number>>;
  /** Notes that something else came in the way of a run: a person, or an answer that no one could foretell. */
  disturb(): void;
  /** Faults that struck so far, of every kind. */
  struck(): number;
  /** The same, and whatever else came in the way. */
  total(): number;
  /** By kind and day; `clock-back 12` is the one of the clock on day 12. */
  readonly fates: ReadonlyMap<string, Readonly<Omit<Fate, 'draws'>>>;
}

export const noFaults: FaultRates = {};

/** The same rate for every kind, but for its weight. */
export const evenRates = (rate: number): FaultRates =>
  Object.fromEntries(faultKinds.map((kind) => [kind, Math.min(1, rate * weights[kind])]));

/**
 * Faults of one simulation. Each kind draws from a stream of its own on each day, so the same opportunity of a day meets
 * the same fault whatever else is done on that day or was done before.
 * @param dayOf number of the present day
 */
export const createFaults = (seed: number, dayOf: () => number, first: FaultRates): Faults => {
  const counts = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  const fates = new Map<string, Fate>();
  /** Fates of the present day, by kind. */
  const ofToday = new Map<FaultKind, Fate>();
  let today = Number.NaN;
  let rates = first;
  let struck = 0;
  let disturbances = 0;
  const fateOf = (kind: FaultKind): Fate => {
    const day = dayOf();
    if (day !== today) ofToday.clear();
    today = day;
    const name = () => `${kind} ${day}`;
    const known = ofToday.get(kind) ?? fates.get(name());
    const fate = known ?? { opportunities: 0, struck: [], draws: drawsOf(seed, 'faults', name()) };
    if (known === undefined) fates.set(name(), fate);
    ofToday.set(kind, fate);
    return fate;
  };
  return {
    counts,
    fates,
    disturb: () => {
      disturbances += 1;
    },
    struck: () => struck,
    total: () => struck + disturbances,
    set: (changed) => {
      rates = changed;
    },
    strikes: (kind) => {
      const rate = rates[kind] ?? 0;
      if (rate === 0) return false;
      const fate = fateOf(kind);
      const strikes = fate.draws.chance(rate);
      if (strikes) {
        counts[kind] += 1;
        struck += 1;
        fate.struck.push(fate.opportunities);
      }
      fate.opportunities += 1;
      return strikes;
    },
  };
};
