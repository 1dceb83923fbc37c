import type { MaximumKind, PlanKey } from '../model/model.ts';
import { wholeGb } from '../model/sizes.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
import { type ServiceContext, toKeep } from '../service/changes.ts';
import { withinPlan } from '../service/disk-limit.ts';
import { kindFor } from '../service/expressible.ts';
import { provisionedAdditionalGb } from '../service/floor.ts';
import { lowersElsewhere } from '../service/managed-elsewhere.ts';
import { leastGb } from '../service/maximum.ts';
import { poweredOffGb } from '../service/powered-off.ts';

/** The position of one service in its budget, in whole GB of additional storage. */
export type BudgetPosition =
  /** The disk size of its plan must be known first. */
  | { readonly kind: 'ask'; readonly key: PlanKey }
  /** It counts with this much, and Headroom changes nothing of it. */
  | { readonly kind: 'counted'; readonly gb: number; readonly provisionedGb: number | null; readonly why: string }
  /** Policy enables it, but its provisioned size is unknown; it counts with this much, as far as that is known. */
  | { readonly kind: 'unknown'; readonly gb: number; readonly provisionedGb: number | null; readonly why: string }
  /** It gets a share between its floor and `wantGb`. */
  | {
      readonly kind: 'wants';
      readonly provisionedGb: number;
      readonly floorGb: number;
      readonly wantGb: number;
      /** The smallest maximum that its endpoint accepts. */
      readonly smallestGb: number;
      /** Whether the platform refused its autoscaler before, so that it wants nothing until the platform accepts it. */
      readonly isRetried: boolean;
      /** Its current maximum; null without an autoscaler of Headroom, or if that maximum cannot be read. */
      readonly currentGb: number | null;
    };

const isUntouchable = ({ actual, judgement, drifted, remembered }: ServiceContext): boolean =>
  remembered !== undefined ||
  judgement.exempt ||
  drifted?.handling === 'report' ||
  actual.foreign.length + actual.sharedWith.length + actual.namesakes.length > 0;

/** Why the service counts with the larger of its maximum and its size; null when it can get a share. */
const whyAsItIs = (subject: ServiceContext): string | null => {
  const { service, judgement, drifted } = subject;
  const { effect, maxAdditionalGb } = judgement.decision;
  if (service.unusable !== undefined) return 'its record is invalid';
  if (judgement.exempt) return 'it is exempt';
  if (drifted?.handling === 'report') return 'it was changed by hand and the policy only reports that';
  if (isUntouchable(subject)) return 'its autoscaler is not managed by Headroom';
  const isElsewhere = effect !== 'ignore' && lowersElsewhere(subject, maxAdditionalGb ?? 0);
  if (isElsewhere) return `${judgement.managedBy} manages its configuration`;
  if (effect === 'ignore') return 'no rule enables it';
  const isLater = effect === 'enable' && ineligibleReason(service) !== null && poweredOffGb(subject) === null;
  return isLater ? 'it is not eligible now' : null;
};

/** Why the service is only counted; null when it can get a share. */
export const whyCounted = (subject: ServiceContext): string | null => {
  if (subject.remembered !== undefined)
    return 'this run did not read its project, so it counts with its last known size';
  const why = whyAsItIs(subject);
  if (why !== null) return `${why}, so it counts with the larger of its maximum and its size`;
  if (poweredOffGb(subject) !== null) return 'it is powered off, so it counts with its provisioned size';
  const isDisabled = subject.judgement.decision.effect === 'disable';
  return isDisabled ? 'the policy disables its autoscaler, so it counts with its provisioned size' : null;
};

const counted = (subject: ServiceContext, provisionedGb: number | null, why: string) => {
  const { decision, managedBy } = subject.judgement;
  const goes = decision.effect === 'disable' && managedBy === null && !isUntouchable(subject);
  const offGb = isUntouchable(subject) ? null : poweredOffGb(subject);
  const held = goes ? 0 : (offGb ?? Math.max(subject.actual.inForceGb ?? 0, subject.remembered?.grantedGb ?? 0));
  return { kind: 'counted', gb: Math.max(provisionedGb ?? 0, held), provisionedGb, why } as const;
};

const unknown = (subject: ServiceContext, provisionedGb: number | null, kind: MaximumKind): BudgetPosition => {
  const why = 'the platform does not show how much of its disk is additional storage';
  const { gb } = counted(subject, provisionedGb, why);
  const wanted = subject.judgement.decision.maxAdditionalGb ?? 0;
  const { diskMb } = subject.service;
  // Additional storage is part of the whole disk, so a maximum of at least the whole disk is safe to lower to.
  const isLowered = kind === 'additional' && diskMb !== null && wholeGb(diskMb) <= wanted;
  const isRight = toKeep(subject.actual, wanted)?.maxAdditionalGb === wanted;
  return { kind: 'unknown', gb: isLowered || isRight ? Math.min(gb, wanted) : gb, provisionedGb, why };
};

/**
 * The position of a service in its budget (design §8). Its floor is its provisioned size, or the maximum below which its
 * autoscaler cannot go (the endpoint accepts no less, or another tool manages it). It wants the maximum of its rule, capped
 * at the largest disk of its plan. A service without an autoscaler wants nothing if that is less than an endpoint accepts.
 * A service that the platform refused before wants nothing either: others must not give up room for another refusal.
 * A service that Headroom cannot change counts with the larger of its maximum and its provisioned size.
 */
export const budgetPositionOf = (subject: ServiceContext): BudgetPosition => {
  const { service, judgement, actual, sizes } = subject;
  const { decision } = judgement;
  const { planDiskMb } = sizes;
  if (planDiskMb === undefined) {
    return { kind: 'ask', key: { project: decision.project, serviceType: service.type, plan: service.plan } };
  }
  const wanted = decision.maxAdditionalGb ?? 0;
  const kind = kindFor(subject, wanted);
  const provisionedGb = provisionedAdditionalGb(service, planDiskMb, kind);
  const asItIs = whyCounted(subject);
  if (asItIs !== null) return counted(subject, provisionedGb, asItIs);
  if (planDiskMb === null || provisionedGb === null) {
    return unknown(subject, provisionedGb, kind);
  }
  const smallestGb = kind === 'total' ? Math.max(0, leastGb.total - wholeGb(planDiskMb)) : leastGb.additional;
  const isNew = actual.attached.length === 0;
  const managedElsewhereGb = judgement.managedBy === null ? 0 : (actual.inForceGb ?? 0);
  const floorGb = Math.max(provisionedGb, isNew ? 0 : smallestGb, managedElsewhereGb);
  const possibleGb = withinPlan(wanted, sizes);
  const isRetried = service.refusedBefore === true && isNew && smallestGb <= floorGb;
  const isTooSmall = isNew && possibleGb < smallestGb;
  const wantGb = isRetried || isTooSmall ? floorGb : Math.max(floorGb, possibleGb);
  const currentGb = isNew ? null : (toKeep(actual, wanted)?.maxAdditionalGb ?? null);
  return { kind: 'wants', provisionedGb, floorGb, wantGb, smallestGb, isRetried, currentGb };
};
