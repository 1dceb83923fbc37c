import { freezeAt, freezeText } from '../../../core/model/freeze.ts';
import { modeForbids } from '../../../core/model/mode.ts';
import type { Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { readStoreMode } from '../../store/mode.ts';
import { needObject } from '../../store/objects.ts';
import type { RunFreeze } from '../../store/run-objects.ts';
import type { Guard, GuardContext } from './guard.ts';

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
 * Holds back every change once the run was restrained since it was planned, or a freeze has begun. What is once seen holds
 * for the rest of the task, so that a run does not go on in the middle of what it has left out.
 */
export const modeAndFreeze = ({ store, clock, runId }: Pick<GuardContext, 'store' | 'clock' | 'runId'>): Guard => {
  let seen: string | undefined;
  let freeze: RunFreeze | undefined;
  return async () => {
    freeze ??= await needObject<RunFreeze>(store, keys.freeze(runId));
    seen ??= freezeBegun(freeze, clock.now()) ?? (await modeRestrains(store, freeze));
    return seen;
  };
};
