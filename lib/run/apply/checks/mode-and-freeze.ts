import type { Change } from '../../../core/change/change.ts';
import { freezeAt, freezeText } from '../../../core/model/freeze.ts';
import { modeForbids } from '../../../core/model/mode.ts';
import type { Store } from '../../../ports.ts';
import { readStoreMode } from '../../store/mode.ts';
import { readRun } from '../../store/run.ts';
import type { RunObject } from '../../store/run-objects.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/** A freeze that began after the run; a plan made during a freeze already contains only allowed changes. */
const freezeBegun = (run: RunObject, nowMs: number): string | undefined => {
  if (freezeAt(run.freeze, Date.parse(run.startedAt)) !== null) return undefined;
  const freeze = freezeAt(run.freeze, nowMs);
  return freeze === null ? undefined : `a ${freezeText(freeze)} has begun; a later run continues`;
};

/** Whether a person makes this change although there is a freeze. */
const isDuringFreeze = ({ duringFreeze, only, grow }: RunObject, { project, service }: Change): boolean => {
  const requested = only ?? grow;
  return duringFreeze !== undefined && requested?.project === project && requested.service === service;
};

/** Reason why the override mode forbids writes; a mode that the run overrules does not, until it is set again. */
const modeRestrains = async (store: Store, { overruled }: RunObject): Promise<string | undefined> => {
  const mode = await readStoreMode(store);
  const isOverruled = overruled !== undefined && JSON.stringify(mode) === JSON.stringify(overruled);
  return isOverruled ? undefined : (modeForbids(mode) ?? undefined);
};

/**
 * Blocks every change after the mode became stricter or a freeze began. The first reason applies to the rest of the task,
 * so that a run never resumes after a gap.
 */
export const modeAndFreeze = ({
  store,
  clock,
  runId,
}: Pick<WriteCheckInput, 'store' | 'clock' | 'runId'>): WriteCheck => {
  let reason: string | undefined;
  let run: RunObject | undefined;
  return async (change) => {
    run ??= await readRun(store, runId);
    const isExcepted = isDuringFreeze(run, change);
    reason ??= (isExcepted ? undefined : freezeBegun(run, clock.now())) ?? (await modeRestrains(store, run));
    return reason;
  };
};
