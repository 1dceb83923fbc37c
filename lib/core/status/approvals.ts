import { callerText } from '../audit/holder-text.ts';
import type { OpenApproval } from '../approval/approval.ts';
import type { RolloutState } from '../approval/rollout.ts';
import { inWords } from '../model/durations.ts';
import type { Rollout } from '../model/policy-document.ts';
import { counted } from '../model/visible-text.ts';
import { attention, ok, problem, type StatusLine } from './status.ts';

const approvalText = ({ digest, by, changes, used, expiresAt }: OpenApproval, nowMs: number): string => {
  const expires = inWords(Date.parse(expiresAt) - nowMs);
  const left = `${changes.length - used.size} of ${changes.length} changes left`;
  return `${digest.slice(0, 12)}${by === '' ? '' : ` by ${callerText(by)}`}: ${left}, expires in ${expires}`;
};

/** The unused part of each approval; no line without approvals. */
export const judgeApprovals = (open: readonly OpenApproval[], nowMs: number): StatusLine[] =>
  open.length === 0 ? [] : [ok('approvals', open.map((approval) => approvalText(approval, nowMs)).join('; '))];

/** Facts about a rollout: its settings and its memory; null without either. */
interface RolloutFacts {
  readonly settings: Rollout;
  readonly state: RolloutState;
}

/** Whether a rollout has stopped or has failures; no line without one in the policy. */
export const judgeRollout = (facts: RolloutFacts | null): StatusLine[] => {
  if (facts === null) return [];
  const { settings, state } = facts;
  const { servicesPerRun, pauseMinutes, stopAfterFailures } = settings;
  const failures = counted(state.failed, 'failed change');
  if (state.failed >= Math.max(1, stopAfterFailures)) {
    return [problem('rollout', `stopped after ${failures}`, 'fix the cause, then run headroom apply')];
  }
  const says = `${servicesPerRun} services every ${pauseMinutes} minutes; step of ${state.stepAt} with ${state.services}`;
  return [
    state.failed === 0 ? ok('rollout', says) : attention('rollout', `${says}; ${failures}`, 'see headroom report'),
  ];
};
