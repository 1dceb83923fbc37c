import { attaches, type Change, type ChangeResult, detaches } from '../change/change.ts';
import type { Decision, Found } from '../model/decision.ts';
import { groupBy, serviceKey } from '../model/grouping.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
import type { ServiceContext } from './changes.ts';

/**
 * What protects the disk of a service in fact, whatever policy wants; where nothing does, why. Every service is in exactly
 * one of these: the first that holds.
 */
export const protections = [
  /** An autoscaler of ours is integrated. */
  'protectedByUs',
  /** Only somebody else's is. */
  'protectedByOthers',
  /** It cannot have one now: its type, plan or state, or the platform refused it. */
  'impossible',
  /** A tag exempts it. */
  'exempt',
  /** Policy does not ask for it: a rule or tag says no, or no rule selects it. */
  'optedOut',
  /** Policy asks for it, nothing speaks against it, and it is not there yet. */
  'eligibleNotYet',
] as const;

export type Protection = (typeof protections)[number];

/** Services by what protects them; they sum to the number of services. */
export type Protected = Readonly<Record<Protection, number>>;

/** The decision about a service beside what there is, so that the one is not taken for the other. */
export const decisionBeside = ({ service, judgement, actual }: ServiceContext): Decision => ({
  ...judgement.decision,
  actual: {
    ours: actual.attached.length,
    others: actual.foreign.length,
    maximumGb: actual.heldGb,
    eligible: ineligibleReason(service) === null,
    exempt: judgement.exempt,
  },
});

/** A service as it stands after a run. */
export interface Standing {
  readonly protection: Protection;
  /** Maximum additional storage in GB that it has in fact; null when it has no autoscaler, or that is not known. */
  readonly maximumGb: number | null;
}

const unprotected = ({ effect }: Decision, { eligible, exempt }: Found): Protection => {
  if (!eligible) return 'impossible';
  if (exempt) return 'exempt';
  return effect === 'enable' ? 'eligibleNotYet' : 'optedOut';
};

/** The maximum that a confirmed change leaves of the one before it. */
const maximumAfter = (held: number | null, change: Change): number | null => {
  switch (change.kind) {
    case 'create-integration':
    case 'update-endpoint':
      return change.toGb;
    // Of two autoscalers one is gone: what the other one holds is not said here.
    case 'delete-integration':
      return null;
    case 'create-endpoint':
    case 'delete-endpoint':
    case 'update-search-configuration':
      return held;
    default:
      return change satisfies never;
  }
};

/**
 * What protects a service after a run: as the run found it, and as the changes left it that reading back confirmed. What
 * is not confirmed does not count as done.
 * @param results how the changes of this service ended
 * @returns undefined for a decision of an earlier version, which does not say what was found
 */
export const protectionOf = (decision: Decision, results: readonly ChangeResult[]): Standing | undefined => {
  const { actual } = decision;
  if (actual === undefined) return undefined;
  const confirmed = results.filter(({ status }) => status === 'confirmed');
  const ours = actual.ours + confirmed.filter(attaches).length - confirmed.filter(detaches).length;
  if (ours > 0) return { protection: 'protectedByUs', maximumGb: confirmed.reduce(maximumAfter, actual.maximumGb) };
  if (actual.others > 0) return { protection: 'protectedByOthers', maximumGb: actual.maximumGb };
  return { protection: unprotected(decision, actual), maximumGb: null };
};

/** Results by service, for looking them up decision by decision. */
export const resultsByService = (results: readonly ChangeResult[]) => {
  const groups = groupBy(results, serviceKey);
  return (decision: Decision): readonly ChangeResult[] => groups.get(serviceKey(decision)) ?? [];
};

/** Counts services by what protects them after a run. */
export const countProtected = (decisions: readonly Decision[], results: readonly ChangeResult[]): Protected => {
  const counts = { protectedByUs: 0, protectedByOthers: 0, impossible: 0, exempt: 0, optedOut: 0, eligibleNotYet: 0 };
  const subject = resultsByService(results);
  for (const decision of decisions) {
    const standing = protectionOf(decision, subject(decision));
    if (standing !== undefined) counts[standing.protection] += 1;
  }
  return counts;
};
