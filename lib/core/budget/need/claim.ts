import { createCostSum, type Money } from '../../model/money.ts';
import type { Claim } from '../budget.ts';

/** The room that a disk needs, in whole GB of additional storage. */
export interface DiskNeeds {
  /** GB that keep it out of trouble for some days. @param confidence percent of the outcomes that they cover */
  readonly gbFor: (days: number, confidence: number) => number;
  /** Whether its growth is known; without it a disk needs one growth step. */
  readonly isKnown: boolean;
  /** Whether its use is at the threshold, so that its autoscaler takes at once whatever it gets. */
  readonly takesAtOnce: boolean;
  /** GB of the first growth step of a disk to which nothing was added yet; 0: it gets none. */
  readonly firstStepGb: number;
  /** The smallest maximum that its endpoint accepts. */
  readonly leastGb: number;
  /** GB that a person granted it for some days; 0: none. */
  readonly grantedGb: number;
  /** Its present maximum; null without an autoscaler of Headroom. */
  readonly currentGb: number | null;
}

/** A claim of a service whose maximum the budget decides; null: it counts with its floor. */
export interface NeedClaim extends Claim {
  /** Whole GB that its rule guarantees; 0: none. */
  readonly atLeastGb: number;
  readonly needs: DiskNeeds | null;
}

/** A disk with room for less than `below` days gets room for `days`, both at a confidence in percent. */
export interface Level {
  readonly below: number;
  readonly days: number;
  readonly confidence: number;
}

/** The first level at which all needs fit holds for the day; the last tier goes to the next one first. */
export const levels: readonly Level[] = [
  { below: 7, days: 14, confidence: 95 },
  { below: 5, days: 10, confidence: 95 },
  { below: 4, days: 8, confidence: 90 },
  { below: 3, days: 7, confidence: 90 },
  { below: 2, days: 4, confidence: 80 },
  { below: 1, days: 2, confidence: 50 },
];

/** Days of need below which nothing is taken for others, and below which a disk is harmed; both judged at one confidence. */
export const keptDays = 14;

export const harmDays = 7;

export const judgedConfidence = 95;

const most = (claim: NeedClaim): number => Math.max(claim.floorGb, claim.wantGb);

/** GB within what the claim has and may have. */
export const bounded = (claim: NeedClaim, gb: number): number => Math.max(claim.floorGb, Math.min(most(claim), gb));

/** What it has in force, as far as its rule allows. */
export const inForceGb = (claim: NeedClaim): number => bounded(claim, claim.needs?.currentGb ?? claim.floorGb);

export const needIn = (claim: NeedClaim, days: number, confidence = judgedConfidence): number =>
  bounded(claim, claim.needs?.gbFor(days, confidence) ?? 0);

/** A disk at its threshold takes at once what it gets, so it gets half the days. */
export const daysOf = ({ needs }: NeedClaim, days: number): number => (needs?.takesAtOnce ? days / 2 : days);

/** GB that are no slack: provisioned, granted, guaranteed, and the need of two weeks. */
export const unslackGb = (claim: NeedClaim): number =>
  Math.max(needIn(claim, keptDays), bounded(claim, Math.max(claim.atLeastGb, claim.needs?.grantedGb ?? 0)));

/** A raise of a service without an autoscaler is at least what an endpoint accepts. */
export const raisedTo = (claim: NeedClaim, gb: number): number =>
  claim.needs?.currentGb === null && gb > claim.floorGb ? bounded(claim, Math.max(gb, claim.needs.leastGb)) : gb;

/** GB that a claim must have at a level: its need where its room is short, else what it has without the slack. */
export const mustHave = (claim: NeedClaim, { below, days, confidence }: Level): number => {
  if (claim.needs === null) return claim.floorGb;
  const held = Math.max(inForceGb(claim), bounded(claim, claim.needs.grantedGb));
  if (needIn(claim, daysOf(claim, below), confidence) <= held) return Math.min(held, unslackGb(claim));
  return raisedTo(claim, Math.max(held, needIn(claim, daysOf(claim, days), confidence)));
};

/** GB of a claim at a level while more is in force than the budget pays: nothing is raised. */
export const mayKeep = (claim: NeedClaim, { days, confidence }: Level): number =>
  claim.needs === null ? claim.floorGb : Math.min(inForceGb(claim), needIn(claim, days, confidence));

/** Cost of these GB of each claim. */
export const costOfAll = (claims: readonly NeedClaim[], gbOf: (claim: NeedClaim, at: number) => number): Money => {
  const sum = createCostSum();
  claims.forEach((claim, at) => {
    sum.add(claim.price, Number(claim.price), gbOf(claim, at));
  });
  return sum.total();
};
