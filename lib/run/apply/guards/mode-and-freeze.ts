import { freezeAt, freezeText } from '../../../core/model/freeze.ts';
import { modeForbids } from '../../../core/model/mode.ts';
import type { Store } from '../../../ports.ts';
import { keys } from '../../store/keys.ts';
import { readStoreMode } from '../../store/mode.ts';
import { needObject } from '../../store/objects.ts';
import type { RunFreeze } from '../../store/run-objects.ts';
import type { Guard, GuardContext } from './guard.ts';

/** A freeze that began after the run; a plan made during a freeze already contains only allowed changes. */
const freezeBegun = ({ begunMs, ...periods }: RunFreeze, nowMs: number): string | undefined => {
  if (freezeAt(periods, begunMs) !== null) return undefined;
  const freeze = freezeAt(periods, nowMs);
  return freeze === null ? undefined : `a ${freezeText(freeze)} has begun; a later run continues`;
};

/** Reason why the override mode forbids writes; a mode that the run overrules does not, until it is set again. */
const modeRestrains = async (store: Store, { overruled }: RunFreeze): Promise<string | undefined> => {
  const mode = await readStoreMode(store);
  const isOverruled = overruled !== undefined && JSON.stringify(mode) === JSON.stringify(overruled);
  return isOverruled ? undefined : (modeForbids(mode) ?? undefined);
};

/**
 * Blocks every change after the mode became stricter or a freeze began. The first reason applies to the rest of the task,
 * so that a run never resumes after a gap.
 */
export const modeAndFreeze = ({ store, clock, runId }: Pick<GuardContext, 'store' | 'clock' | 'runId'>): Guard => {
  let reason: string | undefined;
  let freeze: RunFreeze | undefined;
  return async () => {
    freeze ??= await needObject<RunFreeze>(store, keys.freeze(runId));
    reason ??= freezeBegun(freeze, clock.now()) ?? (await modeRestrains(store, freeze));
    return reason;
  };
};
