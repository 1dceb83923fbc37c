import { PlanMoved } from '../../contract/errors.ts';
import type { OpenApproval } from '../../core/approval/approval.ts';
import type { ProposedChange } from '../../core/change/change.ts';
import type { Finding } from '../../core/model/decision.ts';
import { mayLook } from '../../core/model/mode.ts';
import { differenceText, planDifference } from '../../core/plan/difference.ts';
import type { Plan, PlanFreeze } from '../../core/plan/plan-result.ts';
import type { ProposedPlan, RunObject } from '../store/run-objects.ts';
import { approveCurrent, withoutReason } from './proposed-plans.ts';

const scopeText = (projects: readonly string[] | null) =>
  projects === null ? 'all projects' : `the projects ${projects.join(', ')}`;

const frozenText = ({ reason, until, waiting }: PlanFreeze): string =>
  ` A freeze (${reason}${until === null ? '' : `, until ${until}`}) delays ${waiting.length} changes.`;

/** The differences as sentences; frozen changes and unread projects do not count as differences. */
const movedText = (proposed: ProposedPlan, plan: Plan): string => {
  const unread = [
    ...new Set(plan.findings.filter(({ code }) => code === 'project-unread').map(({ project }) => project)),
  ];
  const isRead = ({ project }: ProposedChange) => !unread.includes(project);
  const needed = [...plan.changes, ...(plan.freeze?.waiting ?? [])].map(withoutReason);
  const lines = differenceText(planDifference(proposed.changes.filter(isRead), needed.filter(isRead)));
  const frozen = plan.freeze === undefined ? '' : frozenText(plan.freeze);
  const unseen = unread.length === 0 ? '' : ` Not read, so nothing in it is changed: ${unread.join(', ')}.`;
  return `${frozen}${unseen}${lines === '' ? ' Nothing else changed.' : ` Differences:${lines}`}`;
};

/**
 * Checks that the plan of the run is the plan that people have seen. In mode stop the run reads and writes nothing, so there
 * is nothing to compare.
 * @throws PlanMoved with the differences
 */
export const assertUnmoved = ({ asked, mode }: RunObject, proposed: readonly ProposedPlan[], plan: Plan): void => {
  const moved = proposed.find(({ digest }) => digest !== plan.digest && digest !== plan.proposal?.digest);
  if (moved === undefined || !mayLook(mode)) return;
  const isOther = JSON.stringify(moved.projects) !== JSON.stringify(asked);
  const scope = isOther ? `; it was made for ${scopeText(moved.projects)}, this run is for ${scopeText(asked)}` : '';
  throw new PlanMoved(
    `plan ${moved.digest} differs from the current plan ${plan.digest}${scope}; ${approveCurrent}.${movedText(moved, plan)}`,
  );
};

/** A finding with the differences where a named approval covers nothing of a plan that needs an approval. */
export const movedFinding = (named: OpenApproval | undefined, needed: Plan, { verdict, approval }: Plan): Finding[] => {
  if (named === undefined || verdict !== 'needs-approval' || approval !== undefined) return [];
  const lines = differenceText(planDifference(named.changes, needed.changes.map(withoutReason)));
  const message = `Plan ${named.digest} is approved, but no needed change is within it. Differences:${lines}`;
  return [{ code: 'approval-moved', project: '', service: '', subject: named.digest, message }];
};
