import { type DiskFill, fullnessText } from '../forecast/disk-fill.ts';
import type { Forecast, OldForecast } from '../forecast/forecast.ts';
import { thresholdPercent } from '../model/autoscaler.ts';
import type { Finding } from '../model/decision.ts';
import { moment } from '../model/durations.ts';
import type { Warnings } from '../model/policy-document.ts';
import { wholeGb } from '../model/sizes.ts';
import { inDays } from '../model/visible-text.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planLimitGb } from '../service/disk-limit.ts';
import { type DiskState, needsPerson } from './disk-state.ts';
import { fillsLevel, fullLevel, soonDays, soonLevel } from './disk-troubles.ts';
import { type RemedyFacts, remedyOf, startCommand, whyNot } from './remedy.ts';

/** That a budget does not meet the need of a disk: why, what would, and the numbers. */
export interface Shortage {
  readonly why: string;
  /** Empty where `why` says it. */
  readonly remedy: string;
  readonly details: Readonly<Record<string, string | number>>;
}

export interface DiskFindingFacts extends RemedyFacts {
  readonly warnings: Warnings;
  /** With the maximum in force, or the lower one that the plan sets; absent without any history. */
  readonly forecast: Forecast | undefined;
  /** From a measurement that is too old for `forecast`. */
  readonly old: OldForecast | undefined;
  readonly shortage: Shortage | undefined;
}

type Range = Pick<DiskFill, 'daysToFull' | 'soonestDaysToFull' | 'latestDaysToFull'>;

const noRange: Range = { daysToFull: null, soonestDaysToFull: null, latestDaysToFull: null };

/** Days until use fills the largest disk that the service has without another run. */
const rangeIn = ({ fill, isAtLimit }: DiskState, { forecast, old }: DiskFindingFacts): Range => {
  if (fill === null || fill.isAtLeast) return noRange;
  if (isAtLimit === true) return fill;
  if (forecast?.kind === 'known' && forecast.basis === 'used') return forecast;
  return old?.forecast.kind === 'known' ? old.forecast : noRange;
};

/** The expected or the soonest of these days: undefined while unknown, null for not within a year. */
const daysOf = (
  state: DiskState,
  facts: DiskFindingFacts,
  which: 'daysToFull' | 'soonestDaysToFull',
): number | null | undefined => {
  const days = rangeIn(state, facts)[which];
  const isByUse = facts.forecast?.kind === 'known' && facts.forecast.basis === 'used';
  // A measurement that is too old for a forecast may warn, but never says that a disk lasts.
  return days ?? (isByUse && !state.fill?.isAtLeast ? null : undefined);
};

/** The subject of the finding: it changes only when the disk is worse or better off. */
const levelOf = ({ fill, alert }: DiskState, days: number | null | undefined, urgentDays: number): string => {
  const isFull = (fill?.percent ?? 0) >= 100 || (alert.kind === 'active' && alert.isCritical);
  if (isFull) return fullLevel;
  return days === undefined || (days !== null && days <= urgentDays) ? fillsLevel : soonLevel;
};

const fullText = ({ fill, alert }: DiskState, size: string): string => {
  if (fill !== null) return `${fullnessText(fill)} (${size})`;
  const level = alert.kind === 'active' && alert.isCritical ? 'full' : 'nearly full';
  return `The platform reports a ${level} disk (${size})`;
};

/** Days until it is full, where they are known. */
const whenText = (state: DiskState, facts: DiskFindingFacts): string => {
  const { daysToFull, soonestDaysToFull, latestDaysToFull } = rangeIn(state, facts);
  if (soonestDaysToFull === null || (state.fill?.percent ?? 0) >= 100) return '';
  if (latestDaysToFull === 0) return ' and will be full today';
  if (daysToFull === 0) return ' and may be full today';
  const isRough = facts.forecast?.kind === 'known' && facts.forecast.isRough === true;
  const text =
    daysToFull === null
      ? `may be full ${inDays(soonestDaysToFull)} at the earliest`
      : `will be full in ${isRough ? 'roughly ' : ''}${daysToFull} (${soonestDaysToFull}–${latestDaysToFull ?? 'more'}) days`;
  return ` and ${text}`;
};

