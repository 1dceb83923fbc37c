import { grantableOf, type Histories } from '../budget/month-costs.ts';
import { type BudgetPlans, planBudgets } from '../budget/plan-budgets.ts';
import { type PlatformPrices, priceFinder, priceKeyText } from '../budget/service-price.ts';
import { fillIn, serviceForecastsOf } from '../forecast/contexts.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import { maximumSoon, type ServiceForecast } from '../forecast/maximum-soon.ts';
import { planForecast } from '../forecast/plan-forecast.ts';
import type { Finding } from '../model/decision.ts';
import type { Freeze } from '../model/freeze.ts';
import { mayWrite } from '../model/mode.ts';
import type { MaximumKind, PlanKey, PriceKey, Snapshot, UnreadProject } from '../model/model.ts';
import type { Policy } from '../model/policy-document.ts';
import { compilePolicy } from '../policy/policy.ts';
import { unmetTypes } from '../policy/unmet-types.ts';
import type { DriftFacts } from '../service/drift-facts.ts';
import { type PlanDisks, planKeyText } from '../service/floor.ts';
import { countRestarts, withRestarts } from '../service/restarts.ts';
import { countServices, type Place } from '../service/service-counts.ts';
import { contextsOf } from './contexts.ts';
import { underFreeze } from './freeze-hold.ts';
import { gather, gatherUndo, nothingGathered } from './gathered.ts';
import { violations } from './guardrails.ts';
import { notMended } from './maximum-reached.ts';
import { byChangeOrder, byFindingOrder, byPlace, digestText } from './order.ts';
import type { Plan } from './plan-result.ts';
import { addedMoney, summarize } from './summary.ts';
import { planUndo, type Undo } from './undo.ts';
import { overdrawn } from './undo-budget.ts';

export interface PlanInput extends DriftFacts {
  readonly policy: Policy;
  /** One per project; changes are planned for these only. */
  readonly snapshots: readonly Snapshot[];
  readonly unread: readonly UnreadProject[];
  /** Whether these are all projects of the organization; absent: no. */
  readonly isWhole?: boolean;
  /** What a person should know of the run itself. */
  readonly notes?: readonly Finding[];
  /** Absent when nothing is frozen. */
  readonly freeze?: Freeze;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** The moment of `today`, ISO 8601, UTC. */
  readonly now: string;
  /** Sizes kept of each project; absent when no budget counts what the month has cost so far. */
  readonly histories?: Histories;
  /** Absent when nothing is decided or told by forecasts. */
  readonly forecasts?: Forecasts;
  readonly planDiskMb: PlanDisks;
  /** How large disks of plans can get in MB, by the same keys; absent when no budget has asked. */
  readonly planCapMb?: PlanDisks;
  /** Plans that the platform could not be asked for, by the same keys; absent when there are none. */
  readonly unreadPlans?: ReadonlySet<string>;
  /** Absent when no budget has asked. */
  readonly prices?: PlatformPrices;
  /** What the numbers of endpoints count that are to be created. */
  readonly maximumKind: MaximumKind;
  /** Dotted names of the search options whose change restarts a service. */
  readonly restartingOptions: ReadonlySet<string>;
  /** A run whose writes are to be taken back instead of carrying out the policy; absent for every other plan. */
  readonly undo?: Undo;
  /** Turns a text into a digest of it that cannot be forged. */
  readonly hash: (text: string) => string;
  /** Digest of the one plan that may cross guardrails. */
  readonly approvedDigest?: string;
  /** Whether no plan has been approved or applied since the mode was last another one than `enforce`. */
  readonly isFirstRun: boolean;
}

export interface PlanResult {
  readonly plan: Plan;
  /**
   * Service plans whose disk must be known first. The services concerned are left out of this plan, or of what it says
   * of maximums that are reached: ask the platform and make the plan again with the answers.
   */
  readonly needs: readonly PlanKey[];
  /** Prices that must be known first, likewise. */
  readonly priceNeeds: readonly PriceKey[];
  /** Projects of which the plan tells changes by hand: their event logs may name who made them. */
  readonly drifted: readonly string[];
  /** Services that their budget leaves without room: it is worth knowing how full their disks are. */
  readonly starved: readonly Place[];
}

const noBudgets: Pick<BudgetPlans, 'results' | 'findings' | 'starved'> = { results: [], findings: [], starved: [] };

/** Code of the finding that a project could not be read. */
export const projectUnread = 'project-unread';

