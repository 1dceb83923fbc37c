import { grantableOf } from '../budget/month-costs.ts';
import { type BudgetPlans, planBudgets } from '../budget/plan-budgets.ts';
import { type PriceFinder, priceFinder, pricesByPlace } from '../budget/service-price.ts';
import { type Change, resizes } from '../change/change.ts';
import { countRestarts, withRestarts } from '../change/restarts.ts';
import { alertsUnlisted } from '../disk/alerts-unlisted.ts';
import { disksOf, openFindings } from '../disk/disks.ts';
import { acceptFindings } from '../findings/accepted.ts';
import { unreadFinding } from '../findings/unread-finding.ts';
import { coverageOf, fillIn, serviceForecastsOf, urgencyIn } from '../forecast/contexts.ts';
import { type ServiceForecast, maximumSoon } from '../forecast/maximum-soon.ts';
import { planForecast } from '../forecast/plan-forecast.ts';
import { changesFor, concernsOnly, talliesOf } from '../grants/only.ts';
import type { Finding } from '../model/decision.ts';
import { byPlace } from '../model/grouping.ts';
import { mayWrite } from '../model/mode.ts';
import { preparationsDue } from '../resize/prepare.ts';
import { compilePolicy } from '../policy/policy.ts';
import { unmetTypes } from '../policy/unmet-types.ts';
import type { ServiceContext } from '../service/changes.ts';
import { countServices } from '../service/service-counts.ts';
import { overdrawn } from './undo-budget.ts';
import { contextsOf } from './contexts.ts';
import { underFreeze } from './freeze-hold.ts';
import { type Gathered, gather, gatherRequested, nothingGathered, planOfLimit } from './gathered.ts';
import { violations } from './guardrails.ts';
import { unresolved } from './maximum-reached.ts';
import { byChangeOrder, byFindingOrder, digestText } from './order.ts';
import type { PlanInput, PlanResult } from './plan-input.ts';
import { isRequest, planRequest, resizingOf } from './requests.ts';
import type { Plan } from './plan-result.ts';
import { questionsOf } from './questions.ts';
import { addedMoney, summarize } from './summary.ts';

const noBudgets: Pick<BudgetPlans, 'results' | 'findings' | 'starved'> = { results: [], findings: [], starved: [] };

const rememberedIn = ({ remembered = [] }: PlanInput) => {
  const names = new Set(remembered.map(({ project }) => project));
  return (project: string): boolean => names.has(project);
};

/** What is requested, or a grant of one service, does not apply the policy, so it is never the first plan of a policy. */
const showsPolicyFirst = ({ isFirstRun, only, ...input }: PlanInput, changes: readonly Change[]): boolean =>
  isFirstRun && !isRequest(input) && !concernsOnly(changes, only);

const verdictOf = (plan: Omit<Plan, 'verdict'>): Plan['verdict'] => {
  if (plan.changes.length === 0) return 'nothing';
  if (!mayWrite(plan.mode)) return 'observe';
  return plan.violations.length > 0 ? 'needs-approval' : 'apply';
};

/** Makes a value when it is first needed, and then keeps it. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const disksIn = (contexts: readonly ServiceContext[], { policy, forecasts }: PlanInput, prices: PriceFinder) =>
  disksOf({
    contexts,
    forecasts,
    soonDays: policy.warnings.maximumSoonDays,
    currency: policy.prices.currency,
    mostGb: policy.limits?.maxAdditionalGb ?? null,
    priceOf: prices.offhand,
  });

/** Each service compared with what policy and budgets want of it, before the plan is bounded as a whole. */
interface Decided extends Pick<BudgetPlans, 'results' | 'findings' | 'starved'> {
  /** Services of the projects that the plan may change. */
  readonly contexts: readonly ServiceContext[];
  /** How budgets are divided, also where the plan does not apply that. */
  readonly divided: BudgetPlans['results'];
  readonly gathered: Gathered;
  /** What is requested instead of the policy; undefined for a plan of the policy. */
  readonly requested: ReturnType<typeof planRequest>['requested'];
  readonly undone: ReturnType<typeof planRequest>['undone'];
  readonly forecasts: readonly ServiceForecast[];
  readonly disks: ReturnType<typeof disksIn> | undefined;
  /** Findings of disks whose maximum is reached soon. */
  readonly soon: readonly Finding[];
  /** Preparations that are due. */
  readonly due: ReturnType<typeof preparationsDue>;
  readonly toMeasure: ReturnType<typeof planRequest>['toMeasure'];
}

/** First step: decides each service. @throws Error when a project appears twice */
const decideAll = (input: PlanInput, prices: PriceFinder): Decided => {
  const { policy, unread } = input;
  const isRemembered = rememberedIn(input);
  const { contexts, remembered, orphans } = contextsOf(compilePolicy(policy), input);
  const budgets = planBudgets({
    policy,
    contexts: [...contexts, ...remembered],
    unread: unread.filter(({ project }) => !isRemembered(project)),
    unreadPlans: input.unreadPlans ?? new Set(),
    priceOf: prices.find,
    grantable: grantableOf(input.histories ?? new Map(), input.now),
    fillOf: fillIn(input.forecasts),
  });
  const gathered = nothingGathered(budgets.needs, budgets.priceNeeds);
  const { requested, undone, toMeasure } = planRequest(input, contexts, prices, budgets.results);
  if (requested !== undefined) {
    gatherRequested(gathered, contexts, requested, prices);
    // An undo does not apply the shares of budgets: budgets only limit its cost. An adoption costs nothing.
    const nothing = { ...noBudgets, forecasts: [], disks: undefined, soon: [], due: [] };
    return { contexts, divided: budgets.results, gathered, requested, undone, toMeasure, ...nothing };
  }
  gathered.changes.push(...orphans);
  const forecasts: ServiceForecast[] = [];
  for (const subject of contexts) {
    gather(gathered, subject, budgets.targets.get(subject), { prices, foreign: policy.foreign });
    forecasts.push(...serviceForecastsOf(subject, input.forecasts));
  }
  // What a disk can reach decides about full ones also where its project could not be read.
  if (input.snapshots.length > 0) gathered.needs.push(...remembered.flatMap((subject) => planOfLimit(subject) ?? []));
  const { results, findings, starved } = budgets;
  return {
    contexts,
    ...{ results, findings, starved, divided: results, gathered, requested, undone, toMeasure, forecasts },
    disks: disksIn([...contexts, ...remembered], input, prices),
    soon: forecasts.flatMap((one) => maximumSoon(one, policy.warnings.maximumSoonDays) ?? []),
    due: preparationsDue(contexts, input.forecasts, Date.parse(input.now)),
  };
};

