import {
  attaches,
  type Change,
  type ChangeResult,
  detaches,
  givesBack,
  takesOver,
  updatesEndpoint,
} from '../change/change.ts';
import type { ActualState, Decision } from '../model/decision.ts';
import { groupBy, type ServiceName, serviceKey } from '../model/grouping.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
import type { ServiceContext } from './changes.ts';

/**
 * The autoscaler that a service has, or why it has none; whether that gives its disk enough room is another question. Every service is in exactly one class: the first that
 * applies.
 */
export const protections = [
  /** It has a Headroom autoscaler. */
  'protectedByUs',
  /** It has only a foreign autoscaler. */
  'protectedByOthers',
  /** Its type, plan or state does not allow the autoscaler, or the platform refused it. */
  'impossible',
  /** A tag exempts it. */
  'exempt',
  /** A rule or tag turns the autoscaler off, or no rule selects the service. */
  'optedOut',
  /** Policy enables the autoscaler, the service is eligible, and it is not enabled yet. */
  'eligibleNotYet',
] as const;

export type Protection = (typeof protections)[number];

/** Number of services per class; the sum is the number of services. */
export type Protected = Readonly<Record<Protection, number>>;

/** The decision about a service together with its actual state. */
export const decisionWithFacts = ({ service, judgement, actual }: ServiceContext): Decision => ({
  ...judgement.decision,
  actual: {
    ours: actual.attached.length,
    others: actual.foreign.length,
    maximumGb: actual.inForceGb,
    eligible: ineligibleReason(service) === null,
    exempt: judgement.exempt,
  },
});

/** Protection of a service after a run. */
interface ServiceProtection {
  readonly protection: Protection;
  /** Actual maximum additional storage in GB; null without an autoscaler, or when unknown. */
  readonly maximumGb: number | null;
}

const unprotected = ({ effect }: Decision, { eligible, exempt }: ActualState): Protection => {
  if (!eligible) return 'impossible';
  if (exempt) return 'exempt';
  return effect === 'enable' ? 'eligibleNotYet' : 'optedOut';
};

/** The maximum after a confirmed change. */
const maximumAfter = (held: number | null, change: Change): number | null => {
  if (attaches(change) || updatesEndpoint(change)) return change.toGb;
  // One of two autoscalers is gone; the maximum of the other is not part of this change.
  return detaches(change) ? null : held;
};

/**
 * Protection of a service after a run: the state that the run read, plus its confirmed changes. Unconfirmed changes do
 * not count.
 * @param results results of this service's changes
 * @returns undefined for a decision without an actual state
 */
export const protectionOf = (decision: Decision, results: readonly ChangeResult[]): ServiceProtection | undefined => {
  const { actual } = decision;
  if (actual === undefined) return undefined;
  const confirmed = results.filter(({ status }) => status === 'confirmed');
  const count = (is: (change: Change) => boolean): number => confirmed.filter((change) => is(change)).length;
  const taken = count(takesOver) - count(givesBack);
  const ours = actual.ours + count(attaches) - count(detaches) + taken;
  if (ours > 0) return { protection: 'protectedByUs', maximumGb: confirmed.reduce(maximumAfter, actual.maximumGb) };
  if (actual.others - taken > 0) return { protection: 'protectedByOthers', maximumGb: actual.maximumGb };
  return { protection: unprotected(decision, actual), maximumGb: null };
};

/** Lookup of results by decision. */
export const resultsByService = (results: readonly ChangeResult[]) => {
  // A pass without changes has none.
  if (results.length === 0) return (): readonly ChangeResult[] => results;
  const groups = groupBy(results, serviceKey);
  return (service: ServiceName): readonly ChangeResult[] => groups.get(serviceKey(service)) ?? [];
};

/** Number of services per class after a run. */
export const countProtected = (decisions: readonly Decision[], results: readonly ChangeResult[]): Protected => {
  const counts = { protectedByUs: 0, protectedByOthers: 0, impossible: 0, exempt: 0, optedOut: 0, eligibleNotYet: 0 };
  const resultsOf = resultsByService(results);
  for (const decision of decisions) {
    const service = protectionOf(decision, resultsOf(decision));
    if (service !== undefined) counts[service.protection] += 1;
  }
  return counts;
};

/** Labels of the autoscaler of a service, or of the reason for its absence. */
export const protectionLabels: Readonly<Record<Protection, string>> = {
  protectedByUs: 'with our autoscaler',
  protectedByOthers: 'with another autoscaler',
  eligibleNotYet: 'eligible and without one',
  impossible: 'impossible',
  optedOut: 'opted out or not selected',
  exempt: 'exempt',
};

/** All classes in one line: `316 of 400 with our autoscaler, 3 with another autoscaler, …`. They sum to the services read. */
export const protectionText = (counts: Protected): string => {
  const total = protections.reduce((sum, protection) => sum + counts[protection], 0);
  const { protectedByUs: _first, ...others } = protectionLabels;
  const rest = Object.entries(others).map(([name, label]) => `${counts[name as Protection]} ${label}`);
  return [`${counts.protectedByUs} of ${total} ${protectionLabels.protectedByUs}`, ...rest].join(', ');
};
