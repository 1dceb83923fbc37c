import { attaches, type Change, gbOf, isDiskChange, maximumMove } from '../change/change.ts';
import { fillIn } from '../forecast/contexts.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import type { Finding } from '../model/decision.ts';
import { byPlace, groupBy, type Place, serviceKey } from '../model/grouping.ts';
import type { Service } from '../model/model.ts';
import type { Money } from '../model/money.ts';
import type { ServiceContext } from '../service/changes.ts';
import { diskLimit, type LimitedBy } from '../service/disk-limit.ts';
import { diskFindings } from './disk-findings.ts';
import { type DiskState, diskStateOf, needsMeasurement } from './disk-state.ts';
import { countKnown, type KnownDisks } from './known-disks.ts';

interface Disks {
  readonly findings: readonly Finding[];
  /** The services of these findings, by their keys. */
  readonly subjects: ReadonlyMap<string, ServiceContext>;
  readonly known: KnownDisks;
  /** Services whose use is worth measuring: they are nearly full as far as known, or nothing else says whether they are. */
  readonly toMeasure: readonly Place[];
}

interface DisksInput {
  /** All services, also in projects that the run could not read. */
  readonly contexts: readonly ServiceContext[];
  readonly forecasts: Forecasts | undefined;
  readonly soonDays: number;
  readonly currency: string;
  /** Largest maximum of additional storage that the organization's limits allow, in GB; null without limits. */
  readonly largestMaximumGb: number | null;
  readonly priceOf: (project: string, service: Service) => Money | null;
}

/** A service without a disk of its own, such as a connector, has nothing to fill. */
export const hasDisk = ({ diskMb }: Pick<Service, 'diskMb'>): boolean => diskMb !== 0;

/** The states of all disks, with the findings about them. */
export const disksOf = ({ contexts, forecasts, soonDays, currency, largestMaximumGb, priceOf }: DisksInput): Disks => {
  const fillOf = fillIn(forecasts);
  const states: DiskState[] = [];
  const findings: Finding[] = [];
  const toMeasure: Place[] = [];
  const subjects = new Map<string, ServiceContext>();
  for (const subject of contexts) {
    const { service, judgement, alert = { kind: 'unlisted' } } = subject;
    // Projects beside the run are judged by the next pass that is for them.
    if (!hasDisk(service) || subject.remembered?.standing === 'beside') continue;
    const { project } = judgement.decision;
    const state = diskStateOf(subject, fillOf(subject), alert);
    // Nothing says whether a project that is no longer listed still has its disks.
    if (subject.remembered?.standing !== 'unlisted') states.push(state);
    if (needsMeasurement(state, service)) toMeasure.push({ project, service: service.name });
    const facts = { soonDays, currency, perGbMonth: priceOf(project, service), largestMaximumGb };
    const found = diskFindings(state, subject, facts);
    findings.push(...found);
    if (found.length > 0) subjects.set(serviceKey(judgement.decision), subject);
  }
  return { findings, subjects, known: countKnown(states), toMeasure: toMeasure.sort(byPlace) };
};

/** Codes of disks that fill up: one service has one finding of them, with the remedy that works there. */
const ofFullDisks: ReadonlySet<string> = new Set(['disk-full', 'disk-fills-up']);

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

/** The findings of full disks to which these changes give room. */
export const findingsGivenRoom = (disks: Disks | undefined, changes: readonly Change[]): readonly Finding[] => {
  const byService = groupBy(changes, serviceKey);
  const isGivenRoom = (finding: Finding): boolean => {
    const key = serviceKey(finding);
    const isOfAutoscaler = resolvable.has(String(finding.details?.limitedBy));
    const subject = isOfAutoscaler && ofFullDisks.has(finding.code) ? disks?.subjects.get(key) : undefined;
    return subject !== undefined && (byService.get(key) ?? []).some((change) => givesRoom(subject, change));
  };
  return (disks?.findings ?? []).filter(isGivenRoom);
};

/**
 * One finding about a disk that fills up, where a budget gives it no room: the budget's, which names the remedy. A full disk
 * stays the same finding, whether its budget is known to starve it or not: no one should read that it was resolved meanwhile.
 */
const underBudget = (finding: Finding, starved: Finding): Finding =>
  finding.code === 'disk-full'
    ? { ...finding, message: starved.message, details: { ...starved.details, ...finding.details } }
    : starved;

/**
 * The findings about disks and budgets.
 * @param disks absent for a plan that does not apply the policy
 */
export const findingsOfDisks = (disks: Disks | undefined, ofBudgets: readonly Finding[]): readonly Finding[] => {
  if (disks === undefined) return ofBudgets;
  const isStarved = ({ code }: Finding) => code === 'disk-fills-up';
  const starved = new Map(ofBudgets.filter(isStarved).map((finding) => [serviceKey(finding), finding]));
  const found = disks.findings.map((finding) => {
    const key = serviceKey(finding);
    const byBudget = ofFullDisks.has(finding.code) ? starved.get(key) : undefined;
    if (byBudget === undefined) return finding;
    starved.delete(key);
    return underBudget(finding, byBudget);
  });
  const ofMoney = ofBudgets.filter((finding) => !isStarved(finding));
  return [...found, ...starved.values(), ...ofMoney];
};
