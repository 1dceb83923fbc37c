import type { PolicyResult } from '../comparison.ts';
import type { PolicyChange } from './variants.ts';

/** A changed policy that was tried. No changes: the policy as it is. */
export interface Trial {
  readonly changes: readonly PolicyChange[];
  readonly result: Pick<PolicyResult, 'measures'>;
  /** Whether it reaches the wanted point. */
  readonly reaches: boolean;
}

/** Money and harm of a trial: the cost of all days, and the hours with full disks, production first. */
export const pointOf = ({ result }: Trial) => ({
  cost: Number(result.measures.cost.p90),
  productionHours: Number(result.measures['production-full-hours'].p90),
  hours: Number(result.measures['full-hours'].p90),
});

const harm = (trial: Trial): number => pointOf(trial).productionHours * 1e6 + pointOf(trial).hours;

/** How far a trial goes from the policy as it is. */
const sizeOf = ({ changes }: Trial): number => changes.reduce((sum, { size }) => sum + size, 0);

const bySmallness = (a: Trial, b: Trial): number =>
  a.changes.length - b.changes.length || pointOf(a).cost - pointOf(b).cost || sizeOf(a) - sizeOf(b);

/** Trials that no other one beats in both money and harm, from the cheapest to the safest. */
export const frontierOf = (trials: readonly Trial[]): Trial[] => {
  const ordered = trials.toSorted(
    (a, b) => pointOf(a).cost - pointOf(b).cost || harm(a) - harm(b) || bySmallness(a, b),
  );
  const frontier: Trial[] = [];
  for (const trial of ordered) {
    const last = frontier.at(-1);
    if (last === undefined || harm(trial) < harm(last)) frontier.push(trial);
  }
  return frontier;
};

/** Trials that reach the wanted point, the smallest change first. */
export const reachingTrials = (trials: readonly Trial[]): Trial[] =>
  trials.filter(({ reaches }) => reaches).sort(bySmallness);

/** Trials with the least harm first, and of these the smallest changes first: what to combine where none reaches the point. */
export const safestTrials = (trials: readonly Trial[]): Trial[] =>
  trials.toSorted((a, b) => harm(a) - harm(b) || bySmallness(a, b));

const isOtherMember = (one: PolicyChange) => (other: PolicyChange) =>
  one.list !== other.list || one.name !== other.name || one.member.join('.') !== other.member.join('.');

/** Combinations of the most promising single changes, which differ in what they change. */
export const combinationsOf = (trials: readonly Trial[], most: number): PolicyChange[][] => {
  const best: PolicyChange[] = [];
  for (const { changes } of safestTrials(trials)) {
    const [change] = changes;
    if (changes.length !== 1 || change === undefined || !best.every(isOtherMember(change))) continue;
    best.push(change);
    if (best.length === most) break;
  }
  const pairs = best.flatMap((one, place) => best.slice(place + 1).map((other) => [one, other]));
  return best.length > 2 ? [...pairs, best] : pairs;
};
