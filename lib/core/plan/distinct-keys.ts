import type { PlanKey } from '../model/model.ts';

/** Each thing to ask once, through the first project that has it. */
export const distinctKeys = <T extends PlanKey>(keys: readonly T[], textOf: (key: T) => string): T[] => {
  const first = new Map<string, T>();
  for (const key of keys) {
    const known = first.get(textOf(key));
    if (known === undefined || key.project < known.project) first.set(textOf(key), key);
  }
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
};
