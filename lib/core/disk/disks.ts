import { attaches, type Change, maximumMove } from '../change/change.ts';
import { fillIn } from '../forecast/contexts.ts';
import type { Forecasts } from '../forecast/forecasts.ts';
import type { Finding } from '../model/decision.ts';
import { groupBy, serviceKey } from '../model/grouping.ts';
import type { Service } from '../model/model.ts';
import type { Money } from '../model/money.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Place } from '../service/service-counts.ts';
import { diskFindings } from './disk-findings.ts';
import { type DiskState, diskStateOf, needsMeasurement } from './disk-state.ts';
import { countKnown, type KnownDisks } from './known-disks.ts';

/** The disks of a plan's services. */
export interface Disks {
  readonly findings: readonly Finding[];
  readonly known: KnownDisks;
  /** Services whose use is worth measuring: they are nearly full by what is known, or nothing else says whether they are. */
  readonly toMeasure: readonly Place[];
}

export interface DisksInput {
  /** All services, also those of projects that the run could not read. */
  readonly contexts: readonly ServiceContext[];
  readonly forecasts: Forecasts | undefined;
  readonly soonDays: number;
  readonly currency: string;
  readonly priceOf: (project: string, service: Service) => Money | null;
}

/** A service without a disk of its own, such as a connector, has nothing to fill. */
export const hasDisk = ({ diskMb }: Pick<Service, 'diskMb'>): boolean => diskMb !== 0;

/** The states of all disks, with the findings about them. */
export const disksOf = ({ contexts, forecasts, soonDays, currency, priceOf }: DisksInput): Disks => {
  const fillOf = fillIn(forecasts);
  const states: DiskState[] = [];
  const findings: Finding[] = [];
  const toMeasure: Place[] = [];
  for (const subject of contexts) {
    const { service, judgement, alert = { kind: 'unlisted' } } = subject;
    if (!hasDisk(service)) continue;
    const { project } = judgement.decision;
    const state = diskStateOf(subject, fillOf(subject), alert);
    states.push(state);
    if (needsMeasurement(state, service)) toMeasure.push({ project, service: service.name });
    const perGbMonth = priceOf(project, service);
    findings.push(...diskFindings(state, subject, { soonDays, currency, perGbMonth }));
  }
  return { findings, known: countKnown(states), toMeasure };
};

/** Codes of disks that fill up: one service has one finding of them, with the remedy that works there. */
const ofFullDisks: ReadonlySet<string> = new Set(['disk-full', 'disk-fills-up']);

/** What a change gives to a disk that this limits. */
const givesRoom = (limitedBy: unknown, change: Change): boolean =>
  limitedBy === 'no autoscaler' ? attaches(change) : limitedBy === 'maximum' && maximumMove(change) === 'raise';

/** The findings without those that changes resolve which this plan carries out without waiting for a person. */
const withoutResolved = (ofDisks: readonly Finding[], changes: readonly Change[]): readonly Finding[] => {
  const byService = groupBy(changes, serviceKey);
  const isResolved = (finding: Finding) =>
    ofFullDisks.has(finding.code) &&
    (byService.get(serviceKey(finding)) ?? []).some((change) => givesRoom(finding.details?.limitedBy, change));
  return ofDisks.filter((finding) => !isResolved(finding));
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
 * The findings about disks and budgets that a plan leaves open.
 * @param disks absent for a plan that does not apply the policy
 * @param changes those that the plan carries out without waiting for a person
 */
export const openFindings = (
  disks: Disks | undefined,
  ofBudgets: readonly Finding[],
  changes: readonly Change[],
): readonly Finding[] => {
  if (disks === undefined) return ofBudgets;
  const isStarved = ({ code }: Finding) => code === 'disk-fills-up';
  const starved = new Map(ofBudgets.filter(isStarved).map((finding) => [serviceKey(finding), finding]));
  const explained: Finding[] = [];
  const others: Finding[] = [];
  for (const finding of disks.findings) {
    const key = serviceKey(finding);
    const byBudget = ofFullDisks.has(finding.code) ? starved.get(key) : undefined;
    if (byBudget === undefined) others.push(finding);
    else explained.push(underBudget(finding, byBudget));
    if (byBudget !== undefined) starved.delete(key);
  }
  const ofMoney = ofBudgets.filter((finding) => !isStarved(finding));
  return [...withoutResolved(others, changes), ...explained, ...starved.values(), ...ofMoney];
};
