import type { Budget } from '../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../lib/core/plan/plan-input.ts';
import { overrideKeys } from '../../lib/core/policy/tag-spelling.ts';
import type { Outcome, PlanGuardrail } from './outcome.ts';

/** Each basis of budgets, of which one must be drawn. */
const bases: Readonly<Record<Budget['basis'], true>> = { 'run-rate': true, 'month-to-date': true };

type Point = (input: PlanInput, outcome: Outcome) => boolean;

const finding =
  (code: string): Point =>
  (_, { findings }) =>
    findings.some((each) => each.endsWith(` ${code}`));
const change =
  (start: string): Point =>
  (_, { changes }) =>
    changes.some((each) => each.startsWith(start));
const budget =
  (what: string): Point =>
  (_, { reached }) =>
    reached.includes(what);
const verdict =
  (what: string): Point =>
  (_, outcome) =>
    outcome.verdict === what;
const exceeds =
  (guardrail: string): Point =>
  (_, { violations }) =>
    violations.includes(guardrail);
const tagged =
  (key: string): Point =>
  ({ snapshots }) =>
    snapshots.some(({ services, tags }) => key in tags || services.some((service) => key in service.tags));

/** Each of them must stop some drawn plan, so `drawn.ts` draws limits of it. */
const guardrails: Readonly<Record<PlanGuardrail, true>> = {
  firstRun: true,
  maxChanges: true,
  maxAddedGb: true,
  maxRaises: true,
  maxLowers: true,
  maxChangePercent: true,
  maxAddedMonthly: true,
  maxGrowthPercent: true,
  needApproval: true,
};

/** What the drawn organizations must reach, or the comparison shows less than it seems to. */
const points: Readonly<Record<string, Point>> = {
  ...Object.fromEntries(
    ['nothing', 'observe', 'needs-approval', 'apply'].map((each) => [`verdict ${each}`, verdict(each)]),
  ),
  ...Object.fromEntries(Object.keys(guardrails).map((each) => [`guardrail ${each}`, exceeds(each)])),
  'autoscaler enabled': change('grant create-endpoint'),
  'maximum raised': change('grant update-endpoint'),
  'maximum lowered': change('release update-endpoint'),
  'autoscaler disabled or surplus': change('release delete-integration'),
  'unused endpoint deleted': (_, { changes }) => changes.some((each) => each.includes('headroom-gone')),
  'autoscaler of others adopted': change('grant adopt-endpoint'),
  'spare endpoint used again': (_, { changes }) =>
    changes.some((each) => /^grant create-integration \S+ \S+ \S+ e-/.test(each)),
  'two maximums of different budgets': ({ policy }, outcome) => policy.budgets.length > 1 && outcome.budgets.length > 1,
  ...Object.fromEntries(
    [
      ...['foreign-autoscaler', 'endpoint-shared', 'not-eligible', 'record-invalid', 'disk-unknown', 'plan-unknown'],
      ...['maximum-not-expressible', 'floor-above-maximum', 'managed-elsewhere', 'no-longer-selected'],
      ...['tag-above-limit', 'budget-gives-nothing', 'price-unknown'],
    ].map((each) => [`finding ${each}`, finding(each)]),
  ),
  ...Object.fromEntries(
    [
      ...Object.keys(bases).map((each) => `${each} budget`),
      ...['frozen budget', 'withheld budget', 'open budget'],
      ...['dead band', 'rest kept', 'rest shared', 'more in force than the budget'],
    ].map((each) => [each, budget(each)]),
  ),
  ...Object.fromEntries(Object.values(overrideKeys('auto')).map((each) => [`tag ${each}`, tagged(each)])),
  'change that waits for a freeze': (_, { waiting }) => waiting.length > 0,
  'change that a freeze allows': ({ freeze }, { changes }) => freeze !== undefined && changes.length > 0,
  'grant of a person': ({ grants = [] }) => grants.length > 0,
  'project of an old record': ({ remembered = [] }) => remembered.length > 0,
};

/** Counts the points that an organization reaches. */
export const countReached = () => {
  const counts = new Map(Object.keys(points).map((name) => [name, 0]));
  return {
    add: (input: PlanInput, outcome: Outcome): void => {
      for (const [name, isReached] of Object.entries(points)) {
        if (isReached(input, outcome)) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    },
    counts,
    missed: (): string[] => [...counts].flatMap(([name, count]) => (count === 0 ? [name] : [])),
  };
};
