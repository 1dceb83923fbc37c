import { attaches, type Change, gbOf, isDiskChange, maximumMove } from '../change/change.ts';
import { fillIn, forecastServiceOf } from '../forecast/contexts.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import type { ServiceForecast } from '../forecast/plan-forecast.ts';
import type { Finding } from '../model/decision.ts';
import { findings as facts } from '../model/findings/findings.ts';
import type { Freeze } from '../model/freeze.ts';
import { byService, groupBy, type ServiceName, serviceKey } from '../model/grouping.ts';
import { mayWrite } from '../model/mode.ts';
import type { Mode, Service } from '../model/model.ts';
import type { Money } from '../model/money.ts';
import type { Policy } from '../model/policy-document.ts';
import type { ServiceContext } from '../service/changes.ts';
import { diskLimit, type LimitedBy } from '../service/disk-limit.ts';
import { type DiskFindingFacts, diskFindings, type Shortage } from './disk-findings.ts';
import { type DiskCounts, type DiskState, diskCountsOf, diskStateOf, needsMeasurement } from './disk-state.ts';
import { soonDays } from './disk-troubles.ts';
import { remedyConfidence, remedyDays } from './remedy.ts';

interface Disks {
  readonly findings: readonly Finding[];
  /** The services of these findings, by their keys. */
  readonly subjects: ReadonlyMap<string, ServiceContext>;
  /** Whether coming runs give the disk of a finding room by themselves, as its need grows. */
  readonly isHelped: (finding: Finding) => boolean;
  readonly counts: DiskCounts;
  /** Services whose use is worth measuring: they are nearly full as far as known, or nothing else says whether they are. */
  readonly toMeasure: readonly ServiceName[];
}

interface DisksInput {
  /** All services, also in projects that the run could not read. */
  readonly contexts: readonly ServiceContext[];
  readonly forecasts: Forecasts | undefined;
  /** With the maximums that the plan lowers. */
  readonly listed: readonly ServiceForecast[];
  /** Services whose need a budget does not meet. */
  readonly starved: ReadonlyMap<ServiceContext, Shortage>;
  readonly policy: Policy;
  readonly freeze: Freeze | undefined;
  readonly priceOf: (project: string, service: Service) => Money | null;
}

/** A service without a disk of its own, such as a connector, has nothing to fill. */
export const hasDisk = ({ diskMb }: Pick<Service, 'diskMb'>): boolean => diskMb !== 0;

/** Whether runs move the maximum of a service as its need grows: without a budget a fixed one is all that there is. */
const isMoved = ({ judgement, actual, drifted, remembered, forecastGb }: ServiceContext): boolean => {
  const { decision, exempt, forecast, budget } = judgement;
  const isLeft = exempt || remembered !== undefined || drifted?.handling === 'report' || forecastGb !== undefined;
  const isManaged = decision.effect === 'enable' && actual.attached.length === 1;
  return !isLeft && isManaged && (budget !== null || forecast !== null);
};

/**
 * Whether coming runs give a disk room for the next days by themselves: its maximum follows its need, its budget meets that, and what
 * rule and plan allow at most is enough.
 */
const isHelpedIn =
  ({ forecasts, starved, policy }: DisksInput, subjects: Disks['subjects']) =>
  (finding: Finding): boolean => {
    const subject = subjects.get(serviceKey(finding));
    const isAsked = Number(finding.details?.percent) >= (policy.warnings.usedPercent ?? Number.POSITIVE_INFINITY);
    if (subject === undefined || forecasts === undefined || starved.has(subject) || isAsked) return false;
    if (!isMoved(subject)) return false;
    const { decision, forecast } = subject.judgement;
    const wantGb = Math.max(forecast?.ceilingGb ?? 0, decision.maxAdditionalGb ?? 0);
    const gb = Math.min(wantGb, policy.limits?.maxAdditionalGb ?? wantGb);
    const atMost = forecasts.of(forecastServiceOf(subject), { kind: 'additional', gb });
    if (atMost.kind === 'unknown' || atMost.basis !== 'used') return false;
    return atMost.soonestDaysToFull === null || atMost.soonestDaysToFull > soonDays;
  };

/** What the finding of one disk depends on besides its state. */
const factsOf = (
  subject: ServiceContext,
  { forecasts, starved, policy, freeze, priceOf }: DisksInput,
  listed: ServiceForecast | undefined,
): DiskFindingFacts => {
  const { service, judgement, actual } = subject;
  const disk = forecastServiceOf(subject);
  return {
    warnings: policy.warnings,
    forecast: listed?.forecast ?? forecasts?.of(disk, actual.maximum),
    old: listed === undefined ? forecasts?.ofOldUse(disk, actual.maximum) : listed.old,
    shortage: starved.get(subject),
    maximumGb:
      (listed?.maximum.kind === 'additional' ? listed.maximum.gb : actual.attached[0]?.endpoint.maxAdditionalGb) ??
      null,
    needGb: forecasts?.needGb(disk, remedyDays, remedyConfidence) ?? null,
    currency: policy.prices.currency,
    perGbMonth: priceOf(judgement.decision.project, service),
    largestMaximumGb: policy.limits?.maxAdditionalGb ?? null,
    freeze,
  };
};