const numbers = (state: DiskState, facts: DiskFindingFacts): Readonly<Record<string, number>> => {
  if (state.fill === null) return {};
  const { daysToFull, soonestDaysToFull, latestDaysToFull } = rangeIn(state, facts);
  const days = { days: daysToFull, daysSoonest: soonestDaysToFull, daysAtMost: latestDaysToFull };
  const expected = Object.entries(days).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { percent: state.fill.percent, ...Object.fromEntries(expected) };
};

/** A disk with room to grow whose autoscaler may act, or not: the alert that would say since when is missing. */
const unwatched =
  'It may grow, but whether its autoscaler acts is unknown, because the platform lists no alerts. Look at the service on the platform.';

/** What limits the disk, and what to do. */
const causeOf = (state: DiskState, subject: ServiceContext, facts: DiskFindingFacts) => {
  const { limit, isAtLimit } = state;
  const { shortage, forecast } = facts;
  const limitGb = forecast?.kind === 'known' ? forecast.limitGb : null;
  // Where another limit comes first, money does not help.
  if (shortage !== undefined && (limit.by === 'maximum' || limit.by === 'no autoscaler'))
    return { text: `; ${shortage.why} ${shortage.remedy}`.trimEnd() };
  const why =
    isAtLimit === false && limitGb !== null
      ? `can grow to ${Math.ceil(limitGb)} GB, the limit of its ${limit.by}`
      : whyNot(state, subject);
  const { text, command } = remedyOf(limit.by, state, subject, facts);
  return { text: `. It ${why}. ${text}`, command };
};

interface Filling extends Omit<Finding, 'project' | 'service' | 'details'> {
  readonly command?: string;
}

/** A disk that is full, or soon will be, without another run. */
const filling = (state: DiskState, subject: ServiceContext, facts: DiskFindingFacts): Filling | undefined => {
  const { fill, limit, isAtLimit } = state;
  const { urgentDays, usedPercent } = facts.warnings;
  const { diskMb } = subject.service;
  const size = diskMb === null ? 'unknown size' : `${wholeGb(diskMb)} GB`;
  // A person is called by what is expected, and hears of it by what may be: the soonest day is too soon nine times in ten.
  const days = daysOf(state, facts, 'daysToFull');
  const soonest = daysOf(state, facts, 'soonestDaysToFull');
  const says = () => {
    const { text, command } = causeOf(state, subject, facts);
    return { message: `${fullText(state, size)}${whenText(state, facts)}${text}`, command };
  };
  if (needsPerson(state) || limit.by === 'maintenance') {
    const code = limit.by === 'maintenance' ? 'autoscaler-stuck' : 'disk-full';
    if (isAtLimit === false) return { code, message: `${fullText(state, size)}. ${unwatched}`, subject: fillsLevel };
    return { code, ...says(), subject: levelOf(state, days, urgentDays) };
  }
  // Use does not grow while the service is off or being rebuilt.
  const isAtRest = limit.by === 'state' || subject.service.state === 'POWEROFF';
  if (fill === null || isAtRest) return undefined;
  const isSoon = soonest != null && soonest <= Math.max(soonDays, urgentDays);
  if (!isSoon && fill.percent < (usedPercent ?? Number.POSITIVE_INFINITY)) return undefined;
  return { code: 'disk-fills-up', ...says(), subject: levelOf(state, days ?? null, urgentDays) };
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
    const message = `The disk is at the ${wholeGb(limit.mb)} GB that plan ${service.plan} allows and will not grow, whatever its maximum. ${remedyOf('plan', state, subject, facts).text}`;
    const held = subject.actual.attached[0]?.endpoint.maxAdditionalGb ?? 0;
    return { code: 'plan-limit-reached', message, details: { maxAdditionalGb: held } };
  }
  const usable = planLimitGb(sizes);
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
  const { limit } = state;
  const full: Filling | undefined = filling(state, subject, facts) ?? waiting(state, subject);
  const isUnwatched = full?.code === 'disk-full' && state.isAtLimit === false;
  const about = { limitedBy: isUnwatched ? 'unknown' : (limit.by ?? 'unknown'), ...numbers(state, facts) };
  const found: Finding[] = [];
  if (full !== undefined) {
    const { command, ...rest } = full;
    const details = { ...about, ...facts.shortage?.details, ...(command !== undefined && { command }) };
    found.push({ ...rest, project, service, details });
  }
  const plan = ofPlan(state, subject, facts);
  if (plan !== undefined) found.push({ ...plan, project, service, details: { ...about, ...plan.details } });
  return found;
};
