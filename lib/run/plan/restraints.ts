import type { RunRequest } from '../../contract/run-request.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { freezeAt, freezeOverruled } from '../../core/model/freeze.ts';
import { lastRestraint, modeFindings, modeHolding, overruledFindings, unrestrained } from '../../core/model/mode.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import type { StorePorts } from '../../ports.ts';
import { readStoreMode } from '../store/mode.ts';
import type { RunObject } from '../store/run-objects.ts';
import { freezePeriods } from './freeze-periods.ts';

/** Restraints of a run: freeze windows, and the stricter of policy and override mode unless the run overrules them. */
export const restraintsOn = async (
  { store, clock }: StorePorts,
  request: RunRequest,
  policy: Policy,
): Promise<Pick<RunObject, 'startedAt' | 'freeze' | 'overruled' | 'mode' | 'restrained' | 'notes'>> => {
  const begunMs = clock.now();
  const begun = { startedAt: isoInstant(begunMs), freeze: await freezePeriods(store, policy.freeze, begunMs) };
  const storeMode = await readStoreMode(store);
  const overruled = freezeOverruled(freezeAt(begun.freeze, begunMs), request);
  if (request.underStop)
    return {
      ...begun,
      overruled: storeMode,
      mode: unrestrained,
      notes: overruledFindings(policy.mode, storeMode),
    };
  const restrained = lastRestraint(storeMode);
  return {
    ...begun,
    restrained,
    mode: modeHolding(policy.mode, storeMode),
    notes: [...modeFindings(policy.mode, storeMode), ...overruled],
  };
};
