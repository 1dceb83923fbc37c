/** A key of several parts. Two keys are equal only if all parts are equal, whatever characters they contain. */
export const compositeKey = (...parts: readonly unknown[]): string => JSON.stringify(parts);

/** Key of one service. */
export const serviceKey = ({
  project,
  service,
}: {
  readonly project: string;
  readonly service: string | null;
}): string => compositeKey(project, service);

/** Orders by code unit, so that the order does not depend on the machine's locale. */
export const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** One service; without a service its project, and without both the organization (empty). */
export interface ServiceName {
  readonly project: string;
  readonly service: string;
}

/** Orders by project, then service. */
export const byService = (a: ServiceName, b: ServiceName): number =>
  byText(a.project, b.project) || byText(a.service, b.service);

/** Items by key; keys and items stay in input order. */
export const groupBy = <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

/** Notes an item under its key; of several it keeps the one of the first project, whatever their order. */
export const keepFirst = <Item extends { readonly project: string }>(
  into: Map<string, Item>,
  key: string,
  item: Item,
): void => {
  const kept = into.get(key);
  if (kept === undefined || item.project < kept.project) into.set(key, item);
};

/**
 * Indexes from 0 by key; keys and indexes stay in their order. For a million items: plain numbers need a fraction of the
 * memory of arrays that grow.
 */
export const indexesBy = <Key>(count: number, keyAt: (index: number) => Key): Map<Key, Uint32Array> => {
  const ids = new Map<Key, number>();
  const idAt = new Uint32Array(count);
  const counts: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const key = keyAt(index);
    const id = ids.get(key) ?? counts.push(0) - 1;
    if (counts[id] === 0) ids.set(key, id);
    counts[id] = (counts[id] ?? 0) + 1;
    idAt[index] = id;
  }
  let end = 0;
  const begins = counts.map((size) => {
    end += size;
    return end - size;
  });
  const indexes = new Uint32Array(count);
  const nexts = Uint32Array.from(begins);
  for (let index = 0; index < count; index += 1) {
    const id = idAt[index] ?? 0;
    const next = nexts[id] ?? 0;
    indexes[next] = index;
    nexts[id] = next + 1;
  }
  return new Map(Array.from(ids, ([key, id]) => [key, indexes.subarray(begins[id], nexts[id])]));
};
