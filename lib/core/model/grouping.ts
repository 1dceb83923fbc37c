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
