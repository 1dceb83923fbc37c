import { type ChangeJson, changeJson } from '../change/change-json.ts';
import { type DecisionJson, decisionJson } from '../model/decision.ts';
import type { Plan, PlanApproval, PlanFreeze, RestPlan } from './plan-result.ts';

/** The freeze that a plan was made in, in JSON. */
interface PlanFreezeJson extends Omit<PlanFreeze, 'waiting'> {
  readonly waiting: readonly ChangeJson[];
}

/** The approvals of a plan in JSON. */
interface PlanApprovalJson extends Omit<PlanApproval, 'waiting' | 'rest'> {
  readonly waiting: readonly ChangeJson[];
  readonly rest: (Omit<RestPlan, 'changes'> & { readonly changes: readonly ChangeJson[] }) | null;
}

/** A plan in JSON, in the store and in the output of commands. */
export interface PlanJson extends Omit<Plan, 'changes' | 'decisions' | 'freeze' | 'redone' | 'approval'> {
  readonly changes: readonly ChangeJson[];
  readonly decisions: readonly DecisionJson[];
  readonly freeze?: PlanFreezeJson;
  readonly redone?: readonly ChangeJson[];
  readonly approval?: PlanApprovalJson;
}

const approvalJson = ({ used, waiting, rest }: PlanApproval): PlanApprovalJson => ({
  used,
  waiting: waiting.map(changeJson),
  rest: rest && { ...rest, changes: rest.changes.map(changeJson) },
});

/** What the reasons of a change or a decision say as one text is not stored: it follows from them. */
export const withoutText = <T extends { readonly reason: string }>({ reason: _, ...stored }: T): Omit<T, 'reason'> =>
  stored;

/** A plan as the store has it. */
export const storedPlanJson = (plan: Plan) => {
  const json = planJson(plan);
  const { changes, decisions, freeze, redone, approval } = json;
  return {
    ...json,
    changes: changes.map(withoutText),
    decisions: decisions.map(withoutText),
    freeze: freeze && { ...freeze, waiting: freeze.waiting.map(withoutText) },
    redone: redone?.map(withoutText),
    approval: approval && {
      ...approval,
      waiting: approval.waiting.map(withoutText),
      rest: approval.rest && { ...approval.rest, changes: approval.rest.changes.map(withoutText) },
    },
  };
};

/** A plan in JSON; its members keep their order. */
export const planJson = (plan: Plan): PlanJson => {
  const { changes, decisions, freeze, redone, approval } = plan;
  return {
    ...plan,
    changes: changes.map(changeJson),
    decisions: decisions.map(decisionJson),
    freeze: freeze && { ...freeze, waiting: freeze.waiting.map(changeJson) },
    redone: redone?.map(changeJson),
    approval: approval && approvalJson(approval),
  };
};
