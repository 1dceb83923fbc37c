import { withAdoption } from '../adoption/adoption.ts';
import type { PriceFinder } from '../budget/service-price.ts';
import type { Target } from '../budget/target.ts';
import { type Change, givesBack, grows, isDiskChange, takesOver, updatesEndpoint } from '../change/change.ts';
import { belowPromise } from '../grants/grants.ts';
import { because, type Decision, type Finding, type ForeignHandling } from '../model/decision.ts';
import { keepFirst, type ServiceName } from '../model/grouping.ts';
import type { PlanKey, PriceKey } from '../model/model.ts';
import type { ServiceContext } from '../service/changes.ts';
import { withinPlan } from '../service/disk-limit.ts';
import { planDrifted } from '../service/drift-plan.ts';
import { hasPlanName, planKeyText } from '../service/floor.ts';
import { decisionWithFacts } from '../service/protection.ts';
import { planSearch } from '../service/search-plan.ts';
import { planHeld, planService, type ServicePlan, type Tally } from '../service/service-plan.ts';
import type { UndoPlan } from '../undo/undo.ts';
import type { Named } from './freeze-hold.ts';
import { reachOf } from './maximum-reached.ts';
import type { PricedTally } from './summary.ts';

/** The plans of single services, collected before they become one plan. */
export interface Gathered {
  readonly changes: Change[];
  readonly decisions: Decision[];
  readonly findings: Finding[];
  /** Services at their maximum. */
  readonly reached: Finding[];
  readonly tallies: Named<PricedTally>[];
  readonly needs: PlanKey[];
  readonly priceNeeds: PriceKey[];
  /** Plans whose sizes limit disks, known or not, by `planKeyText`. */
  readonly limiting: Map<string, PlanKey>;
  readonly drifted: Set<string>;
  /** Raises that only reach the provisioned size. */
  readonly floorRaises: Set<Change>;
  /** Services with a search baseline: managed even if no rule matches them. */
  readonly withBaseline: ServiceName[];
}

export const nothingGathered = (needs: readonly PlanKey[], priceNeeds: readonly PriceKey[]): Gathered => ({
  changes: [],
  decisions: [],
  findings: [],
  reached: [],
  tallies: [],
  needs: [...needs],
  priceNeeds: [...priceNeeds],
  limiting: new Map(),
  drifted: new Set(),
  floorRaises: new Set(),
  withBaseline: [],
});

/** The service with the desired maximum that its budget allows. */
const withTarget = (subject: ServiceContext, target: Target | undefined): ServiceContext => {
  if (target === undefined) return subject;
  const { judgement } = subject;
  const { decision } = judgement;
  const maxAdditionalGb = target.kind === 'at' ? target.gb : decision.maxAdditionalGb;
  const reasons = [...decision.reasons, ...because('budget', target.reason)];
  return { ...subject, judgement: { ...judgement, decision: { ...decision, maxAdditionalGb, reasons } } };
};

/** The tally without the GB that the plan of the service cannot give: they never cost anything. */
const possible = (tally: Tally, { sizes }: ServiceContext): Tally => ({
  ...tally,
  fromGb: withinPlan(tally.fromGb, sizes),
  toGb: withinPlan(tally.toGb, sizes),
});

/** Notes the plan whose sizes limit the disk of a service. */
const noteLimitingPlan = (into: Gathered, { service, judgement }: ServiceContext): PlanKey => {
  const key = { project: judgement.decision.project, serviceType: service.type, plan: service.plan };
  keepFirst(into.limiting, planKeyText(service.type, service.plan), key);
  return key;
};

/** Notes the plan whose sizes limit a disk that has an autoscaler, or gets one, and asks for what has not been read yet. */
export const limitByPlan = (into: Gathered, subject: ServiceContext): void => {
  const { service, judgement, actual, sizes } = subject;
  const grows = actual.maximum !== null || judgement.decision.effect === 'enable';
  if (!grows || !service.diskMb || !hasPlanName(service)) return;
  const key = noteLimitingPlan(into, subject);
  if (sizes.planDiskMb === undefined) into.needs.push(key);
};

/** Adds the plan of one service. */
const addPlan = (into: Gathered, subject: ServiceContext, planned: ServicePlan, prices: PriceFinder): void => {
  const { service, judgement } = subject;
  const { budget } = judgement;
  const isFloorRaise = (change: Change) => planned.raisesToFloor === true && updatesEndpoint(change);
  for (const change of planned.changes) {
    const isHandover = takesOver(change) || givesBack(change);
    const takesMoney = (isDiskChange(change) && !isFloorRaise(change) && !isHandover) || grows(change);
    if (isFloorRaise(change)) into.floorRaises.add(change);
    into.changes.push(takesMoney && budget !== null ? { ...change, budget } : change);
  }
  into.findings.push(...planned.findings);
  if (planned.tally !== undefined) {
    const { project } = judgement.decision;
    const perGbMonth = prices.offhand(project, service);
    into.tallies.push({ ...possible(planned.tally, subject), project, service: service.name, perGbMonth });
  }
  if (planned.needs !== undefined) into.needs.push(planned.needs);
  if (planned.needsPrice !== undefined) into.priceNeeds.push(planned.needsPrice);
};

/** Adds the undo of a run, or what else is requested, and no other change; the decisions of the policy stay in the plan. */
export const gatherRequested = (
  into: Gathered,
  contexts: readonly ServiceContext[],
  requested: UndoPlan,
  prices: PriceFinder,
): void => {
  into.decisions.push(...contexts.map(decisionWithFacts));
  into.findings.push(...requested.findings);
  for (const { subject, plan } of requested.services) {
    if (hasPlanName(subject.service) && subject.sizes.planDiskMb !== undefined) noteLimitingPlan(into, subject);
    addPlan(into, subject, plan, prices);
  }
};

/** What one service needs besides its search options. */
const planOf = (subject: ServiceContext, isHeld: boolean, foreign: ForeignHandling): ServicePlan => {
  const planned = planDrifted(subject, isHeld ? planHeld(subject) : planService(subject));
  return foreign === 'adopt' ? withAdoption(subject, planned) : planned;
};

/** How the services are planned, besides their own facts. */
interface Gathering {
  readonly prices: PriceFinder;
  readonly foreign: ForeignHandling;
}

/** Adds the changes and findings of one service, with the maximum that its budget allows. */
export const gather = (
  into: Gathered,
  context: ServiceContext,
  target: Target | undefined,
  { prices, foreign }: Gathering,
): void => {
  const subject = withTarget(context, target);
  const { service, judgement } = subject;
  const { decision } = judgement;
  const planned = planOf(subject, target?.kind === 'hold', foreign);
  if (planned.reportsDrift) into.drifted.add(decision.project);
  const search = planSearch(service, judgement);
  into.decisions.push(decisionWithFacts(subject));
  addPlan(into, subject, planned, prices);
  into.findings.push(...judgement.findings, ...search.findings);
  if (target !== undefined) into.findings.push(...belowPromise(context, planned.tally, target.reason));
  into.changes.push(...search.changes);
  if (judgement.wants.length > 0) into.withBaseline.push(decision);
  limitByPlan(into, subject);
  const reached = judgement.exempt ? undefined : reachOf(subject);
  if (reached !== undefined) into.reached.push(reached);
};
