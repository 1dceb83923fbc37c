import type { Store } from '../../ports.ts';
import { putOwn } from './conditions.ts';
import { inBatches } from './in-batches.ts';
import { digestOfProposal, keys } from './keys.ts';
import { remembering } from './remembered.ts';
import { sha256 } from './sha256.ts';

/**
 * The plan of a large organization has lists of hundreds of thousands of items. A list that is too long for one object is
 * stored in parts beside it, and the object has their keys in its place. Readers and writers of objects notice nothing. A
 * part is named after its content: the report of a run has the parts of its plan, and none is ever replaced.
 */

/** A longer list is stored in parts of so many items: three megabytes, so that no object needs much memory. */
const mostItems = 4_000;

/** Parts in memory at one time, each as text and as bytes. */
const partsAtOnce = 3;

/** Stands for a list that is in parts. */
interface InParts {
  readonly inParts: readonly string[];
}

const mark = '"inParts":[';

/** Common prefix of the keys of an object's parts; undefined if none of its lists can be long. */
const partsFolder = (key: string): string | undefined => {
  if (/^runs\/[^/]+\/(?:plan|plan-file)\.json$/.test(key)) return `${key.slice(0, key.lastIndexOf('/'))}/parts/`;
  const isProposal = key.startsWith(keys.proposals) && digestOfProposal(key) !== undefined;
  return isProposal ? key.replace(/\.json$/, '/') : undefined;
};

const isPart = (key: string): boolean => /^(?:runs\/[^/]+\/parts|proposals\/[^/]+)\/[^/]+\.json$/.test(key);

const isInParts = (value: object): value is InParts => {
  const [first, ...others] = Object.entries(value);
  return others.length === 0 && first?.[0] === 'inParts' && Array.isArray(first[1]);
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The value itself where nothing in it is replaced: most of it is, and a copy takes memory. */
const replacedIn = (value: unknown, replace: (value: object) => unknown): unknown => {
  if (!isObject(value)) return value;
  const other = replace(value);
  if (other !== value) return other;
  if (Array.isArray(value)) {
    const items = value.map((item) => replacedIn(item, replace));
    return items.every((item, place) => item === value[place]) ? value : items;
  }
  const members = Object.entries(value).map(([name, member]) => [name, member, replacedIn(member, replace)] as const);
  if (members.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(members.map(([name, , after]) => [name, after]));
};

const partText = (items: readonly unknown[]): string => `${JSON.stringify({ version: 1, items })}\n`;

/** Stores one part. @returns its key */
const storePart = async (store: Store, folder: string, items: readonly unknown[]): Promise<string> => {
  const text = partText(items);
  const key = `${folder}${sha256(text)}.json`;
  // Mostly it is there already. Another write of it may also have come between and failed; the name is that of its content.
  if (!(await putOwn(store, key, text, { ifAbsent: true }))) await store.put(key, text);
  return key;
};

const isLong = (value: object): value is readonly unknown[] => Array.isArray(value) && value.length > mostItems;

/** Whether any list of a value is long: most values have none, and looking for one takes no memory. */
const hasLongList = (value: unknown): boolean =>
  isObject(value) && (isLong(value) || (Array.isArray(value) ? value : Object.values(value)).some(hasLongList));

/**
 * Stores the long lists of an object in parts.
 * @param json its stored JSON
 * @returns the JSON with the keys of the parts in their place
 */
export const withListsApart = async (store: Store, key: string, json: unknown): Promise<unknown> => {
  const folder = partsFolder(key);
  if (folder === undefined || !hasLongList(json)) return json;
  const stored = new Map<readonly unknown[], string[]>();
  replacedIn(json, (value) => {
    if (!isLong(value)) return value;
    stored.set(value, []);
    return null;
  });
  const parts = [...stored].flatMap(([list, inParts]) =>
    Array.from({ length: Math.ceil(list.length / mostItems) }, (_, place) => ({ list, inParts, place })),
  );
  const put = async ({ list, inParts, place }: (typeof parts)[number]) => {
    inParts[place] = await storePart(store, folder, list.slice(place * mostItems, (place + 1) * mostItems));
  };
  await inBatches(parts, put, partsAtOnce);
  return replacedIn(json, (value) => {
    const inParts = isLong(value) ? stored.get(value) : undefined;
    return inParts === undefined ? value : ({ inParts } satisfies InParts);
  });
};

/** Whether the text of an object has lists in parts. */
export const hasListsApart = (key: string, body: string): boolean =>
  partsFolder(key) !== undefined && body.includes(mark);

/** What is wrong with a part of an object. */
export class PartDamaged extends Error {}

const wasChanged = (key: string, body: string): boolean => !key.endsWith(`${sha256(body)}.json`);

/** Why a part cannot be read; undefined if it can, or if the key is that of another object. */
export const partProblem = (key: string, body: string): string | undefined =>
  isPart(key) && wasChanged(key, body) ? 'it was changed' : undefined;

/** By the name of the part: that of the plan of a pass is mostly that of its report and of the next plan. */
const itemsOf = remembering((_name, body) => (JSON.parse(body) as { readonly items: readonly unknown[] }).items);

const partAt = async (store: Store, key: string): Promise<readonly unknown[]> => {
  const stored = await store.get(key);
  if (stored === undefined) throw new PartDamaged(`its part ${key} is missing`);
  if (wasChanged(key, stored.body)) throw new PartDamaged(`its part ${key} was changed`);
  return itemsOf(key.slice(key.lastIndexOf('/') + 1), stored.body);
};

/** The JSON of an object with nothing in place of its lists that are in parts. */
export const withoutLists = (json: unknown): unknown => replacedIn(json, (value) => (isInParts(value) ? [] : value));

/** The keys of the parts in an object's JSON. */
const partsNamed = (json: unknown): string[] => {
  const named = new Set<string>();
  replacedIn(json, (value) => {
    if (isInParts(value)) for (const key of value.inParts) named.add(key);
    return value;
  });
  return [...named];
};

/** The keys of the parts of an object that can be read. */
export const partsOf = (key: string, body: string): string[] =>
  hasListsApart(key, body) ? partsNamed(JSON.parse(body)) : [];

/** The JSON of an object with the lists that are in parts. @throws PartDamaged */
export const withLists = async (store: Store, json: unknown): Promise<unknown> => {
  const parts = new Map<string, readonly unknown[]>();
  const read = async (key: string) => void parts.set(key, await partAt(store, key));
  await inBatches(partsNamed(json), read, partsAtOnce);
  return replacedIn(json, (value) => (isInParts(value) ? value.inParts.flatMap((key) => parts.get(key) ?? []) : value));
};