const unreadFinding = ({ project, error, message }: UnreadProject): Finding => ({
  code: projectUnread,
  project,
  service: '',
  message: `The project could not be read, so nothing in it is changed: ${error}: ${message}`,
});

/** An undo is not what policy does, so it is not the first plan of a policy. */
const showsPolicyFirst = ({ isFirstRun, undo }: PlanInput): boolean => isFirstRun && undo === undefined;

const verdictOf = (plan: Omit<Plan, 'verdict'>, approvedDigest: string | undefined): Plan['verdict'] => {
  if (plan.changes.length === 0) return 'nothing';
  if (!mayWrite(plan.mode)) return 'observe';
  return plan.violations.length > 0 && approvedDigest !== plan.digest ? 'needs-approval' : 'apply';
};

/** Each thing to ask once, through the first project that has it. */
const distinctKeys = <T extends PlanKey>(keys: readonly T[], textOf: (key: T) => string): T[] => {
  const first = new Map<string, T>();
  for (const key of keys) {
    const known = first.get(textOf(key));
    if (known === undefined || key.project < known.project) first.set(textOf(key), key);
  }
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
};

/**
 * Decides what to change, over all projects at once: desired against actual, with the maximums that budgets allow, then
 * guardrails. Pure, and the same for the same world whatever the order of the input (design §7, §8, §12).
 * @throws Error when a project is given twice.
 */
export const makePlan = (input: PlanInput): PlanResult => {
  const { policy, unread, hash } = input;
  const prices = priceFinder(policy.prices, input.prices ?? new Map());
  const { cases, orphans } = contextsOf(compilePolicy(policy), input);
  const budgets = planBudgets({
    policy,
    cases,
    unread,
    planCaps: input.planCapMb ?? new Map(),
    unreadPlans: input.unreadPlans ?? new Set(),
    priceOf: prices.find,
    grantable: grantableOf(input.histories ?? new Map(), input.now),
    fillOf: fillIn(input.forecasts),
  });
  const gathered = nothingGathered(budgets.needs);
  const undone = input.undo && planUndo(input.undo, cases);
  if (undone !== undefined) gatherUndo(gathered, cases, undone, prices);
  else gathered.changes.push(...orphans);
  const foreseen: ServiceForecast[] = [];
  for (const subject of undone === undefined ? cases : []) {
    gather(gathered, subject, budgets.targets.get(subject), prices);
    foreseen.push(...serviceForecastsOf(subject, input.forecasts));
  }
  const soon = foreseen.flatMap((one) => maximumSoon(one, policy.warnings.maximumSoonDays) ?? []);
  // What budgets would give is not what an undo gives: they only say what it must not cost.
  const { results, findings: told, starved } = undone === undefined ? budgets : noBudgets;

  const planned = withRestarts(gathered.changes, input.restartingOptions).sort(byChangeOrder);
  const { changes, tallies, told: frozen, freeze } = underFreeze(planned, gathered.tallies, input.freeze);
  const decisions = gathered.decisions.sort(byPlace);
  // A disk that stands at its floor grows no more, also after its maximum was raised to that.
  const makingRoom = changes.filter((change) => !gathered.toFloor.has(change));
  const reached = notMended(gathered.reached, makingRoom, policy.mode);
  const notes = [...(input.notes ?? []), ...frozen, ...unread.map(unreadFinding), ...unmetTypes(input)];
  const findings = [...gathered.findings, ...soon, ...reached, ...told, ...notes];
  const summary = summarize(tallies, changes);
  const digest = hash(digestText(changes));
  const crossed = violations(policy.guardrails, {
    summary,
    counts: countServices({ ...gathered, changes }),
    addedMoney: addedMoney(tallies),
    currency: policy.prices.currency,
    restarts: countRestarts(changes),
    isFirstRun: showsPolicyFirst(input),
  });
  const plan = {
    digest,
    mode: policy.mode,
    summary,
    changes,
    decisions,
    budgets: results,
    findings: findings.sort(byFindingOrder),
    violations: undone === undefined ? crossed : [...crossed, ...overdrawn(budgets.results, undone.services)],
    ...freeze,
    ...(input.forecasts === undefined || undone !== undefined ? {} : { forecast: planForecast(foreseen) }),
  };
  return {
    plan: { ...plan, verdict: verdictOf(plan, input.approvedDigest) },
    needs: distinctKeys(gathered.needs, ({ serviceType, plan: name }) => planKeyText(serviceType, name)),
    priceNeeds: distinctKeys([...budgets.priceNeeds], priceKeyText),
    drifted: [...gathered.drifted].sort(),
    starved,
  };
};
