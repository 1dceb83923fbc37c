import type { Selector } from '../model/policy-document.ts';
import { type Member, membersOf, type Subject } from './selector.ts';

/** A set of selectors by their places: bit n of word w stands for the selector at 32 w + n. */
type Places = Int32Array;

const add = (places: Places, at: number): void => {
  places[at >>> 5] = (places[at >>> 5] ?? 0) | (1 << (at & 31));
};

/** Everything that the selectors say of one thing: the type of services, say, or one tag. */
interface Aspect {
  readonly read: Member['read'];
  /** Selectors that say nothing of it: all that can match a service without a value. */
  readonly silent: Places;
  readonly members: readonly { readonly at: number; readonly accepts: Member['accepts'] }[];
  /** Selectors that accept a value, kept by value; null where values hardly ever come twice. */
  readonly known: Map<string, Places> | null;
}

/** Values kept of one aspect; tags may have as many values as there are services. */
const mostKnown = 20_000;

const acceptingFrom = ({ silent, members }: Aspect, value: string): Places => {
  const places = silent.slice();
  for (const { at, accepts } of members) if (accepts(value)) add(places, at);
  return places;
};

const accepting = (aspect: Aspect, subject: Subject): Places => {
  const { read, silent, known } = aspect;
  const value = read(subject);
  if (value === undefined) return silent;
  if (known === null) return acceptingFrom(aspect, value);
  const kept = known.get(value);
  if (kept !== undefined) return kept;
  if (known.size >= mostKnown) known.clear();
  const places = acceptingFrom(aspect, value);
  known.set(value, places);
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
    return { read, silent, members, known: label === 'service' ? null : new Map() };
  });
};

/** Place of the lowest bit of a word that is not 0. */
const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

/**
 * Prepares a list of selectors to be asked which one is the first that matches: -1 when none does. What each aspect of a
 * service allows is looked up and the answers are intersected, so the time hardly depends on the number of selectors.
 */
export const compileFirstMatch = (selectors: readonly Selector[]): ((subject: Subject) => number) => {
  const words = Math.ceil(selectors.length / 32);
  const all = new Int32Array(words);
  for (const at of selectors.keys()) add(all, at);
  const aspects = aspectsOf(selectors, words);
  return (subject) => {
    const allowed = aspects.map((aspect) => accepting(aspect, subject));
    for (let word = 0; word < words; word += 1) {
      let left = all[word] ?? 0;
      for (const places of allowed) left &= places[word] ?? 0;
      if (left !== 0) return word * 32 + lowestBit(left);
    }
    return -1;
  };
};
