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
import { gather, gatherRequested, nothingGathered, planOfLimit } from './gathered.ts';
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

/**
 * Plans all projects at once: compares desired with actual state, within the maximums that budgets allow, then checks the
 * guardrails. Pure; the order of the input does not matter (design §7, §8, §12).
 * @throws Error when a project appears twice.
 */
export const makePlan = (input: PlanInput): PlanResult => {
  const { policy, unread, hash } = input;
  const prices = priceFinder(policy.prices, input.prices ?? new Map());
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
  if (requested !== undefined) gatherRequested(gathered, contexts, requested, prices);
  else gathered.changes.push(...orphans);
  const forecasts: ServiceForecast[] = [];
  for (const subject of requested === undefined ? contexts : []) {
    gather(gathered, subject, budgets.targets.get(subject), { prices, foreign: policy.foreign });
    forecasts.push(...serviceForecastsOf(subject, input.forecasts));
  }
  // What a disk can reach decides about full ones also where its project could not be read.
  if (requested === undefined && input.snapshots.length > 0)
    gathered.needs.push(...remembered.flatMap((subject) => planOfLimit(subject) ?? []));
  const disks = requested === undefined ? disksIn([...contexts, ...remembered], input, prices) : undefined;
  const soon = forecasts.flatMap((one) => maximumSoon(one, policy.warnings.maximumSoonDays) ?? []);
  // An undo does not apply the shares of budgets: budgets only limit its cost. An adoption costs nothing.
  const { results, findings: ofBudgets, starved } = requested === undefined ? budgets : noBudgets;

  const due = requested === undefined ? preparationsDue(contexts, input.forecasts, Date.parse(input.now)) : [];

  const finished = once(() => {
    const planned = changesFor(withRestarts(gathered.changes, input.restartingOptions), input.only).sort(byChangeOrder);
    const concerned = input.only === undefined ? gathered.tallies : talliesOf(gathered.tallies, planned);
    const { changes, tallies, findings: ofFreeze, freeze } = underFreeze(planned, concerned, input.freeze);
    const decisions = gathered.decisions.sort(byPlace);
    // A raise to the provisioned size does not let the disk grow.
    const makingRoom = changes.filter((change) => !gathered.toFloor.has(change));
    const reached = unresolved(gathered.reached, makingRoom, policy.mode);
    const judge = (part: readonly Change[], ofPart: typeof tallies, isFirstRun: boolean) => {
      const summary = summarize(ofPart, part, resizingOf(input));
      const exceeded = violations(policy.guardrails, {
        summary,
        counts: countServices({ ...gathered, changes: part }),
        addedMoney: addedMoney(ofPart),
        currency: policy.prices.currency,
        hasDefaultPrice: policy.prices.default !== null,
        restarts: countRestarts(part),
        resized: part.filter(resizes).length,
        isFirstRun: isFirstRun && showsPolicyFirst(input, part),
      });
      return { summary, violations: exceeded };
    };
    const overdraft = undone === undefined ? [] : overdrawn(budgets.results, undone.services);
    const { summary, violations: exceeded } = judge(changes, tallies, true);
    const ofProjects = unread.filter(({ isOutside }) => !isOutside).map(unreadFinding(isRemembered));
    const notes = [
      ...(input.notes ?? []),
      ...ofFreeze,
      ...ofProjects,
      ...unmetTypes(input),
      ...alertsUnlisted(input.snapshots),
    ];
    const isApplied = mayWrite(policy.mode) && exceeded.length + overdraft.length === 0;
    const open = openFindings(disks, ofBudgets, isApplied ? makingRoom : []);
    const { findings, accepted } = acceptFindings(
      policy.accept ?? [],
      [...gathered.findings, ...due, ...soon, ...reached, ...open, ...notes].sort(byFindingOrder),
      [...input.snapshots, ...(input.remembered ?? [])],
      input.today,
    );
    const digest = hash(digestText(changes));
    const plan = {
      digest,
      mode: policy.mode,
      summary,
      changes,
      decisions,
      budgets: results,
      findings,
      ...(accepted.length > 0 && { accepted }),
      violations: [...exceeded, ...overdraft],
      ...freeze,
      readings: input.readings,
      ...(input.forecasts === undefined || requested !== undefined
        ? {}
        : { forecast: planForecast(forecasts, coverageOf(contexts, input.forecasts)) }),
      disks: disks?.known,
    };
    const weigh: PlanResult['weigh'] = (part, isFirstRun) => {
      const judged = judge(part, talliesOf(tallies, part), isFirstRun);
      return { ...judged, violations: [...judged.violations, ...overdraft] };
    };
    return { plan: { ...plan, verdict: verdictOf(plan) }, weigh };
  });
  return {
    get plan() {
      return finished().plan;
    },
    ...questionsOf(input, { plans: gathered.needs, prices: gathered.priceNeeds }, isRemembered),
    drifted: [...gathered.drifted].sort(),
    starved,
    toMeasure: [...(disks?.toMeasure ?? []), ...toMeasure, ...due],
    weigh: (part, isFirstRun) => finished().weigh(part, isFirstRun),
    priceOf: pricesByPlace(contexts, prices),
    urgencyOf: urgencyIn(contexts, input.forecasts),
    hash,
  };
};
