import { type AdoptionTarget, planRequested } from '../adoption/requested.ts';
import { grantableOf, type Histories } from '../budget/month-costs.ts';
import { type BudgetPlans, planBudgets } from '../budget/plan-budgets.ts';
import { type PlatformPrices, type PriceFinder, priceFinder, pricesByPlace } from '../budget/service-price.ts';
import type { Change } from '../change/change.ts';
import { disksOf, openFindings } from '../disk/disks.ts';
import { acceptFindings } from '../findings/accepted.ts';
import { unreadFinding } from '../findings/unread-finding.ts';
import { coverageOf, fillIn, serviceForecastsOf, urgencyIn } from '../forecast/contexts.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import { maximumSoon, type ServiceForecast } from '../forecast/maximum-soon.ts';
import { planForecast } from '../forecast/plan-forecast.ts';
import type { Grant } from '../grants/grants.ts';
import { changesFor, concernsOnly, type ServicePlace, talliesOf } from '../grants/only.ts';
import type { AdoptedByProject } from '../model/adopted.ts';
import type { Finding } from '../model/decision.ts';
import type { Freeze } from '../model/freeze.ts';
import { byPlace } from '../model/grouping.ts';
import { mayWrite } from '../model/mode.ts';
import type { MaximumKind, RememberedProject, Snapshot, UnreadProject } from '../model/model.ts';
import type { Money } from '../model/money.ts';
import type { Policy } from '../model/policy-document.ts';
import { compilePolicy } from '../policy/policy.ts';
import { unmetTypes } from '../policy/unmet-types.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { DriftFacts } from '../service/drift-facts.ts';
import type { PlanDisks } from '../service/floor.ts';
import { countRestarts, withRestarts } from '../change/restarts.ts';
import { countServices, type Place } from '../service/service-counts.ts';
import { contextsOf } from './contexts.ts';
import { underFreeze } from './freeze-hold.ts';
import { gather, gatherRequested, nothingGathered } from './gathered.ts';
import { violations } from './guardrails.ts';
import { unresolved } from './maximum-reached.ts';
import { byChangeOrder, byFindingOrder, digestText } from './order.ts';
import type { Plan, PlanReadings } from './plan-result.ts';
import { type Questions, questionsOf } from './questions.ts';
import { addedMoney, summarize } from './summary.ts';
import { planUndo, type Undo } from '../undo/undo.ts';
import { overdrawn } from '../undo/undo-budget.ts';

export interface PlanInput extends DriftFacts {
  readonly policy: Policy;
  /** One per project; changes are planned for these only. */
  readonly snapshots: readonly Snapshot[];
  /**
   * Last records of projects that this run did not read or could not read; absent if there are none. Their services only
   * count in budgets.
   */
  readonly remembered?: readonly RememberedProject[];
  readonly unread: readonly UnreadProject[];
  /** Absent if the run read every project itself. */
  readonly readings?: PlanReadings;
  /** Whether these are all projects of the organization; absent: no. */
  readonly isWhole?: boolean;
  /** Findings about the run itself. */
  readonly notes?: readonly Finding[];
  /** Absent without a freeze. */
  readonly freeze?: Freeze;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** The moment of `today`, ISO 8601, UTC. */
  readonly now: string;
  /** Size history of each project; absent when no budget has basis month-to-date. */
  readonly histories?: Histories;
  /** Absent when neither decisions nor findings use forecasts. */
  readonly forecasts?: Forecasts;
  readonly planDiskMb: PlanDisks;
  /** Largest disk of each plan in MB, by the same keys; absent when no budget needs it. */
  readonly planCapMb?: PlanDisks;
  /** Plans that could not be read from the platform, by the same keys; absent when there are none. */
  readonly unreadPlans?: ReadonlySet<string>;
  /** Absent when no budget needs prices. */
  readonly prices?: PlatformPrices;
  /** Meaning of the maximum of endpoints that the plan creates. */
  readonly maximumKind: MaximumKind;
  /** Dotted names of the search options whose change restarts a service. */
  readonly restartingOptions: ReadonlySet<string>;
  /** Dotted names of the search options that cannot be unset once they are set. */
  readonly lastingOptions: ReadonlySet<string>;
  /** A run to undo instead of applying the policy; absent for every other plan. */
  readonly undo?: Undo;
  /** Adoptions to plan instead of applying the policy; absent for every other plan. */
  readonly adopt?: readonly AdoptionTarget[];
  /** Endpoints made by hand that Headroom manages; absent if there are none. */
  readonly adopted?: AdoptedByProject;
  /** The one service whose changes are planned; absent: all. */
  readonly only?: ServicePlace;
  /** Maximums that people have granted for some days; absent if there are none. */
  readonly grants?: readonly Grant[];
  /** Cryptographic hash of a text. */
  readonly hash: (text: string) => string;
  /** Whether no plan was approved or applied since the mode became `enforce`. */
  readonly isFirstRun: boolean;
}

