import { oncePerObject } from '../../core/model/remembering.ts';
import type { Store } from '../../ports.ts';
import { putOwn } from './conditions.ts';
import { inBatches } from './in-batches.ts';
import { rememberingObjects } from './remembered.ts';
import { sha256 } from './sha256.ts';

/**
 * The plan of a large organization has lists of hundreds of thousands of items. A list that is too long for one object is
 * stored in parts beside it, and the object has their keys in its place. Readers and writers of objects notice nothing. A
 * part is named after its content: the report of a run has the parts of its plan, and none is ever replaced.
 */

/** A longer list is stored in parts of so many items: three megabytes, so that no object needs much memory. */
const mostItems = 4_000;

/** The changes of a plan are always in parts, of so many: the tasks that apply them read single parts. */
const changesOfPart = 200;

/** Parts in memory at one time, each as text and as bytes. */
const partsAtOnce = 3;

/** Stands for a list that is in parts. */
interface InParts {
  readonly inParts: readonly string[];
}

const mark = '"inParts":[';

/** An object with lists that can be long, or a part of one: its folder and its name. */
const place = /^(runs\/[^/]+\/plan\/|proposed-plans\/[^/]+\/)([^/]+)\.json$/;

/** Common prefix of the keys of an object's parts; undefined if none of its lists can be long. */
const partsFolder = (key: string): string | undefined => {
  const [, folder, name = ''] = place.exec(key) ?? [];
  return ['plan', 'file'].includes(name) ? folder : undefined;
};

const isPlan = (key: string): boolean => /^runs\/[^/]+\/plan\/plan\.json$/.test(key);

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

/** A part before it is stored. */
interface PartOfList<T> {
  readonly key: string;
  readonly text: string;
  readonly items: readonly T[];
}

/** A part by its name in the folder of its object. */
type NamedPart<T> = Omit<PartOfList<T>, 'key'> & { readonly name: string };

const partsOfList = <T>(list: readonly T[], most: number): NamedPart<T>[] =>
  Array.from({ length: Math.ceil(list.length / most) }, (_, place) => {
    const items = list.slice(place * most, (place + 1) * most);
    const text = `${JSON.stringify({ version: 1, items })}\n`;
    return { name: `${sha256(text)}.json`, text, items };
  });

/** A plan whose services are decided as before has the same list of decisions. */
const longParts = oncePerObject((list: readonly unknown[]) => partsOfList(list, mostItems));

const inFolder = <T>(folder: string, { name, ...part }: NamedPart<T>): PartOfList<T> => ({
  key: `${folder}${name}`,
  ...part,
});

/** The parts in which the changes of a plan are stored with it. */
export const changePartsOf = <T>(plan: string, changes: readonly T[]): PartOfList<T>[] =>
  partsOfList(changes, changesOfPart).map((part) => inFolder(partsFolder(plan) ?? '', part));

const storePart = async (store: Store, { key, text }: PartOfList<unknown>): Promise<void> => {
  // Mostly it is there already. Another write of it may also have come between and failed; the name follows from the content.
  if (!(await putOwn(store, key, text, { ifAbsent: true }))) await store.put(key, text);
};

/** How many items a part of a list has; undefined for a list that stays in its object. */
const sizeOfParts = (key: string, json: unknown): ((value: object) => number | undefined) => {
  const changes = isPlan(key) && isObject(json) && 'changes' in json ? json.changes : undefined;
  return (value) => {
    if (!Array.isArray(value) || value.length === 0) return undefined;
    if (value === changes) return changesOfPart;
    return value.length > mostItems ? mostItems : undefined;
  };
};

/** Whether any list of a value is in parts: most values have none, and looking for one takes no memory. */
const hasListApart = (value: unknown, sizeOf: (value: object) => number | undefined): boolean =>
  isObject(value) &&
  (sizeOf(value) !== undefined ||
    (Array.isArray(value) ? value : Object.values(value)).some((one) => hasListApart(one, sizeOf)));

/**
 * Stores the long lists of an object in parts.
 * @param json its stored JSON
 * @returns the JSON with the keys of the parts in their place
 */
export const withListsApart = async (store: Store, key: string, json: unknown): Promise<unknown> => {
  const folder = partsFolder(key);
  const sizeOf = sizeOfParts(key, json);
  if (folder === undefined || !hasListApart(json, sizeOf)) return json;
  const parts: PartOfList<unknown>[] = [];
  const short = replacedIn(json, (value) => {
    const size = sizeOf(value);
    if (size === undefined) return value;
    const list = value as readonly unknown[];
    const named = size === mostItems ? longParts(list) : partsOfList(list, size);
    const own = named.map((part) => inFolder(folder, part));
    parts.push(...own);
    return { inParts: own.map((part) => part.key) } satisfies InParts;
  });
  await inBatches(parts, (part) => storePart(store, part), partsAtOnce);
  return short;
};

/** Whether the text of an object has lists in parts. */
export const hasListsApart = (key: string, body: string): boolean =>
  partsFolder(key) !== undefined && body.includes(mark);

/** Problem of a part of an object. */
export class PartDamaged extends Error {}

const wasChanged = (key: string, body: string): boolean => !key.endsWith(`${sha256(body)}.json`);

/** By the name of the part: the plan of a pass, its report and the next plan mostly share their parts. */
const itemsOf = rememberingObjects((_name, body) => (JSON.parse(body) as { readonly items: readonly unknown[] }).items);

/** The items of a part. @throws PartDamaged if they are not those that its key names */
export const itemsOfPart = async (store: Store, key: string): Promise<readonly unknown[]> => {
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

/** The JSON of an object with the lists that are in parts. @throws PartDamaged */
export const withLists = async (store: Store, json: unknown): Promise<unknown> => {
  const read = async (key: string) => [key, await itemsOfPart(store, key)] as const;
  const parts = new Map(await inBatches(partsNamed(json), read, partsAtOnce));
  return replacedIn(json, (value) => (isInParts(value) ? value.inParts.flatMap((key) => parts.get(key) ?? []) : value));
};
