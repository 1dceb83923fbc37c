/** Generated growth of disks, in six shapes. The same seed gives the same series on every machine. */

export const shapes = ['steady', 'stepped', 'seasonal', 'accelerating', 'bursty', 'flat'] as const;
export type Shape = (typeof shapes)[number];

type Random = () => number;

/** Mulberry32: small, even enough, and the same everywhere. */
export const randomFrom = (seed: number): Random => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const between = (random: Random, least: number, most: number): number => least + (most - least) * random();
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const series = (days: number, valueAt: (day: number) => number): number[] =>
  Array.from({ length: days }, (_, day) => valueAt(day));

/** One series of GB, a value a day. */
const generators: Readonly<Record<Shape, (random: Random, days: number) => number[]>> = {
  steady: (random, days) => {
    const level = between(random, 50, 500);
    const slope = level * between(random, 0.001, 0.01);
    const noise = level * between(random, 0.002, 0.02);
    return series(days, (day) => level + slope * day + noise * normal(random));
  },
  // What is provisioned: it grows by a tenth of what is used whenever that reaches the threshold (spec.md §8).
  stepped: (random, days) => {
    let disk = between(random, 80, 400);
    let used = disk * between(random, 0.5, 0.84);
    const slope = disk * between(random, 0.003, 0.015);
    return series(days, () => {
      used += slope * between(random, 0.5, 1.5);
      while (used >= 0.85 * disk) disk += used / 10;
      return disk;
    });
  },
  seasonal: (random, days) => {
    const level = between(random, 50, 500);
    const slope = level * between(random, 0.001, 0.006);
    const wave = level * between(random, 0.02, 0.1);
    const phase = Math.floor(7 * random());
    const noise = level * 0.005;
    return series(
      days,
      (day) => level + slope * day + wave * Math.sin((2 * Math.PI * (day + phase)) / 7) + noise * normal(random),
    );
  },
  accelerating: (random, days) => {
    const level = between(random, 50, 300);
    const rate = between(random, 0.002, 0.01);
    const noise = level * between(random, 0.002, 0.01);
    return series(days, (day) => level * Math.exp(rate * day) + noise * normal(random));
  },
  bursty: (random, days) => {
    const level = between(random, 50, 500);
    const slope = level * between(random, 0.0005, 0.004);
    const chance = between(random, 0.02, 0.08);
    const height = level * between(random, 0.05, 0.3);
    let burst = 0;
    return series(days, (day) => {
      burst = burst * 0.7 + (random() < chance ? height * between(random, 0.5, 1.5) : 0);
      return level + slope * day + burst + level * 0.003 * normal(random);
    });
  },
  flat: (random, days) => {
    const level = between(random, 50, 500);
    const noise = level * between(random, 0.002, 0.03);
    return series(days, () => level + noise * normal(random));
  },
};

/** So many series of one shape. */
export const generate = (shape: Shape, count: number, days: number, seed: number): number[][] => {
  const random = randomFrom(seed + shapes.indexOf(shape) * 7919);
  return Array.from({ length: count }, () => generators[shape](random, days));
};
