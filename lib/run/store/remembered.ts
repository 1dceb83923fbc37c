import { getHeapStatistics } from 'node:v8';
import { remembering } from '../../core/model/remembering.ts';

/** Characters of all texts that are remembered in any process; with their contents they take some ten times as many bytes. */
const leastCharacters = 1_000_000;

/** Bytes of a process's memory for each character: texts and their contents take a fortieth of it. */
const bytesPerCharacter = 400;

let mostOfProcess: number | undefined;

/** Whether a process remembers so many characters. Node.js loads its statistics, so the least is asked first. */
const holds = (characters: number): boolean => {
  if (characters <= leastCharacters) return true;
  mostOfProcess ??= Math.floor(getHeapStatistics().heap_size_limit / bytesPerCharacter);
  return characters <= mostOfProcess;
};

/** Remembers what was parsed last from the texts of objects: most records are the same from run to run. */
export const rememberingObjects = <T>(parse: (key: string, body: string, before: T | undefined) => T) =>
  remembering(parse, holds);

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const itemsOf = (before: readonly unknown[], after: unknown[]): readonly unknown[] => {
  let isSame = before.length === after.length;
  for (let place = 0; place < Math.min(before.length, after.length); place += 1) {
    const item = withSameParts(before[place], after[place]);
    if (item !== before[place]) isSame = false;
    else after[place] = item;
  }
  return isSame ? before : after;
};

/** The order of members counts: the same value must always become the same text. */
const membersOf = (before: Members, after: Members): Members => {
  const [earlier, names] = [Object.keys(before), Object.keys(after)];
  let isSame = earlier.length === names.length;
  for (const [place, name] of names.entries()) {
    if (earlier[place] !== name) isSame = false;
    if (!Object.hasOwn(before, name)) continue;
    const member = withSameParts(before[name], after[name]);
    if (member !== before[name]) isSame = false;
    else after[name] = member;
  }
  return isSame ? before : after;
};

/**
 * Replaces unchanged parts of a value by their earlier objects, so that remembered results of such a part hold without a look at
 * it. Parts have the same place in both: by member, or by position in a list.
 * @param after JSON that was parsed just now, so that nothing else has it: its parts are replaced
 * @returns the value before if nothing differs
 */
export const withSameParts = <T>(before: unknown, after: T): T => {
  if (before === after || !isObject(before) || !isObject(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  return (
    Array.isArray(after) ? itemsOf(before as readonly unknown[], after) : membersOf(before as Members, after as Members)
  ) as T;
};
