import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { defaultDeployment } from '../../lib/cli/commands/cost/action.ts';
import { awsPrices } from '../../lib/core/running-cost/aws-prices.ts';
import { backupQuantities } from '../../lib/core/running-cost/backup-cost.ts';
import { estimateCost } from '../../lib/core/running-cost/cost.ts';
import { type Deployed, priceOf, simulatedMonth } from '../simulator/deployed/simulated-month.ts';
import { type Benchmark, type Measurement, rounded } from './measurement.ts';

const picoPerDollar = 1e12;
const small: Deployed = { size: { projects: 40, services: 400 }, callsPerMinute: 100 };

/** The sizes that the limits of cost name. A whole day, with a daily pass, after the first enforcement. */
const promised: readonly Deployed[] = [
  { projects: 20, services: 1_000 },
  { projects: 1_000, services: 10_000 },
  { projects: 5_000, services: 50_000 },
].map((size) => ({ size, callsPerMinute: 100, lived: [0.5, 1.5] }));

/** A month as the simulator counts it beside the estimate for it. Neither may be more than `mostApart` times the other. */
const comparedMonth = async (deployed: Deployed, mostApart: number): Promise<readonly Measurement[]> => {
  const { events, used } = await simulatedMonth(deployed);
  const { projects, services } = deployed.size;
  const benchmark = `a month of ${services} services in ${projects} projects`;
  const load = { ...deployed.size, events };
  const deployment = defaultDeployment(deployed.callsPerMinute);
  const lines = estimateCost(load, deployment, { withAllowances: false });
  // The simulated deployment makes no backups.
  const backups: Partial<Record<string, number>> = backupQuantities(load, deployment.memoryMb.backup);
  const estimated = used.map(([thing]) => {
    const quantity = lines.find(({ item }) => item === awsPrices[thing].item)?.quantity ?? 0;
    return [thing, quantity - (backups[thing] ?? 0)] as const;
  });
  const ratio = priceOf(estimated) / priceOf(used);
  return [
    ...used.map(([thing, amount]): Measurement => {
      const { item, unit } = awsPrices[thing];
      return { benchmark, measure: item, value: Math.round(amount), unit, limit: null };
    }),
    {
      benchmark,
      measure: 'price of what was executed',
      value: rounded(priceOf(used) / picoPerDollar),
      unit: 'USD',
      limit: null,
    },
    {
      benchmark,
      measure: 'estimate of `headroom cost`',
      value: rounded(ratio),
      unit: 'x executed',
      limit: mostApart,
    },
    { benchmark, measure: 'what was executed', value: rounded(1 / ratio), unit: 'x estimate', limit: mostApart },
  ];
};

export const cost: Benchmark = {
  name: 'cost',
  about:
    'What AWS bills a month, by list prices and without free allowances, for what a deployment executes: the simulator of a deployment lives through a day with hourly passes, watches for new services and ten new services, counts the state transitions, calls and GB-seconds of functions and requests to the bucket, and the day stands for each of the month. The estimate of `headroom cost` for the same items must agree. Their share of the whole bill is in `headroom cost`.',
  measure: () => comparedMonth(small, 1.15),
};

const run = promisify(execFile);

/** What the file prints as a program: the month of one of the promised sizes, in a process of its own for its memory. */
const monthOf = async (place: string): Promise<readonly Measurement[]> => {
  const options = ['--max-old-space-size=6000', '--import', 'tsx'];
  return JSON.parse((await run(process.execPath, [...options, import.meta.filename, place])).stdout);
};

export const costOfPromised: Benchmark = {
  name: 'cost-promised',
  about:
    'The same for the three sizes for which the limits of cost hold, over a whole day after the first enforcement, with its daily pass.',
  onlyByName: true,
  measure: async () => {
    const months: Measurement[] = [];
    for (const place of promised.keys()) months.push(...(await monthOf(String(place))));
    return months;
  },
};

if (process.argv[1] === import.meta.filename) {
  const deployed = promised[Number(process.argv[2])];
  if (deployed === undefined) throw new RangeError('no such size');
  process.stdout.write(JSON.stringify(await comparedMonth(deployed, 1.1)));
}
