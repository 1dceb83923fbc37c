import type { Store } from '../../ports.ts';
import { inBatches } from './in-batches.ts';
import { sha256 } from './sha256.ts';

/**
 * The plan of a large organization has lists of hundreds of thousands of items. A list that is too long for one object is
 * stored in parts beside it, and the object has their names in its place. Readers and writers of objects notice nothing. A
 * part is named after its content, so that none is ever taken for another.
 */

/** A longer list is stored in parts of so many items: three megabytes, so that no object needs much memory. */
const mostItems = 4_000;

/** Parts in memory at one time, each as text and as bytes. */
const partsAtOnce = 3;

const mark = '"inParts":[';

/** Key of a part of the object at a key. */
const keyOfPart = (key: string, name: string): string => `${key.slice(0, key.lastIndexOf('/') + 1)}${name}.json`;

/** Takes the long lists out of the object at a key while its text is made (`replace` of JSON.stringify), and stores them. */
export const listsApart = (key: string) => {
  const parts = new Map<string, string>();
  const inParts = (list: readonly unknown[]): string[] =>
    Array.from({ length: Math.ceil(list.length / mostItems) }, (_, index) => {
      const text = `${JSON.stringify(list.slice(index * mostItems, (index + 1) * mostItems))}\n`;
      const name = sha256(text);
      parts.set(name, text);
      return name;
    });
  return {
    replace: (_: string, value: unknown): unknown =>
      Array.isArray(value) && value.length > mostItems ? { inParts: inParts(value) } : value,
    store: (store: Store): Promise<unknown> =>
      inBatches([...parts], ([name, text]) => store.put(keyOfPart(key, name), text), partsAtOnce),
  };
};

/** Whether the text of an object has lists in parts. */
export const hasListsApart = (body: string): boolean => body.includes(mark);

/** Problem of a part of an object. */
export class PartDamaged extends Error {}

/** Whether a value stands for a list: nothing else has this member alone, and in it names of parts alone. */
const isInParts = (value: unknown): value is { readonly inParts: readonly string[] } => {
  if (typeof value !== 'object' || value === null || !('inParts' in value)) return false;
  const { inParts, ...others } = value;
  return (
    Object.keys(others).length === 0 && Array.isArray(inParts) && inParts.every((name) => /^[0-9a-f]{64}$/.test(name))
  );
};

const itemsOfPart = async (store: Store, key: string, name: string): Promise<readonly unknown[]> => {
  const stored = await store.get(key);
  if (stored === undefined) throw new PartDamaged(`its part ${key} is missing`);
  if (sha256(stored.body) !== name) throw new PartDamaged(`its part ${key} was changed`);
  return JSON.parse(stored.body);
};

/** The JSON of the object at a key, with the lists that are stored apart. @throws PartDamaged, SyntaxError */
export const jsonWithLists = async (store: Store, key: string, body: string): Promise<unknown> => {
  const lists: { readonly names: readonly string[]; readonly items: unknown[] }[] = [];
  const json: unknown = JSON.parse(body, (_, value: unknown) => {
    if (!isInParts(value)) return value;
    const items: unknown[] = [];
    lists.push({ names: value.inParts, items });
    return items;
  });
  for (const { names, items } of lists) {
    const parts = await inBatches(names, (name) => itemsOfPart(store, keyOfPart(key, name), name), partsAtOnce);
    for (const part of parts) items.push(...part);
  }
  return json;
};
