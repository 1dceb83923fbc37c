import { costOfGb, type Money } from '../model/money.ts';
import { type Claim, guaranteedGb, type Share } from './budget.ts';

/** That a service has so many GB of its budget, in whole GB. */
export interface Wish {
  readonly claim: Claim;
  readonly gb: number;
}

/** Where a GB comes in the order in which `allocate` gives them: the round, the height in it, the place of the service. */
interface Turn {
  /** 0: what is guaranteed; then the tiers. */
  readonly round: number;
  readonly gb: number;
  readonly weight: number;
  readonly place: number;
}

const turnOf = ({ claim, gb }: Wish, place: number): Turn => ({
  round: gb <= guaranteedGb(claim) ? 0 : claim.priority,
  gb,
  weight: claim.weight,
  place,
});

/** Heights are compared without a division: gb / weight. */
const comesLater = (a: Turn, b: Turn): boolean => {
  if (a.round !== b.round) return a.round > b.round;
  const [left, right] = [a.gb * b.weight, b.gb * a.weight];
  return left === right ? a.place > b.place : left > right;
};

/** GB that a claim of weight `weight` at `place` has got when a turn has come. */
const reachedIn = (turn: Turn, weight: number, place: number): number => {
  const height = (turn.gb * weight) / turn.weight;
  return place <= turn.place ? Math.floor(height) : Math.ceil(height) - 1;
};

/** GB that a claim has when all turns up to this one have come. */
const gbAfter = (turn: Turn, claim: Claim, place: number): number => {
  const { floorGb, wantGb, priority, weight } = claim;
  const guaranteed = guaranteedGb(claim);
  const clamp = (from: number, to: number) => Math.max(from, Math.min(to, reachedIn(turn, weight, place)));
  if (turn.round === 0) return clamp(floorGb, guaranteed);
  if (priority === turn.round) return clamp(guaranteed, wantGb);
  return priority < turn.round ? Math.max(guaranteed, wantGb) : guaranteed;
};

/**
 * The least money a month at which `allocate` gives every one of these services what is wished for it: what comes before
 * the last of those GB in the fixed order of all, and that GB.
 * @param shares of an allocation: in its order
 * @param wishes at most what each claim wants
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
