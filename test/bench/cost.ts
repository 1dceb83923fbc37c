import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type MonthlyUse, monthlyBill, priced } from '../kept-counts/monthly-bill.ts';
import { simulatedMonth } from '../simulator/deployed/simulated-month.ts';
import { type Benchmark, type Measurement, rounded } from './measurement.ts';

const units: Readonly<Record<keyof MonthlyUse, string>> = {
  transitions: 'state transitions',
  invocations: 'calls of functions',
  duration: 'GB-s of functions',
  puts: 'writes and listings of the bucket',
  gets: 'reads of the bucket',
  written: 'bytes written to the bucket',
};

const monthOf = async ({ projects, services, atMost }: (typeof priced)[number]): Promise<readonly Measurement[]> => {
  const benchmark = `a month of ${services} services in ${projects} projects`;
  const used = await simulatedMonth({ projects, services });
  const counted = Object.entries(units).map(([thing, unit]): Measurement => {
    const value = Math.round(used[thing as keyof MonthlyUse]);
    return { benchmark, measure: 'counted', value, unit, limit: null };
  });
  return [
    ...counted,
    { benchmark, measure: 'bill of AWS', value: rounded(monthlyBill(used)), unit: 'USD', limit: atMost },
  ];
};

const run = promisify(execFile);

/** The month of one size in a process of its own, for its memory. */
const monthApart = async (place: number): Promise<readonly Measurement[]> => {
  const options = ['--max-old-space-size=6000', '--import', 'tsx'];
  return JSON.parse((await run(process.execPath, [...options, import.meta.filename, String(place)])).stdout);
};

/**
 * What AWS bills a month for a default deployment of three sizes, by list prices and without free allowances
 * (`test/kept-counts/monthly-bill.ts`): the simulator of a deployment lives through a whole day after the first enforcement,
 * with hourly passes, a daily one, looks for new services and ten new services, and counts the state transitions, calls and
 * GB-seconds of functions, requests to the bucket and bytes in it. The day stands for each of the month.
 */
export const cost: Benchmark = {
  name: 'cost',
  onlyByName: true,
  measure: async () => {
    const months: Measurement[] = [];
    for (const place of priced.keys()) months.push(...(await monthApart(place)));
    return months;
  },
};

if (process.argv[1] === import.meta.filename) {
  const size = priced[Number(process.argv[2])];
  if (size === undefined) throw new RangeError('no such size');
  process.stdout.write(JSON.stringify(await monthOf(size)));
}
