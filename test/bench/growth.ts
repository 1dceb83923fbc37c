import { enableAll } from '../workflow/scenarios.ts';
import { inBundle } from './in-bundle.ts';
import { type Benchmark, type Measurement, rounded } from './measurement.ts';
import { maximumGb } from './organizations.ts';

const sizes = [250, 1_000, 5_000];

/** What one size took. */
interface Grown {
  readonly services: number;
  readonly seconds: number;
  readonly peakMb: number;
  readonly calls: number;
  readonly gets: number;
  readonly puts: number;
  readonly states: number;
}

/**
 * The exponent of the power law that fits the points best, by least squares of their logarithms: 1 means in proportion.
 */
export const exponentOf = (points: readonly (readonly [size: number, value: number])[]): number => {
  const logs = points.map(([size, value]) => [Math.log(size), Math.log(value)] as const);
  const mean = (place: 0 | 1) => logs.reduce((sum, log) => sum + log[place], 0) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const over = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return over / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
};

const measures = [
  ['seconds', 'processor time', 's'],
  ['peakMb', 'peak memory of the process', 'MB'],
  ['calls', 'platform calls', 'calls'],
  ['gets', 'reads of the store', 'reads'],
  ['puts', 'writes of the store', 'writes'],
  ['states', 'states of the workflow', 'states'],
] as const;

/**
 * A pass over an organization with nothing to do, by the workflow and with a store in memory, at 2,500, 10,000 and 50,000
 * services with ten services a project, each size in a process of its own. The exponent is that of the power law that fits the
 * sizes best: 1 means in proportion to the services, and more than 1.1 is a failure.
 */
export const growth: Benchmark = {
  name: 'growth',
  rounds: 3,
  measure: async () => {
    const grown = await inBundle('growth-once.ts', async (once) => {
      const all: Grown[] = [];
      for (const projects of sizes) all.push((await once(String(projects), enableAll(maximumGb))) as Grown);
      return all;
    });
    return measures.flatMap(([key, measure, unit]): Measurement[] => [
      ...grown.map(({ services, [key]: value }) => ({
        benchmark: `growth, ${services} services`,
        measure,
        value: rounded(value),
        unit,
        limit: null,
      })),
      {
        benchmark: 'growth, exponent',
        measure,
        value: rounded(exponentOf(grown.map(({ services, [key]: value }) => [services, value]))),
        unit: '',
        limit: 1.1,
      },
    ]);
  },
};
