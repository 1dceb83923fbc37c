import { costOfGb, type Money } from '../model/money.ts';
import { type Claim, guaranteedGb, type Share } from './budget.ts';

/** A target for one service, in whole GB of its budget. */
export interface Wish {
  readonly claim: Claim;
  readonly gb: number;
}

/** Position of a GB in the order in which `allocate` gives them: round, height in the round, place of the service. */
const turnOf = ({ claim, gb }: Wish, place: number) => ({
  /** 0: guarantees; then the tiers. */
  round: gb <= guaranteedGb(claim) ? 0 : claim.priority,
  gb,
  weight: claim.weight,
  place,
});

type Turn = ReturnType<typeof turnOf>;

/** Compares heights (gb / weight) without a division, so that the result is exact. */
const comesLater = (a: Turn, b: Turn): boolean => {
  if (a.round !== b.round) return a.round > b.round;
  const [left, right] = [a.gb * b.weight, b.gb * a.weight];
  return left === right ? a.place > b.place : left > right;
};

/** GB of a claim with this weight and place after a turn, without its bounds. */
const reachedIn = (turn: Turn, weight: number, place: number): number => {
  const height = (turn.gb * weight) / turn.weight;
  return place <= turn.place ? Math.floor(height) : Math.ceil(height) - 1;
};

/** GB of a claim after all turns up to this one. */
const gbAfter = (turn: Turn, claim: Claim, place: number): number => {
  const { floorGb, wantGb, priority, weight } = claim;
  const guaranteed = guaranteedGb(claim);
  const clamp = (from: number, to: number) => Math.max(from, Math.min(to, reachedIn(turn, weight, place)));
  if (turn.round === 0) return clamp(floorGb, guaranteed);
  if (priority === turn.round) return clamp(guaranteed, wantGb);
  return priority < turn.round ? Math.max(guaranteed, wantGb) : guaranteed;
};

/**
 * The least money a month at which `allocate` meets all of these targets: the cost of all GB up to the last GB of the
 * targets, in the fixed order of `allocate`.
 * @param shares in the order of their allocation
 * @param wishes each at most the `wantGb` of its claim
 */
export const moneyNeeded = (shares: readonly Share[], wishes: readonly Wish[]): Money => {
  const places = new Map(shares.map(({ claim }, place) => [claim, place]));
  const turns = wishes
    .filter(({ claim, gb }) => gb > claim.floorGb)
    .map((wish) => turnOf(wish, places.get(wish.claim) ?? 0));
  const last = turns.reduce<Turn | null>((latest, turn) => (latest && !comesLater(turn, latest) ? latest : turn), null);
  return shares.reduce(
    (sum, { claim }, place) => sum + costOfGb(claim.price, last === null ? claim.floorGb : gbAfter(last, claim, place)),
    0n,
  );
};
