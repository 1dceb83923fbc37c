import type { Selector } from '../model/policy-document.ts';
import { type Member, membersOf, type Subject } from './selector.ts';

/** A set of selectors by position: bit n of word w stands for the selector at 32 w + n. */
type Places = Int32Array;

const add = (places: Places, at: number): void => {
  places[at >>> 5] = (places[at >>> 5] ?? 0) | (1 << (at & 31));
};

/** All selector members about one property of a service, such as its type or one tag. */
interface Aspect {
  readonly read: Member['read'];
  /** Selectors without such a member: the only ones that can match a service without a value. */
  readonly silent: Places;
  readonly members: readonly { readonly at: number; readonly accepts: Member['accepts'] }[];
  /** Cache of accepting selectors by value; null where values rarely repeat. */
  readonly cache: Map<string, Places> | null;
  /** Takes the accepting selectors of a value that is not cached, until the next one. */
  readonly scratch: Places;
}

/** Cached values per aspect; a tag may have as many values as there are services. */
const mostCached = 20_000;

const acceptingFrom = ({ silent, members, scratch }: Aspect, value: string): Places => {
  scratch.set(silent);
  for (const { at, accepts } of members) if (accepts(value)) add(scratch, at);
  return scratch;
};

const accepting = (aspect: Aspect, subject: Subject): Places => {
  const { read, silent, cache } = aspect;
  const value = read(subject);
  if (value === undefined) return silent;
  if (cache === null) return acceptingFrom(aspect, value);
  const cached = cache.get(value);
  if (cached !== undefined) return cached;
  if (cache.size >= mostCached) cache.clear();
  const places = acceptingFrom(aspect, value).slice();
  cache.set(value, places);
  return places;
};

const aspectsOf = (selectors: readonly Selector[], words: number): Aspect[] => {
  const all = selectors.flatMap((selector, at) => membersOf(selector).map((member) => ({ ...member, at })));
  return [...new Set(all.map(({ label }) => label))].map((label) => {
    const members = all.filter((member) => member.label === label);
    const silent = new Int32Array(words);
    const speaking = new Set(members.map(({ at }) => at));
    for (const at of selectors.keys()) if (!speaking.has(at)) add(silent, at);
    const read: Member['read'] = members[0]?.read ?? (() => undefined);
    return { read, silent, members, cache: label === 'service' ? null : new Map(), scratch: silent.slice() };
  });
};

/** Position of the lowest set bit of a word other than 0. */
const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

/**
 * Compiles a list of selectors to a function that returns the position of the first match, or -1. It intersects the
 * selectors that accept each property of a service, so the time hardly depends on the number of selectors.
 */
export const compileFirstMatch = (selectors: readonly Selector[]): ((subject: Subject) => number) => {
  const words = Math.ceil(selectors.length / 32);
  const all = new Int32Array(words);
  for (const at of selectors.keys()) add(all, at);
  const aspects = aspectsOf(selectors, words);
  const left = all.slice();
  return (subject) => {
    left.set(all);
    for (const aspect of aspects) {
      const places = accepting(aspect, subject);
      for (let word = 0; word < words; word += 1) left[word] = (left[word] ?? 0) & (places[word] ?? 0);
    }
    const word = left.findIndex((places) => places !== 0);
    return word < 0 ? -1 : word * 32 + lowestBit(left[word] ?? 0);
  };
};
