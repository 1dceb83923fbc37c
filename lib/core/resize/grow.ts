import { planTargets, type RequestedPlans } from '../adoption/targets.ts';
import { keptDays } from '../budget/need/claim.ts';
import type { DiskFacts } from '../budget/need/disk-needs.ts';
import type { BudgetResult } from '../budget/result.ts';
import type { Change } from '../change/change.ts';
import { because } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import { costOfGb, formatCents, formatCentsUp, type Money, parseMoney } from '../model/money.ts';
import type { Policy } from '../model/policy-document.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import { type ServiceContext, update } from '../service/changes.ts';
import { expressed } from '../service/expressible.ts';
import type { ServicePlan } from '../service/service-plan.ts';
import { unknown } from './reclaim.ts';
import {
  type DiskResize,
  diskSizesOf,
  kept,
  keptAs,
  openQuestions,
  type ResizeFacts,
  resizedTo,
  steppedDownMb,
  steppedUpMb,
} from './resize-facts.ts';
import { slackFor } from './slack.ts';

/**
 * Growth by a person: storage is added to a disk at once, whether an autoscaler can do it or not. It counts as provisioned in
 * its budget; money that nothing in force uses pays for it, then what other disks hold beyond their need.
 */

/** Storage that a person adds to one disk. */
export interface Growth extends ServiceName {
  /** Whole GB. */
  readonly gb: number;
}

/** What growth depends on besides the service. */
interface GrowthFacts extends Pick<ResizeFacts, 'prices' | 'currency'> {
  readonly limits: Policy['limits'];
  /** How the policy divides its budgets, and what disks need. */
  readonly budgets: readonly BudgetResult[];
  readonly disks: DiskFacts;
}

/** Why the state of a service forbids it, as a clause. */
const forbidden = ({ service, judgement }: ServiceContext): string | undefined => {
  if (service.unusable !== undefined) return "the platform's record of the service is invalid";
  if (judgement.exempt) return 'a tag exempts the service; remove the tag first';
  return service.state === 'RUNNING' ? undefined : `the service is in state ${service.state}`;
};

/** The disk with the added storage, or why it is not possible, as a clause. */
const resizeOf = (subject: ServiceContext, gb: number, { limits }: GrowthFacts): DiskResize | string => {
  const { diskMb: fromMb, plan } = subject.service;
  if (fromMb === null) return 'the platform does not report its disk size';
  const of = diskSizesOf(subject);
  if (typeof of === 'string') return of;
  const toMb = steppedUpMb(of, fromMb + gb * mbPerGb);
  if (toMb > of.capMb) {
    const left = Math.max(0, Math.floor((steppedDownMb(of, of.capMb) - fromMb) / mbPerGb));
    return `plan ${plan} allows a disk of at most ${wholeGb(of.capMb)} GB, so at most ${left} GB can be added; a larger plan allows more`;
  }
  const addedGb = wholeGb(toMb - of.planMb);
  if (limits !== undefined && addedGb > limits.maxAdditionalGb)
    return `it would have ${addedGb} GB of added storage, and limits.maxAdditionalGb of the policy is ${limits.maxAdditionalGb} GB`;
  return { fromMb, toMb, planMb: of.planMb };
};

/** Why the budget of a service does not pay for the growth, as a clause. @param takes whether others give up so much money a month */
const unpaid = (
  { judgement: { budget, decision } }: ServiceContext,
  addedGb: number,
  perGb: Money | null,
  { budgets, currency }: GrowthFacts,
  takes: (short: Money, budget: BudgetResult) => boolean,
): string | undefined => {
  if (budget === null) return undefined;
  const result = budgets.find(({ name }) => name === budget);
  const share = result?.shares.find((claim) => serviceKey(claim) === serviceKey(decision));
  if (result === undefined || share === undefined)
    return `sizes or prices of budget "${budget}" are not known yet; run this again`;
  if (result.withheld !== null) return `budget "${budget}" grants nothing now: ${result.withheld}`;
  // What its maximum in force can cost already pays for storage up to it.
  const newGb = Math.max(0, addedGb - share.inForceGb);
  if (newGb === 0) return undefined;
  if (perGb === null) return `no price is known, so budget "${budget}" cannot be shown to pay for it`;
  const cost = costOfGb(perGb, newGb);
  const free = (parseMoney(result.grantableMonthly) ?? 0n) - (parseMoney(result.inForceMonthly) ?? 0n);
  if (cost <= free || takes(cost - free, result)) return undefined;
  const left = formatCents(free < 0n ? 0n : free);
  const short = formatCentsUp(cost - free);
  return `it costs ${formatCentsUp(cost)} ${currency} a month, and budget "${budget}" has ${left} ${currency} that nothing in force uses, and no other disk has enough beyond its need of ${keptDays} days: ${short} ${currency} more would do`;
};

