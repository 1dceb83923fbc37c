import { type Freeze, type FreezePeriods, freezeAt, freezeText } from '../core/freeze.ts';
import { modeForbids } from '../core/mode.ts';
import type { Clock, Store } from '../ports.ts';
import { readStoreMode } from './mode.ts';
import { keys, needObject } from './objects.ts';

/** The freeze windows of a run, and the moment for which its plan heeds them. */
export interface RunFreeze extends FreezePeriods {
  /** Milliseconds since 1970. */
  readonly begunMs: number;
}

/** The freeze that a run began in; undefined when it began in none. */
export const freezeOf = async (store: Store, runId: string): Promise<Freeze | undefined> => {
  const { begunMs, ...periods } = await needObject<RunFreeze>(store, keys.freeze(runId));
  return freezeAt(periods, begunMs) ?? undefined;
};

/** A freeze that began after the run: a plan that was made in one holds only what it lets through. */
const freezeBegun = ({ begunMs, ...periods }: RunFreeze, nowMs: number): string | undefined => {
  if (freezeAt(periods, begunMs) !== null) return undefined;
  const freeze = freezeAt(periods, nowMs);
  return freeze === null ? undefined : `a ${freezeText(freeze)} has begun; a run after it goes on`;
};

/**
 * Makes the check that stands before every write of a run: whether somebody has restrained it since it was planned, or a
 * freeze has begun. What is once seen holds for the rest of the task, so that a run does not go on in the middle of what
 * it has left out.
 * @returns why nothing more must be written, or undefined when nothing stands against it; throws StoreUnavailable
 */
export const restraintGuard = ({ store, clock }: { readonly store: Store; readonly clock: Clock }, runId: string) => {
  let seen: string | undefined;
  let freeze: RunFreeze | undefined;
  return async (): Promise<string | undefined> => {
    freeze ??= await needObject<RunFreeze>(store, keys.freeze(runId));
    seen ??= freezeBegun(freeze, clock.now()) ?? modeForbids(await readStoreMode(store)) ?? undefined;
    return seen;
  };
};
