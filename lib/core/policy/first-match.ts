import { groupBy } from '../model/grouping.ts';
import type { Selector } from '../model/policy-document.ts';
import { type Member, membersOf, type Subject } from './selector.ts';

/** A set of selectors: bit n stands for the selector at n. */
type SelectorBits = bigint;

/** All selector members about one property of a service, such as its type or one tag. */
interface Aspect {
  readonly read: Member['read'];
  /** Selectors without such a member: the only ones that can match a service without a value. */
  readonly silent: SelectorBits;
  readonly members: readonly { readonly bit: SelectorBits; readonly accepts: Member['accepts'] }[];
  /** Cache of accepting selectors by value; null where values rarely repeat. */
  readonly cache: Map<string, SelectorBits> | null;
}

/** Cached values per aspect; a tag may have as many values as there are services. */
const mostCached = 20_000;

const accepting = ({ read, silent, members, cache }: Aspect, subject: Subject): SelectorBits => {
  const value = read(subject);
  if (value === undefined) return silent;
  const cached = cache?.get(value);
  if (cached !== undefined) return cached;
  let bits = silent;
  for (const { bit, accepts } of members) if (accepts(value)) bits |= bit;
  if (cache !== null && cache.size >= mostCached) cache.clear();
  cache?.set(value, bits);
  return bits;
};

const aspectsOf = (selectors: readonly Selector[], all: SelectorBits): Aspect[] => {
  const members = selectors.flatMap((selector, at) =>
    membersOf(selector).map((member) => ({ ...member, bit: 1n << BigInt(at) })),
  );
  return [...groupBy(members, ({ label }) => label)].map(([label, own]) => {
    const speaking = own.reduce((bits, { bit }) => bits | bit, 0n);
    const read: Member['read'] = own[0]?.read ?? (() => undefined);
    return { read, silent: all & ~speaking, members: own, cache: label === 'service' ? null : new Map() };
  });
};

/**
 * Compiles a list of selectors to a function that returns the position of the first match, or -1. It intersects the
 * selectors that accept each property of a service, so the time hardly depends on the number of selectors.
 */
export const compileFirstMatch = (selectors: readonly Selector[]): ((subject: Subject) => number) => {
  const all = (1n << BigInt(selectors.length)) - 1n;
  const aspects = aspectsOf(selectors, all);
  return (subject) => {
    let left = all;
    for (const aspect of aspects) left &= accepting(aspect, subject);
    // The lowest bit alone, whose length is its position.
    return left === 0n ? -1 : (left & -left).toString(2).length - 1;
  };
};
