import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import { drawsOf } from '../engine/random.ts';
import type { Register } from './people.ts';
import type { Wish } from './policy.ts';

/** More room that a person gives one service, through a day. */
export interface SimulatedGrant {
  readonly project: string;
  readonly service: string;
  readonly gb: number;
  /** The last day, `YYYY-MM-DD` by Headroom's own clock. */
  readonly through: string;
}

/** Grants after one more, which replaces an earlier one of its service. */
export const withGrant = (grants: readonly SimulatedGrant[], grant: SimulatedGrant): SimulatedGrant[] => [
  ...grants.filter(({ project, service }) => project !== grant.project || service !== grant.service),
  grant,
];

/** What policy and grants want together: a grant only raises the maximum of a service that policy enables, until it ends. */
export const granted = (
  wish: Wish,
  grants: readonly SimulatedGrant[],
  place: { readonly project: string; readonly service: string },
  today: string,
): Wish => {
  if (wish.kind !== 'enable') return wish;
  const mine = grants.filter(
    ({ project, service, through }) => project === place.project && service === place.service && today <= through,
  );
  return { ...wish, gb: Math.max(wish.gb, ...mine.map(({ gb }) => gb)) };
};

/** The grant that a person gives on a day, and when; undefined on most days. */
export const grantOn = (
  seed: number,
  day: number,
  startMs: number,
  register: Register,
): { readonly atMs: number; readonly grant: SimulatedGrant } | undefined => {
  const draws = drawsOf(seed, 'grants', day);
  const all = [...register].flatMap(([project, services]) => [...services].map((service) => ({ project, service })));
  if (all.length === 0 || !draws.chance(0.3)) return undefined;
  const atMs = startMs + day * dayMs + draws.below(24) * hourMs + draws.below(hourMs);
  const through = new Date(atMs + draws.between(0, 4) * dayMs).toISOString().slice(0, 10);
  return { atMs, grant: { ...draws.one(all), gb: draws.between(20, 400), through } };
};
