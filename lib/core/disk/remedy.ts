import type { Freeze } from '../model/freeze.ts';
import type { ServiceName } from '../model/grouping.ts';
import { costOfGb, formatCents, type Money } from '../model/money.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import { oneLine, quoted, spanText } from '../model/visible-text.ts';
import { neverEligible } from '../policy/eligibility.ts';
import type { ServiceContext } from '../service/changes.ts';
import { type LimitedBy, planLimitGb } from '../service/disk-limit.ts';
import type { DiskState } from './disk-state.ts';

/** The platform refuses a move to a plan whose disk is smaller than this share of the used space (pf 2.15). */
const planMargin = 1.25;

/** Days for which the room of a remedy lasts at least, and its confidence in percent. */
export const remedyDays = 14;
export const remedyConfidence = 95;

/** What a remedy needs to know besides the service. */
export interface RemedyFacts {
  /** Disk in GB that lasts so long; null while the growth is unknown. */
  readonly needGb: number | null;
  /** The maximum in force, or the lower one that the plan sets; null without one of additional storage. */
  readonly maximumGb: number | null;
  /** Price of additional storage per GB and month, and its currency; null without one. */
  readonly perGbMonth: Money | null;
  readonly currency: string;
  /** Largest maximum of additional storage that the organization's limits allow, in GB; null without limits. */
  readonly largestMaximumGb: number | null;
  /** The freeze that holds runs back; undefined without one. */
  readonly freeze: Freeze | undefined;
}

/** What to do: in a sentence, and the one command of Headroom that does it, if there is one. */
interface Remedy {
  readonly text: string;
  readonly command?: string;
}

/** The service as a word of a command. */
const wordOf = ({ project, service }: ServiceName): string => quoted(oneLine(`${project}/${service}`));

/** Space that the disk may hold: as measured, or all of it where that is unknown or the platform says otherwise. */
const usedMbOf = ({ fill }: DiskState, diskMb: number): number =>
  fill === null || fill.isAtLeast ? diskMb : Math.min(fill.usedMb, diskMb);

/** What a command needs besides, where a freeze would refuse it. */
const duringFreeze = ({ freeze }: RemedyFacts): string =>
  freeze === undefined || freeze.allow.includes('raise') ? '' : " --during-freeze 'disk fills up'";

/** A plan that the platform accepts, and that gives what the growth needs, or more than there is. */
const largerPlan = (
  state: DiskState,
  { service, judgement: { decision } }: ServiceContext,
  { needGb }: RemedyFacts,
): string => {
  const diskMb = service.diskMb ?? 0;
  const accepted = Math.ceil((usedMbOf(state, diskMb) * planMargin) / mbPerGb);
  const gb = Math.max(accepted, wholeGb(diskMb) + 1, Math.ceil(needGb ?? 0));
  const call = `PUT /v1/project/${decision.project}/service/${decision.service} {"plan": "…"}`;
  return `Move it to a plan with a disk of at least ${gb} GB (${call}), or free space on it.`;
};

/** Less than this is no growth step: the platform adds at least 10 GB in some clouds (pf 1.2). */
const leastRaiseGb = 10;

/** Room for some days, until a person has decided: as the growth needs it, or while that is unknown a tenth of the disk. */
const raiseGb = (diskMb: number, { needGb }: RemedyFacts): number =>
  Math.max(leastRaiseGb, Math.ceil(needGb === null ? diskMb / mbPerGb / 10 : needGb - diskMb / mbPerGb));

/** The maximum of another tool that gives such room; empty while its present one, or the size that it allows, is unknown. */
const atLeast = ({ limit }: DiskState, { actual: { maximum } }: ServiceContext, facts: RemedyFacts): string =>
  maximum?.gb == null || limit.mb === null ? '' : ` to at least ${maximum.gb + raiseGb(limit.mb, facts)} GB`;

const moreRoom = (state: DiskState, subject: ServiceContext, facts: RemedyFacts): Remedy => {
  const { perGbMonth, currency, largestMaximumGb } = facts;
  const { service, actual, judgement, sizes } = subject;
  const ours = actual.attached.length === 0 ? null : facts.maximumGb;
  if (ours === null) {
    if (actual.foreign.length > 0)
      return {
        text: `Raise the maximum of endpoint ${actual.foreign[0]}${atLeast(state, subject, facts)}, or free space on the disk.`,
      };
    return { text: 'Raise its maximum in the policy, or free space on the disk.' };
  }
  // A grant lifts only what a rule enables.
  if (judgement.exempt || judgement.decision.effect !== 'enable') return optIn(subject, facts);
  const byPlan = (planLimitGb(sizes) ?? Number.POSITIVE_INFINITY) - ours;
  const byLimits = (largestMaximumGb ?? Number.POSITIVE_INFINITY) - ours;
  if (byPlan < leastRaiseGb) return { text: largerPlan(state, subject, facts) };
  if (byLimits < leastRaiseGb)
    return {
      text: `The limits of the policy allow no more than ${largestMaximumGb} GB: raise limits.maxAdditionalGb first, or free space on the disk.`,
    };
  const limitMb = (sizes.planDiskMb ?? 0) + (ours ?? 0) * mbPerGb;
  const by = Math.min(raiseGb(Math.max(limitMb, service.diskMb ?? 0), facts), byPlan, byLimits);
  const price = perGbMonth === null ? '' : `, up to ${formatCents(costOfGb(perGbMonth, by))} ${currency} a month more`;
  const command = `headroom grant ${wordOf(judgement.decision)} ${ours + by}${duringFreeze(facts)}`;
  const where = judgement.budget === null ? 'the policy' : `the policy and budget "${judgement.budget}"`;
  return { text: `Raise its maximum (${command}${price}), then in ${where}; or free space on the disk.`, command };
};