/** Second step: the sums of a part of the changes, and the guardrails that it exceeds. */
const judge = (
  input: PlanInput,
  gathered: Gathered,
  {
    part,
    tallies,
    isFirstRun,
  }: {
    readonly part: readonly Change[];
    readonly tallies: Readonly<Gathered['tallies']>;
    readonly isFirstRun: boolean;
  },
): Pick<Plan, 'summary' | 'violations'> => {
  const { guardrails, prices } = input.policy;
  const summary = summarize(tallies, part, resizingOf(input));
  const exceeded = violations(guardrails, {
    summary,
    counts: countServices({ ...gathered, changes: part }),
    addedMoney: addedMoney(tallies),
    currency: prices.currency,
    hasDefaultPrice: prices.default !== null,
    restarts: countRestarts(part),
    resized: part.filter(resizes).length,
    isFirstRun: isFirstRun && showsPolicyFirst(input, part),
  });
  return { summary, violations: exceeded };
};

/** Third step: the plan in its order, with its findings and verdict. */
const writeUp = (input: PlanInput, decided: Decided): Pick<PlanResult, 'plan' | 'weigh'> => {
  const { policy, unread } = input;
  const { contexts, gathered, requested, undone, disks } = decided;
  const planned = changesFor(withRestarts(gathered.changes, input.restartingOptions), input.only).sort(byChangeOrder);
  const concerned = input.only === undefined ? gathered.tallies : talliesOf(gathered.tallies, planned);
  const { changes, tallies, findings: ofFreeze, freeze } = underFreeze(planned, concerned, input.freeze);
  // A raise to the provisioned size does not let the disk grow.
  const makingRoom = changes.filter((change) => !gathered.toFloor.has(change));
  const overdraft = undone === undefined ? [] : overdrawn(decided.divided, undone.services);
  const { summary, violations: exceeded } = judge(input, gathered, { part: changes, tallies, isFirstRun: true });
  const isApplied = mayWrite(policy.mode) && exceeded.length + overdraft.length === 0;
  const { findings, accepted } = acceptFindings(
    policy.accept ?? [],
    [
      ...gathered.findings,
      ...decided.due,
      ...decided.soon,
      ...unresolved(gathered.reached, makingRoom, policy.mode),
      ...openFindings(disks, decided.findings, isApplied ? makingRoom : []),
      ...(input.notes ?? []),
      ...ofFreeze,
      ...unread.filter(({ isOutside }) => !isOutside).map(unreadFinding(rememberedIn(input))),
      ...unmetTypes(input),
      ...alertsUnlisted(input.snapshots),
    ].sort(byFindingOrder),
    [...input.snapshots, ...(input.remembered ?? [])],
    input.today,
  );
  const plan = {
    digest: input.hash(digestText(changes)),
    mode: policy.mode,
    summary,
    changes,
    decisions: gathered.decisions.sort(byPlace),
    budgets: decided.results,
    findings,
    ...(accepted.length > 0 && { accepted }),
    violations: [...exceeded, ...overdraft],
    ...freeze,
    readings: input.readings,
    ...(input.forecasts === undefined || requested !== undefined
      ? {}
      : { forecast: planForecast(decided.forecasts, coverageOf(contexts, input.forecasts)) }),
    disks: disks?.known,
  };
  const weigh: PlanResult['weigh'] = (part, isFirstRun) => {
    const judged = judge(input, gathered, { part, tallies: talliesOf(tallies, part), isFirstRun });
    return { ...judged, violations: [...judged.violations, ...overdraft] };
  };
  return { plan: { ...plan, verdict: verdictOf(plan) }, weigh };
};

/**
 * Plans all projects at once: compares desired with actual state, within the maximums that budgets allow, then checks the
 * guardrails. Pure; the order of the input does not matter (design §7, §8, §12).
 * @throws Error when a project appears twice.
 */
export const makePlan = (input: PlanInput): PlanResult => {
  const prices = priceFinder(input.policy.prices, input.prices ?? new Map());
  const decided = decideAll(input, prices);
  const { contexts, gathered, disks } = decided;
  const written = once(() => writeUp(input, decided));
  return {
    get plan() {
      return written().plan;
    },
    ...questionsOf(input, { plans: gathered.needs, prices: gathered.priceNeeds }, rememberedIn(input)),
    drifted: [...gathered.drifted].sort(),
    starved: decided.starved,
    toMeasure: [...(disks?.toMeasure ?? []), ...decided.toMeasure, ...decided.due],
    weigh: (part, isFirstRun) => written().weigh(part, isFirstRun),
    priceOf: pricesByPlace(contexts, prices),
    urgencyOf: urgencyIn(contexts, input.forecasts),
    hash: input.hash,
  };
};
