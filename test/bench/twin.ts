import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Compared, comparedWithTwin, everyDiskMeasured } from '../simulate/lived/compared.ts';
import { type Benchmark, type Measurement, rounded } from './measurement.ts';

const services = 400;
const days = 90;
const seeds = [1, 2, 3];
const leastWithin = 8;
/** Organizations that are lived whole under the policy that is harder to foretell, and their size. */
const small = { lives: 10, services: 40 };
/** Main figures of a life that stand within P10 and P90, of five: four of five outcomes are promised. */
const leastOfFive = 4;

const numberText = (value: number): string => rounded(value).toLocaleString('en');

const figureOf = (seed: number, { policy, figure, p10, p50, p90, lived }: Compared): Measurement => ({
  benchmark: `organization ${seed}, ${policy}`,
  measure: `${figure}: predicted ${numberText(p50)} (${numberText(p10)}–${numberText(p90)}), lived`,
  value: rounded(lived),
  unit: '',
  limit: null,
});

const livedThrough = async (seed: number): Promise<Measurement[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  try {
    const all = await comparedWithTwin({ seed, services, days, seeds: 10, folder });
    const within = all.filter(({ isWithin, policy }) => isWithin && !everyDiskMeasured(policy)).length;
    const count = { value: within, unit: 'of 10', limit: leastWithin, atLeast: true } as const;
    return [
      ...all.map((one) => figureOf(seed, one)),
      { benchmark: `organization ${seed}`, measure: 'figures within P10 and P90', ...count },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Of small organizations, how many have their main figures within the ranges. */
const smallLives = async (): Promise<Measurement[]> => {
  const within: number[] = [];
  for (let seed = 1; seed <= small.lives; seed += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
    try {
      const all = await comparedWithTwin(
        { seed, services: small.services, days, seeds: 10, folder },
        everyDiskMeasured,
      );
      within.push(all.filter(({ isWithin }) => isWithin).length);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const benchmark = `${small.lives} organizations of ${small.services} services, forecast and budget`;
  const unit = `of ${small.lives}`;
  return [
    {
      benchmark,
      measure: `lives with at least ${leastOfFive} of 5 figures within P10 and P90 (${within.join(', ')})`,
      value: within.filter((figures) => figures >= leastOfFive).length,
      unit,
      limit: leastWithin,
      atLeast: true,
    },
  ];
};

/**
 * What `headroom simulate` said, and what came: organizations live under fixed maximums, and then as long under one policy and
 * under another, by `headroom apply` once a day; under the second one also with `headroom forecast` before it, which measures
 * every disk, while a pass of the twin measures 30. Disks grow steadily, by the week, in bursts, with clean-ups, or double their
 * rate on day 60, which no store shows. The twin has 10 seeds. Then small organizations live as long under the second policy.
 */
export const twin: Benchmark = {
  name: 'twin',
  onlyByName: true,
  measure: async () => {
    const lived: Measurement[] = [];
    for (const seed of seeds) lived.push(...(await livedThrough(seed)));
    return [...lived, ...(await smallLives())];
  },
};