/** The states of all disks, with the findings about them. */
export const disksOf = (input: DisksInput): Disks => {
  const fillOf = fillIn(input.forecasts);
  const listed = new Map(input.listed.map((forecast) => [serviceKey(forecast), forecast]));
  const states: DiskState[] = [];
  const findings: Finding[] = [];
  const toMeasure: ServiceName[] = [];
  const subjects = new Map<string, ServiceContext>();
  for (const subject of input.contexts) {
    const { service, judgement, alert = { kind: 'unlisted' } } = subject;
    // Projects beside the run are judged by the next pass that is for them.
    if (!hasDisk(service) || subject.remembered?.standing === 'sharing') continue;
    const key = serviceKey(judgement.decision);
    const state = diskStateOf(subject, fillOf(subject), alert);
    // Nothing says whether a project that is no longer listed still has its disks.
    if (subject.remembered?.standing !== 'unlisted') states.push(state);
    if (needsMeasurement(state, service))
      toMeasure.push({ project: judgement.decision.project, service: service.name });
    const found = diskFindings(state, subject, factsOf(subject, input, listed.get(key)));
    findings.push(...found);
    if (found.length > 0) subjects.set(key, subject);
  }
  const counts = diskCountsOf(states);
  return { findings, subjects, isHelped: isHelpedIn(input, subjects), counts, toMeasure: toMeasure.sort(byService) };
};

/** What limits a disk where an autoscaler, or a higher maximum, gives it room. */
const resolvable: ReadonlySet<string> = new Set(['no autoscaler', 'maximum'] satisfies LimitedBy[]);

/**
 * Whether a change lets a disk grow beyond its present size: an autoscaler at its floor, or above what the plan allows, does not.
 */
const givesRoom = ({ service, sizes }: ServiceContext, change: Change): boolean => {
  if (!isDiskChange(change) || !(attaches(change) || maximumMove(change) === 'raise')) return false;
  const maximum = { kind: 'additional', gb: gbOf(change).toGb } as const;
  const after = diskLimit({ service, maximum, ...sizes });
  return after.mb !== null && service.diskMb !== null && after.mb > service.diskMb;
};

/** The findings of disks to which these changes give room, where their budget meets their need. */
export const findingsGivenRoom = (disks: Disks | undefined, changes: readonly Change[]): readonly Finding[] => {
  const byService = groupBy(changes, serviceKey);
  return (disks?.findings ?? []).filter((finding) => {
    const { code, details } = finding;
    const isOfAutoscaler = resolvable.has(String(details?.limitedBy)) && details?.budget === undefined;
    const key = serviceKey(finding);
    const subject = isOfAutoscaler && facts[code].event === 'DiskFillsUp' ? disks?.subjects.get(key) : undefined;
    return subject !== undefined && (byService.get(key) ?? []).some((change) => givesRoom(subject, change));
  });
};

/** What holds back a change that would give a disk room. */
export type HeldBy = 'mode' | 'freeze' | 'approval';

/** The same finding with what holds its remedy back, and the command that ends that. */
const withHolder = (finding: Finding, by: HeldBy): Finding => {
  const { message, details } = finding;
  const ends = {
    mode: { text: 'The mode holds back what gives it room.', ending: { command: 'headroom mode' } },
    // Its own command overrules the freeze.
    freeze: { text: 'A freeze holds back what gives it room.', ending: {} },
    approval: { text: 'A change that gives it room waits for an approval.', ending: { command: 'headroom plan' } },
  };
  const { text, ending } = ends[by];
  return { ...finding, message: `${message} ${text}`, details: { ...details, ...ending } };
};

/**
 * The findings of disks without those that the next runs help by themselves: nothing about them needs a person.
 * @param held services with changes that this plan does not apply, and why: those are no help
 */
export const findingsLeft = (
  disks: Disks | undefined,
  held: ReadonlyMap<string, HeldBy>,
  mode: Mode,
): readonly Finding[] =>
  (disks?.findings ?? []).flatMap((finding) => {
    if (facts[finding.code].event !== 'DiskFillsUp') return [finding];
    const { limitedBy, command } = finding.details ?? {};
    // What a person asks for is held back as well where runs write nothing.
    const byMode = mayWrite(mode) || command === undefined ? undefined : 'mode';
    const by = resolvable.has(String(limitedBy)) ? (held.get(serviceKey(finding)) ?? byMode) : undefined;
    if (by !== undefined) return [withHolder(finding, by)];
    return mayWrite(mode) && finding.code === 'disk-fills-up' && disks?.isHelped(finding) ? [] : [finding];
  });
