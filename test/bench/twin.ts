import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realBacktest } from '../core/twin/real-backtest.ts';
import { type Compared, comparedWithTwin } from '../twin/lived/compared.ts';
import { type Benchmark, type Measurement, rounded } from './measurement.ts';

const services = 400;
const days = 90;
const worlds = [1, 2, 3];
const leastWithin = 8;
const leastCovered = 75;

const numberText = (value: number): string => rounded(value).toLocaleString('en');

const figureOf = (seed: number, { policy, figure, p10, p50, p90, lived }: Compared): Measurement => ({
  benchmark: `organization ${seed}, ${policy}`,
  measure: `${figure}: predicted ${numberText(p50)} (${numberText(p10)}–${numberText(p90)}), lived`,
  value: rounded(lived),
  unit: '',
  limit: null,
});

const livedWorld = async (seed: number): Promise<Measurement[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  try {
    const all = await comparedWithTwin({ seed, services, days, seeds: 10, folder });
    const within = all.filter(({ isWithin }) => isWithin).length;
    const count = { value: within, unit: 'of 10', limit: leastWithin, atLeast: true } as const;
    return [
      ...all.map((one) => figureOf(seed, one)),
      { benchmark: `organization ${seed}`, measure: 'figures within P10 and P90', ...count },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const realGrowth = (): Measurement[] =>
  [30, 60].flatMap((history) =>
    [...realBacktest(history)].map(([ahead, share]) => ({
      benchmark: `real growth, ${history} days of history`,
      measure: `the next ${ahead} days: outcomes within P10 and P90`,
      value: rounded(100 * share),
      unit: '%',
      limit: leastCovered,
      atLeast: true as const,
    })),
  );

export const twin: Benchmark = {
  name: 'twin',
  onlyByName: true,
  about: `What \`headroom simulate\` said, and what came: organizations of ${services} services live under fixed maximums, are captured, and then live ${days} days under one policy and under another, by \`headroom forecast\` and \`headroom apply\` once a day. Disks grow steadily, by the week, in bursts, with clean-ups, or double their rate on day 60, which no capture shows. The twin has 10 seeds. Then a backtest of real growth.`,
  measure: async () => {
    const lived: Measurement[] = [];
    for (const seed of worlds) lived.push(...(await livedWorld(seed)));
    return [...lived, ...realGrowth()];
  },
};
