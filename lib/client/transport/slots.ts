/** Runs work when a slot is free; first come, first served. */
type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `count` pieces of work at a time. */
export const createSlots = (count: number): Slots => {
  let free = count;
  const waiting: (() => void)[] = [];

  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };

  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};
