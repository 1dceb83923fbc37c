import { type Freeze, freezeAt, freezeText } from '../../../core/model/freeze.ts';
import { modeForbids } from '../../../core/model/mode.ts';
import type { Clock, Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { readStoreMode } from '../../store/mode.ts';
import { needObject } from '../../store/objects.ts';
import type { RunFreeze } from '../../store/run-objects.ts';

/** The freeze that a run began in; undefined when it began in none. */
export const freezeOf = async (store: Store, runId: string): Promise<Freeze | undefined> => {
  const { begunMs, overruled: _, ...periods } = await needObject<RunFreeze>(store, keys.freeze(runId));
  return freezeAt(periods, begunMs) ?? undefined;
};

/** A freeze that began after the run: a plan that was made in one holds only what it lets through. */
const freezeBegun = ({ begunMs, ...periods }: RunFreeze, nowMs: number): string | undefined => {
  if (freezeAt(periods, begunMs) !== null) return undefined;
  const freeze = freezeAt(periods, nowMs);
  return freeze === null ? undefined : `a ${freezeText(freeze)} has begun; a run after it goes on`;
};

/** Why the mode of the store forbids writing; one that a run overrules does not, until it is set again. */
const modeRestrains = async (store: Store, { overruled }: RunFreeze): Promise<string | undefined> => {
  const found = await readStoreMode(store);
  const isOverruled = overruled !== undefined && JSON.stringify(found) === JSON.stringify(overruled);
  return isOverruled ? undefined : (modeForbids(found) ?? undefined);
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
    seen ??= freezeBegun(freeze, clock.now()) ?? (await modeRestrains(store, freeze));
    return seen;
  };
};
