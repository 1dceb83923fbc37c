import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../lib/core/change/change.ts';
import { changeJson } from '../../lib/core/change/change-json.ts';
import { parseMoney } from '../../lib/core/model/money.ts';
import { makePlan } from '../../lib/core/plan/plan.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import { type Outcome, referencePlan } from './outcome.ts';

/** Findings that the reference knows. */
const known = new Set([
  ...['record-invalid', 'foreign-autoscaler', 'endpoint-shared', 'not-eligible', 'maximum-not-expressible'],
  ...['disk-unknown', 'plan-unknown', 'floor-above-maximum', 'managed-elsewhere', 'no-longer-selected'],
  ...['tag-above-limit', 'budget-gives-nothing', 'price-unknown'],
]);

const lineOf = (change: Change): string => {
  const { phase, kind, project, service, endpointName, endpointId, integrationId, fromGb, toGb } = changeJson(change);
  return [phase, kind, project, service, endpointName, endpointId ?? '', integrationId ?? '', `${fromGb}→${toGb}`].join(
    ' ',
  );
};

/** The plan of the product in the lines of the reference. */
export const plannedOutcome = (input: PlanInput): Omit<Outcome, 'reached'> => {
  const { plan } = makePlan(input);
  return {
    verdict: plan.verdict,
    violations: [...new Set(plan.violations.map(({ guardrail }) => guardrail))],
    changes: plan.changes.map(lineOf),
    waiting: (plan.freeze?.waiting ?? []).map(lineOf),
    decisions: plan.decisions
      .map(({ project, service, effect, rule, maxAdditionalGb }) =>
        [`${project}/${service}`, effect, rule, ...(maxAdditionalGb === undefined ? [] : [maxAdditionalGb])].join(' '),
      )
      .sort(),
    findings: plan.findings
      .filter(({ code }) => known.has(code))
      .map(({ project, service, code }) => `${project}/${service} ${code}`)
      .sort(),
    budgets: plan.budgets.map(
      ({ name, grantableMonthly, floorMonthly, allocatedMonthly, inForceMonthly, frozen, withheld, shares }) => {
        const amounts = [grantableMonthly, floorMonthly, allocatedMonthly, inForceMonthly];
        const [money, floor, given, inForce] = amounts.map(parseMoney);
        const state = `${frozen ? ', frozen' : ''}${withheld === null ? '' : ', withheld'}`;
        const gbs = shares
          .filter(({ perGbMonth }) => perGbMonth !== null)
          .map(({ project, service, gb }) => `${project}/${service} ${gb}`);
        return [
          `${name}: of ${money} floors ${floor}, given ${given}, in force ${inForce}${state}`,
          ...gbs.sort(),
        ].join('; ');
      },
    ),
  };
};

/** The plan of the reference, without the points that it reached. */
export const expectedOutcome = (input: PlanInput): Omit<Outcome, 'reached'> => {
  const { reached: _, ...expected } = referencePlan(input);
  return expected;
};

/** Whether planner and reference make different plans. */
export const differs = (input: PlanInput): boolean => !isDeepStrictEqual(plannedOutcome(input), expectedOutcome(input));