export interface PlanResult extends Questions {
  /** Made when it is first read: with missing facts, only the questions are needed. */
  readonly plan: Plan;
  /** Projects with drift findings: their event logs may name the actor. */
  readonly drifted: readonly string[];
  /** Services that their budget leaves without room: their fill levels decide on findings. */
  readonly starved: readonly Place[];
  /** Services that are nearly full, as far as that is known: a measurement says how full, and how soon they are. */
  readonly toMeasure: readonly Place[];
  /**
   * Summary and violations of a part of the changes, as if it were the plan.
   * @param isFirstRun whether it counts as the first plan of the mode `enforce`, if the plan does
   */
  readonly weigh: (changes: readonly Change[], isFirstRun: boolean) => Pick<Plan, 'summary' | 'violations'>;
  /** Price of a service's additional storage per GB and month, as far as known without a request; null without one. */
  readonly priceOf: (place: Place) => Money | null;
  /** Rank of a change's service: the lower, the sooner its disk reaches the threshold. */
  readonly urgencyOf: (change: Change) => number;
  /** Cryptographic hash of a text, for the digests of parts. */
  readonly hash: (text: string) => string;
}

const noBudgets: Pick<BudgetPlans, 'results' | 'findings' | 'starved'> = { results: [], findings: [], starved: [] };

const rememberedIn = ({ remembered = [] }: PlanInput) => {
  const names = new Set(remembered.map(({ project }) => project));
  return (project: string): boolean => names.has(project);
};

/** An undo, an adoption or a grant of one service does not apply the policy, so it is never the first plan of a policy. */
const showsPolicyFirst = ({ isFirstRun, undo, adopt, only }: PlanInput, changes: readonly Change[]): boolean =>
  isFirstRun && (undo ?? adopt) === undefined && !concernsOnly(changes, only);

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
  const gathered = nothingGathered(budgets.needs);
  const undone = input.undo && planUndo(input.undo, contexts, input.lastingOptions);
  const requested = undone ?? (input.adopt && planRequested(input.adopt, contexts));
  if (requested !== undefined) gatherRequested(gathered, contexts, requested, prices);
  else gathered.changes.push(...orphans);
  const forecasts: ServiceForecast[] = [];
  for (const subject of requested === undefined ? contexts : []) {
    gather(gathered, subject, budgets.targets.get(subject), { prices, foreign: policy.foreign });
    forecasts.push(...serviceForecastsOf(subject, input.forecasts));
  }
  const disks = requested === undefined ? disksIn([...contexts, ...remembered], input, prices) : undefined;
  const soon = forecasts.flatMap((one) => maximumSoon(one, policy.warnings.maximumSoonDays) ?? []);
  // An undo does not apply the shares of budgets: budgets only limit its cost. An adoption costs nothing.
  const { results, findings: ofBudgets, starved } = requested === undefined ? budgets : noBudgets;

  const finished = once(() => {
    const planned = changesFor(withRestarts(gathered.changes, input.restartingOptions), input.only).sort(byChangeOrder);
    const concerned = input.only === undefined ? gathered.tallies : talliesOf(gathered.tallies, planned);
    const { changes, tallies, findings: ofFreeze, freeze } = underFreeze(planned, concerned, input.freeze);
    const decisions = gathered.decisions.sort(byPlace);
    // A raise to the provisioned size does not let the disk grow.
    const makingRoom = changes.filter((change) => !gathered.toFloor.has(change));
    const reached = unresolved(gathered.reached, makingRoom, policy.mode);
    const judge = (part: readonly Change[], ofPart: typeof tallies, isFirstRun: boolean) => {
      const summary = summarize(ofPart, part);
      const exceeded = violations(policy.guardrails, {
        summary,
        counts: countServices({ ...gathered, changes: part }),
        addedMoney: addedMoney(ofPart),
        currency: policy.prices.currency,
        hasDefaultPrice: policy.prices.default !== null,
        restarts: countRestarts(part),
        isFirstRun: isFirstRun && showsPolicyFirst(input, part),
      });
      return { summary, violations: exceeded };
    };
    const overdraft = undone === undefined ? [] : overdrawn(budgets.results, undone.services);
    const { summary, violations: exceeded } = judge(changes, tallies, true);
    const ofProjects = unread.filter(({ isOutside }) => !isOutside).map(unreadFinding(isRemembered));
    const notes = [...(input.notes ?? []), ...ofFreeze, ...ofProjects, ...unmetTypes(input)];
    const isApplied = mayWrite(policy.mode) && exceeded.length + overdraft.length === 0;
    const ofDisks = openFindings(disks, ofBudgets, isApplied ? makingRoom : []);
    const { findings, accepted } = acceptFindings(
      policy.accept ?? [],
      [...gathered.findings, ...soon, ...reached, ...ofDisks, ...ofBudgets, ...notes].sort(byFindingOrder),
      input.snapshots,
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
    ...questionsOf(input, { plans: gathered.needs, prices: budgets.priceNeeds }, isRemembered),
    drifted: [...gathered.drifted].sort(),
    starved,
    toMeasure: disks?.toMeasure ?? [],
    weigh: (part, isFirstRun) => finished().weigh(part, isFirstRun),
    priceOf: pricesByPlace(contexts, prices),
    urgencyOf: urgencyIn(contexts, input.forecasts),
    hash,
  };
};