/** The raise of Headroom's own maximum where it would be below the storage, or why that cannot be written, as a clause. */
const raiseWith = (subject: ServiceContext, addedGb: number): readonly Change[] | string => {
  const { attached, sharedWith } = subject.actual;
  const [only, second] = attached;
  const isOurs = only !== undefined && second === undefined && sharedWith.length === 0;
  if (!isOurs || (only.endpoint.maxAdditionalGb ?? addedGb) >= addedGb) return [];
  const maximum = expressed(subject, addedGb);
  if (typeof maximum === 'string') return maximum.replace(/\.$/, '');
  const reasons = because('grow', `A maximum is never below the storage of its disk, ${addedGb} GB.`);
  return [update(subject, only.endpoint, { toGb: addedGb, maximum, reasons })];
};

const moneyText = (perGb: Money | null, gb: number, currency: string): string =>
  perGb === null
    ? 'The cost is unknown: no price is known.'
    : `Costs ${formatCentsUp(costOfGb(perGb, gb))} ${currency} a month.`;

const answerOf = (
  subject: ServiceContext,
  { gb: wantGb }: Growth,
  facts: GrowthFacts,
  takes: Parameters<typeof unpaid>[4],
): ServicePlan => {
  const refused = (why: string): ServicePlan => keptAs(subject, 'not-grown', why);
  const why = forbidden(subject);
  if (why !== undefined) return refused(why);
  const questions = openQuestions(subject, facts);
  if (questions !== undefined) return questions;
  const resize = resizeOf(subject, wantGb, facts);
  if (typeof resize === 'string') return refused(resize);
  const { fromMb, toMb, planMb } = resize;
  const addedGb = wholeGb(toMb - planMb);
  const perGb = facts.prices.offhand(subject.judgement.decision.project, subject.service);
  const short = unpaid(subject, addedGb, perGb, facts, takes);
  if (short !== undefined) return refused(short);
  const raises = raiseWith(subject, addedGb);
  if (typeof raises === 'string') return refused(raises);
  const gb = wholeGb(toMb - fromMb);
  const { managedBy } = subject.judgement;
  const elsewhere = managedBy === null ? '' : ` ${managedBy} manages the service: set the size of the disk there, too.`;
  const text = `A person adds ${gb} GB. ${moneyText(perGb, gb, facts.currency)}${elsewhere}`;
  const grown = resizedTo(subject, resize, 'grow', gb, text);
  return { ...grown, changes: [...raises, ...grown.changes] };
};

/** Plans the growth of one disk, and the lowers of others of its budget whose slack pays for it. */
export const planGrowth = (growth: Growth, contexts: readonly ServiceContext[], facts: GrowthFacts): RequestedPlans => {
  let lowers: RequestedPlans['services'] = [];
  const takes = (short: Money, budget: BudgetResult): boolean => {
    const taken = slackFor(short, budget, contexts, { disks: facts.disks, growing: growth });
    lowers = taken;
    return taken.length > 0;
  };
  const planned = planTargets(
    [growth],
    contexts,
    (subject) => ({ plan: answerOf(subject, growth, facts, takes) }),
    (service) => kept(service, 'not-grown', unknown),
  );
  const grows = planned.services.some(({ plan }) => plan.changes.length > 0);
  return { ...planned, services: [...(grows ? lowers : []), ...planned.services] };
};
