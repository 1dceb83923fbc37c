/** Items since the last time that they were taken. */
interface Collected<T> {
  readonly add: (...items: readonly T[]) => void;
  readonly take: () => T[];
}

export const createCollected = <T>(): Collected<T> => {
  let items: T[] = [];
  return {
    add: (...more) => void items.push(...more),
    take: () => {
      const taken = items;
      items = [];
      return taken;
    },
  };
};
