import type { Change } from '../change/change.ts';
import { type ChangeJson, changeJson, storedChangeJson } from '../change/change-json.ts';
import { type DecisionJson, decisionJson } from '../model/decision.ts';
import type { Plan, PlanApproval, PlanFreeze, RestPlan } from './plan-result.ts';

/** The freeze that a plan was made in, in JSON. */
interface PlanFreezeJson extends Omit<PlanFreeze, 'waiting'> {
  readonly waiting: readonly ChangeJson[];
}

/** The approvals of a plan in JSON. */
interface PlanApprovalJson extends Omit<PlanApproval, 'waiting'> {
  readonly waiting: readonly ChangeJson[];
}

/** What waits for an approval, in JSON. */
interface RestPlanJson extends Omit<RestPlan, 'changes'> {
  readonly changes: readonly ChangeJson[];
}

/** A plan in JSON, in the store and in the output of commands. */
export interface PlanJson extends Omit<Plan, 'changes' | 'decisions' | 'freeze' | 'redone' | 'proposal' | 'approval'> {
  readonly changes: readonly ChangeJson[];
  readonly decisions: readonly DecisionJson[];
  readonly freeze?: PlanFreezeJson;
  readonly redone?: readonly ChangeJson[];
  readonly proposal?: RestPlanJson;
  readonly approval?: PlanApprovalJson;
}

/** A plan with its changes and decisions in another form; its members keep their order. */
const planWith = <C, D>(plan: Plan, changeOf: (change: Change) => C, decisions: readonly D[]) => {
  const { changes, freeze, redone, proposal, approval } = plan;
  const each = (some: readonly Change[]): readonly C[] => some.map(changeOf);
  return {
    ...plan,
    changes: each(changes),
    decisions,
    freeze: freeze && { ...freeze, waiting: each(freeze.waiting) },
    redone: redone && each(redone),
    proposal: proposal && { ...proposal, changes: each(proposal.changes) },
    approval: approval && { used: approval.used, waiting: each(approval.waiting) },
  };
};

/** A plan as the store has it. Its list of decisions is the plan's own. */
export const storedPlanJson = (plan: Plan) => planWith(plan, storedChangeJson, plan.decisions);

/** A plan in JSON. */
export const planJson = (plan: Plan): PlanJson => planWith(plan, changeJson, plan.decisions.map(decisionJson));
