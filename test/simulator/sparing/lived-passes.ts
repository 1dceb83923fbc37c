import { minuteMs } from '../../../lib/core/model/durations.ts';
import type { Store } from '../../../lib/ports.ts';
import type { Faults } from '../engine/faults.ts';
import type { SimulatedTime } from '../engine/time.ts';

/** Nothing else may happen while a pass that is left out would have been at work. */
export const passMs = 15 * minuteMs;

/** The id of a deployment's run. */
export const runIdOf = (number: number): string => `run-${String(number).padStart(6, '0')}`;

/** Runs of one deployment, lived one after the other. */
export interface LivedPasses {
  /** Runs once; answers how the run ended. */
  readonly pass: (input: unknown) => Promise<string>;
  readonly counts: { readonly passes: number; readonly writes: number };
}

/** A life as far as it says whether a pass could do anything. */
export interface SeenLife {
  readonly startMs: number;
  readonly time: SimulatedTime;
  readonly faults: Faults;
  readonly store: Store;
  /** Text of every input of a pass: the facts of the platform, and what only Headroom writes to the store. */
  readonly facts: () => Promise<string>;
  /** How often faults have made Headroom believe for a day that the platform has no price or no plan. */
  readonly lies: () => number;
  /** Name of the freeze window at this moment. */
  readonly freezeWindow: () => string | undefined;
  /** Policies by whose documents a pass is lived in any case. */
  readonly moving: RegExp;
}