const optIn = ({ service, judgement: { decision, exempt } }: ServiceContext, facts: RemedyFacts): Remedy => {
  if (exempt) return { text: 'End its exemption so that the policy can give it an autoscaler, or free space on it.' };
  const isEnabled = decision.effect === 'enable';
  if (isEnabled && service.state !== 'RUNNING')
    return { text: `${backToRunning(service)}: the next run then enables its autoscaler. Or free space on the disk.` };
  if (isEnabled && (facts.freeze?.allow.includes('enable') ?? true))
    return { text: 'The policy enables its autoscaler: apply the plan (headroom apply).', command: 'headroom apply' };
  const command = `headroom grow ${wordOf(decision)} ${raiseGb(service.diskMb ?? 0, facts)}${duringFreeze(facts)}`;
  const then = isEnabled
    ? 'a run after the freeze enables its autoscaler'
    : 'let a rule or its tag enable the autoscaler';
  return { text: `Add storage at once (${command}), then ${then}; or free space on it.`, command };
};

/** The command that starts the maintenance of a service. */
export const startCommand = ({ judgement: { decision } }: ServiceContext): string =>
  `headroom maintenance start ${wordOf(decision)}`;

const maintain = (state: DiskState, subject: ServiceContext, facts: RemedyFacts): Remedy => {
  const command = startCommand(subject);
  const start = `Start its maintenance (${command}): afterwards the disk can grow again.`;
  const isDue = subject.service.pendingMaintenance !== undefined;
  return { text: isDue ? start : `${start} If none is due, ${lowerFirst(largerPlan(state, subject, facts))}`, command };
};

/** The platform rebuilds nodes by itself and ends it; a service that is off needs a person. */
const backToRunning = ({ state }: ServiceContext['service']): string =>
  state === 'POWEROFF' ? 'Bring the service back to RUNNING' : 'Wait until the service runs again';

const untilRunning = ({ service }: ServiceContext): string =>
  `${backToRunning(service)}, or free space on the disk: the autoscaler acts on running services only.`;

const remedies: Readonly<Record<LimitedBy, (state: DiskState, subject: ServiceContext, facts: RemedyFacts) => Remedy>> =
  {
    plan: (state, subject, facts) => ({ text: largerPlan(state, subject, facts) }),
    maximum: moreRoom,
    maintenance: maintain,
    state: (_, subject) => ({ text: untilRunning(subject) }),
    'no autoscaler': (_, subject, facts) => optIn(subject, facts),
    'not eligible': (state, subject, facts) => ({ text: largerPlan(state, subject, facts) }),
  };

/** What to do about a disk that cannot grow: the one thing that works there. */
export const remedyOf = (
  by: LimitedBy | null,
  state: DiskState,
  subject: ServiceContext,
  facts: RemedyFacts,
): Remedy => {
  return by === null ? { text: 'Look at the service on the platform.' } : remedies[by](state, subject, facts);
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Why the disk cannot grow, as a clause. */
export const whyNot = ({ limit, alert }: DiskState, { service, actual, judgement }: ServiceContext): string => {
  switch (limit.by) {
    case 'plan':
      return `cannot grow: plan ${service.plan} allows no more than ${wholeGb(limit.mb)} GB`;
    case 'maximum': {
      const foreign = actual.attached.length === 0 ? ' (not managed by Headroom)' : '';
      return `cannot grow: its autoscaler${foreign} is at its maximum`;
    }
    case 'maintenance': {
      const isTimed = alert.kind === 'active' && alert.minutes !== null;
      const since = isTimed ? `has not grown for ${spanText(alert.minutes)}` : 'does not grow';
      const cause =
        service.pendingMaintenance === undefined
          ? 'growths between two maintenances are limited, and none happens during maintenance'
          : 'a maintenance is pending, and growths between two maintenances are limited';
      return `${since}, although its autoscaler and its plan allow it: ${cause}`;
    }
    case 'state':
      return `cannot grow: the service is in state ${service.state}`;
    case 'no autoscaler':
      if (judgement.exempt) return 'cannot grow: a tag exempts the service and it has no autoscaler';
      return judgement.decision.effect === 'disable'
        ? 'cannot grow: the policy or a tag turns its autoscaler off'
        : 'cannot grow: it has no autoscaler';
    case 'not eligible':
      return `cannot grow: ${neverEligible(service) ?? 'the platform refuses the autoscaler for it'}`.replace(
        /\.$/,
        '',
      );
    case null:
      return 'may be unable to grow: the platform does not show its limit';
    default:
      return limit satisfies never;
  }
};
