import { type DiskFill, fullnessText, nearlyFullPercent } from '../forecast/disk-fill.ts';
import { thresholdPercent } from '../model/autoscaler.ts';
import type { Finding } from '../model/decision.ts';
import { moment } from '../model/durations.ts';
import { wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from '../service/changes.ts';
import { usableGb } from '../service/disk-limit.ts';
import { type DiskState, needsPerson } from './disk-state.ts';
import { fullLevel } from './disk-troubles.ts';
import { type RemedyFacts, remedyOf, startCommand, whyNot } from './remedy.ts';

interface DiskFindingFacts extends RemedyFacts {
  /** Days before a disk is full that a finding comes; from the policy, 0 for none before 90 %. */
  readonly soonDays: number;
}

/** Subject of a finding about a disk that is not in trouble yet. */
const soonLevel = 'soon';

/** The subject of a finding is stable while the disk fills, but a full disk is another matter than a nearly full one. */
const levelOf = ({ fill, alert, isNearlyFull }: DiskState): string => {
  if (isNearlyFull !== true) return soonLevel;
  const isFull = (fill?.percent ?? 0) >= 100 || (alert.kind === 'active' && alert.isCritical);
  return isFull ? fullLevel : `${nearlyFullPercent} %`;
};

const fullText = ({ fill, alert }: DiskState, size: string): string => {
  if (fill !== null) return `${fullnessText(fill)} (${size})`;
  const level = alert.kind === 'active' && alert.isCritical ? 'full' : 'nearly full';
  return `The platform reports a ${level} disk (${size})`;
};

const daysText = ({ daysToFull, soonestDaysToFull, latestDaysToFull }: DiskFill): string => {
  if (daysToFull === null) return `in ${soonestDaysToFull} days at the earliest`;
  return `in ${daysToFull} (${soonestDaysToFull}–${latestDaysToFull ?? 'more'}) days`;
};

const numbers = (fill: DiskFill | null): Readonly<Record<string, number>> => {
  if (fill === null) return {};
  const { percent, daysToFull, soonestDaysToFull, latestDaysToFull } = fill;
  const days = { days: daysToFull, daysSoonest: soonestDaysToFull, daysAtMost: latestDaysToFull };
  const known = Object.entries(days).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { percent, ...Object.fromEntries(known) };
};

/** A disk with room to grow whose autoscaler may act, or not: the alert that would say since when is missing. */
const unwatched =
  'It may grow, but whether its autoscaler acts is unknown, because the platform lists no alerts. Look at the service on the platform.';

/** A full disk, or one that soon is. */
const filling = (
  state: DiskState,
  subject: ServiceContext,
  facts: DiskFindingFacts,
): Omit<Finding, 'project' | 'service' | 'details'> | undefined => {
  const { fill, limit, isAtLimit } = state;
  const { diskMb } = subject.service;
  const size = diskMb === null ? 'unknown size' : `${wholeGb(diskMb)} GB`;
  const remedy = remedyOf(limit.by, state, subject, facts);
  if (needsPerson(state) || limit.by === 'maintenance') {
    const code = limit.by === 'maintenance' ? 'autoscaler-stuck' : 'disk-full';
    const why = isAtLimit === false ? unwatched : `It ${whyNot(state, subject)}. ${remedy}`;
    return { code, message: `${fullText(state, size)}. ${why}`, subject: levelOf(state) };
  }
  const soonest = fill?.soonestDaysToFull ?? null;
  // Use does not grow while the service is off or being rebuilt.
  const isAtRest = limit.by === 'state' || subject.service.state === 'POWEROFF';
  if (fill === null || soonest === null || isAtLimit !== true || isAtRest) return undefined;
  if (facts.soonDays === 0 || soonest > facts.soonDays) return undefined;
  const message = `${fullnessText(fill)} (${size}) and will be full ${daysText(fill)}. It ${whyNot(state, subject)}. ${remedy}`;
  return { code: 'disk-fills-up', message, subject: soonLevel };
};

/** The plan of the service is the limit, now or before its maximum. */
const ofPlan = (
  state: DiskState,
  subject: ServiceContext,
  facts: DiskFindingFacts,
): Pick<Finding, 'code' | 'message' | 'details'> | undefined => {
  const { limit, isAtLimit } = state;
  const { service, judgement, sizes } = subject;
  if (subject.remembered !== undefined) return undefined;
  if (limit.by === 'plan' && isAtLimit === true) {
    const message = `The disk is at the ${wholeGb(limit.mb)} GB that plan ${service.plan} allows and will not grow, whatever its maximum. ${remedyOf('plan', state, subject, facts)}`;
    const held = subject.actual.attached[0]?.endpoint.maxAdditionalGb ?? 0;
    return { code: 'plan-limit-reached', message, details: { maxAdditionalGb: held } };
  }
  const usable = usableGb(sizes);
  const wanted = judgement.decision.effect === 'enable' ? (judgement.decision.maxAdditionalGb ?? 0) : 0;
  if (usable === null || judgement.exempt || usable >= wanted) return undefined;
  const message = `${usable} of the ${wanted} GB can be used: plan ${service.plan} allows no more than ${wholeGb(sizes.capMb ?? 0)} GB. A larger plan allows more.`;
  return { code: 'plan-limit-below-maximum', message, details: { usableGb: usable } };
};

/** Points below the threshold from which a disk is near it: one growth step of the autoscaler is about twice that. */
const nearPoints = 5;

/** A disk that is about to grow although that may have to wait for a maintenance; nothing is wrong yet. */
const waiting = (
  { fill, limit, isAtLimit }: DiskState,
  subject: ServiceContext,
): Pick<Finding, 'code' | 'message'> | undefined => {
  const { service, actual } = subject;
  const { pendingMaintenance: pending } = service;
  const threshold = thresholdPercent(service.type);
  const canGrow = actual.maximum !== null && isAtLimit !== true && limit.by !== 'not eligible';
  if (pending === undefined || fill === null || !canGrow || fill.percent < threshold - nearPoints) return undefined;
  const from = pending.startsAt === null ? '' : ` (from ${moment(pending.startsAt)})`;
  const message = `${fullnessText(fill)} (${wholeGb(service.diskMb ?? 0)} GB), its autoscaler grows it at ${threshold} %, and a maintenance is pending${from}. Growths between two maintenances are limited, so the next one may have to wait for it. Start it when a restart suits: ${startCommand(subject)}.`;
  return { code: 'maintenance-pending', message };
};

/**
 * What a person should know about the disk of one service, whatever the policy decides about it: a disk that is full or fills
 * up and cannot grow, with what keeps it from growing and the remedy that works there; one whose next growth may have to wait for a
 * maintenance; and a plan that allows less than the maximum. A disk of which nothing is known has no finding here; it counts as
 * unknown.
 */
export const diskFindings = (state: DiskState, subject: ServiceContext, facts: DiskFindingFacts): Finding[] => {
  const { project, service } = subject.judgement.decision;
  const { fill, limit } = state;
  const full = filling(state, subject, facts) ?? waiting(state, subject);
  const isUnwatched = full?.code === 'disk-full' && state.isAtLimit === false;
  const about = { limitedBy: isUnwatched ? 'unknown' : (limit.by ?? 'unknown'), ...numbers(fill) };
  const plan = ofPlan(state, subject, facts);
  return [
    ...(full === undefined ? [] : [{ ...full, project, service, details: about }]),
    ...(plan === undefined ? [] : [{ ...plan, project, service, details: { ...about, ...plan.details } }]),
  ];
};
