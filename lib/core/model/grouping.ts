/** One key of several parts: two keys are the same when all their parts are, whatever stands in them. */
export const compositeKey = (...parts: readonly unknown[]): string => JSON.stringify(parts);

/** The key of what concerns one service. */
export const serviceKey = ({
  project,
  service,
}: {
  readonly project: string;
  readonly service: string | null;
}): string => compositeKey(project, service);

/** Items by their key, both in the order in which they come. */
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
