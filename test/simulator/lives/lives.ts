import { expect } from 'vitest';
import { evenRates } from '../engine/faults.ts';
import { simulate } from '../simulate.ts';

/** Seeds of one of the files of this folder. Together they live 1,530 days; a file each, so that workers share them. */
export const seedsOf = (file: 0 | 1 | 2): number[] =>
  Array.from({ length: 17 }, (_, n) => 20_260_302 + n).filter((_, n) => n % 3 === file);

/** Two organizations are as large as those of the soak; the others are small, because every service costs time. */
const sizeOf = (seed: number) => (seed % 9 === 0 ? { projects: 4, services: 30 } : { projects: 3, services: 10 });

/** Lives 90 days of an organization in spells of weather and expects every law to hold. */
export const expectLawful = async (seed: number): Promise<void> => {
  const { violations, checks, skipped } = await simulate({
    seed,
    days: 90,
    size: sizeOf(seed),
    rates: evenRates(0.01),
    weather: 'spells',
    unchanged: 'skip',
  });
  expect(violations, `seed ${seed}`).toEqual([]);
  expect(checks).toBeGreaterThan(400);
  expect(skipped).toBeGreaterThan(90);
};
