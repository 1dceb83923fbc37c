import type { MaximumKind, PlanKey } from '../model/model.ts';
import { wholeGb } from '../model/sizes.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
import { type ServiceContext, toKeep } from '../service/changes.ts';
import { kindFor } from '../service/expressible.ts';
import { planKeyText, provisionedAdditionalGb } from '../service/floor.ts';
import { lowersElsewhere } from '../service/managed-elsewhere.ts';
import { leastGb } from '../service/maximum.ts';

/** What one service means to its budget, in whole GB of additional storage. */
export type BudgetPosition =
  /** The own disk of its plan must be known first. */
  | { readonly kind: 'ask'; readonly key: PlanKey }
  /** It takes this much of the budget, and no change of ours gives or takes any. */
  | { readonly kind: 'counted'; readonly gb: number; readonly provisionedGb: number | null; readonly why: string }
  /** Policy would give it some, but what it has cannot be told; it takes this much, as far as that is known. */
  | { readonly kind: 'unknown'; readonly gb: number; readonly provisionedGb: number | null; readonly why: string }
  /** It is divided a share, between what is there and what is wanted. */
  | {
      readonly kind: 'wants';
      readonly provisionedGb: number;
      readonly floorGb: number;
      readonly wantGb: number;
      /** The smallest maximum that its endpoint can hold. */
      readonly smallestGb: number;
      /** The maximum that it has; null when it has no autoscaler of ours, or one whose maximum cannot be read. */
      readonly currentGb: number | null;
    };

/** How large disks of plans can get in MB, by `planKeyText`; null where the platform does not say. */
export type PlanCaps = ReadonlyMap<string, number | null>;

const isUntouchable = ({ actual, judgement, drifted }: ServiceContext): boolean =>
  judgement.exempt ||
  drifted?.handling === 'report' ||
  actual.foreign.length + actual.sharedWith.length + actual.namesakes.length > 0;

/** Why the service is only counted; null when it can be given a share. */
const whyCounted = (subject: ServiceContext): string | null => {
  const { effect } = subject.judgement.decision;
  if (subject.service.unusable !== undefined) return 'its record is invalid, so it is counted as it is';
  if (subject.judgement.exempt) return 'exempt, so it is counted as it is';
  if (subject.drifted?.handling === 'report') return 'it was changed by hand and is left so, so it is counted as it is';
  if (isUntouchable(subject)) return 'its autoscaler is not ours to change, so it is counted as it is';
  if (effect !== 'ignore' && lowersElsewhere(subject, subject.judgement.decision.maxAdditionalGb ?? 0)) {
    return `its configuration is kept by ${subject.judgement.managedBy}, so its autoscaler is counted as it is`;
  }
  if (effect === 'disable') return 'its autoscaler is not wanted, so what is provisioned is counted';
  if (effect === 'ignore') return 'no rule enables it, so it is counted as it is';
  return ineligibleReason(subject.service) === null ? null : 'it is not eligible now, so it is counted as it is';
};

/** The most that the disk can be given by the plan, or what is wanted where the platform does not say (platform-facts §2.8). */
const withinPlan = (wantGb: number, planDiskMb: number, capMb: number | null | undefined): number =>
  capMb == null ? wantGb : Math.min(wantGb, Math.max(0, wholeGb(capMb) - wholeGb(planDiskMb)));

const counted = (subject: ServiceContext, provisionedGb: number | null, why: string) => {
  const { decision, managedBy } = subject.judgement;
  const goes = decision.effect === 'disable' && managedBy === null && !isUntouchable(subject);
  const held = goes ? 0 : (subject.actual.heldGb ?? 0);
  return { kind: 'counted', gb: Math.max(provisionedGb ?? 0, held), provisionedGb, why } as const;
};

const unknown = (subject: ServiceContext, provisionedGb: number | null, kind: MaximumKind): BudgetPosition => {
  const why = 'the platform does not say how much of its disk is additional storage';
  const { gb } = counted(subject, provisionedGb, why);
  const wanted = subject.judgement.decision.maxAdditionalGb ?? 0;
  const { diskMb } = subject.service;
  // The whole disk holds what is additional, so a maximum of at least that is lowered without knowing more.
  const isLowered = kind === 'additional' && diskMb !== null && wholeGb(diskMb) <= wanted;
  const isRight = toKeep(subject.actual, wanted)?.maxAdditionalGb === wanted;
  return { kind: 'unknown', gb: isLowered || isRight ? Math.min(gb, wanted) : gb, provisionedGb, why };
};

/**
 * What a service means to its budget (design §8): what is provisioned is its floor, and so is what its autoscaler cannot
 * be lowered below, because its endpoint holds no less or its configuration is kept elsewhere; what its rule asks for, as
 * far as its plan can grow, is what it wants. A new one wants nothing where that is less than an endpoint can hold. A
 * service that no grant of ours reaches is counted with what it may cost: the larger of its maximum and what is
 * provisioned.
 */
export const budgetPositionOf = (subject: ServiceContext, planCaps: PlanCaps): BudgetPosition => {
  const { service, judgement, actual, planDisks } = subject;
  const { decision } = judgement;
  const plan = planKeyText(service.type, service.plan);
  const planDiskMb = planDisks.get(plan);
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
  const kept = judgement.managedBy === null ? 0 : (actual.heldGb ?? 0);
  const floorGb = Math.max(provisionedGb, isNew ? 0 : smallestGb, kept);
  const possibleGb = withinPlan(wanted, planDiskMb, planCaps.get(plan));
  const wantGb = isNew && possibleGb < smallestGb ? floorGb : Math.max(floorGb, possibleGb);
  const currentGb = isNew ? null : (toKeep(actual, wanted)?.maxAdditionalGb ?? null);
  return { kind: 'wants', provisionedGb, floorGb, wantGb, smallestGb, currentGb };
};
