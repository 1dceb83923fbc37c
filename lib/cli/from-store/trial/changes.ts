import { differenceLine, policyDifference } from '../../../core/explain/policy-difference.ts';
import type { Finding } from '../../../core/model/decision.ts';
import { compositeKey, serviceKey } from '../../../core/model/grouping.ts';
import type { Policy } from '../../../core/model/policy-document.ts';
import { reasonText } from '../../../core/model/reason.ts';
import { counted, grouped } from '../../../core/model/visible-text.ts';
import { shortPlanLine } from '../../../core/plan/line.ts';
import type { PlanResult } from '../../../core/plan/plan-input.ts';
import { storedPlans } from '../../../dashboard/http/stored-plans.ts';
import type { Figures } from '../../../dashboard/pages/simulation/policies.ts';
import type { StorePorts } from '../../../ports.ts';
import { differenceRows, modeText, serviceHead } from '../../views/policy-difference-view.ts';

/** What a text of policy changes against the policy in force, for what the latest run has read. */

const keyOf = ({ code, project, service, message }: Finding): string => compositeKey(code, project, service, message);

/** Findings that only the first plan has. */
const newFindings = (plan: PlanResult, other: PlanResult): Finding[] => {
  const known = new Set(other.plan.findings.map(keyOf));
  return plan.plan.findings.filter((finding) => !known.has(keyOf(finding)));
};

/** Gaps of the figures, and objections to the plan. */
const warningsOf = ({ plan }: PlanResult, unread: readonly string[], unpriced: number): string[] => [
  ...plan.violations.map(({ message }) => `This plan needs an approval: ${message}`),
  ...(unread.length === 0 ? [] : [`Not counted, because the latest run could not read them: ${unread.join(', ')}`]),
  ...(unpriced === 0
    ? []
    : [`The store has no price for ${counted(unpriced, 'changed service')}, so the sum of money is unknown.`]),
];

const figuresOf = (before: PlanResult, after: PlanResult, unread: readonly string[]): Figures => {
  const difference = policyDifference(before, after);
  const reasons = new Map(after.plan.decisions.map((decision) => [serviceKey(decision), reasonText(decision.reasons)]));
  const unpriced = difference.services.filter(({ monthly }) => monthly === null).length;
  return {
    lines: [
      grouped(differenceLine(difference)),
      ...[modeText(difference)].flatMap((text) => text ?? []),
      `By the policy in force: ${grouped(shortPlanLine(before.plan))}`,
      `By the edited policy: ${grouped(shortPlanLine(after.plan))}`,
    ],
    warnings: warningsOf(after, unread, unpriced),
    tables: [
      {
        title: 'Services with another maximum',
        head: serviceHead,
        rows: differenceRows(difference),
      },
      {
        title: 'Why each service has its maximum by the edited policy',
        head: ['project', 'service', 'why'],
        rows: difference.services.map((moved) => [moved.project, moved.service, reasons.get(serviceKey(moved)) ?? '']),
        folded: true,
      },
      {
        title: 'Findings that only the edited policy has',
        head: ['finding', 'project', 'service', 'what'],
        rows: newFindings(after, before).map(({ code, project, service, message }) => [
          code,
          project,
          service,
          message,
        ]),
      },
    ].filter((table) => table.rows.length > 0),
  };
};

/** Plans twice by the readings, prices and plan sizes in the store. @throws StoreUnavailable, StoreDamaged */
export const trialChanges = async (
  ports: StorePorts,
  runId: string,
  policies: { readonly inForce: Policy; readonly edited: Policy },
): Promise<Figures> => {
  const found = await storedPlans(ports, runId);
  if (found.missing !== undefined) return { lines: [], warnings: [found.missing], tables: [] };
  const [before, after] = [await found.decideBy(policies.inForce), await found.decideBy(policies.edited)];
  const unread = found.facts.unread.map(({ project }) => project);
  const figures = figuresOf(await before.finish(), await after.finish(), unread);
  return {
    ...figures,
    lines: [...figures.lines, `As run ${runId} read the organization, before it changed anything.`],
  };
};
