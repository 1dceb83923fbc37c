import { awsPrices } from '../../../lib/core/running-cost/aws-prices.ts';
import type { DeployedLife } from './deployed-life.ts';
import type { Metered } from './meter.ts';
import { beginDeployed } from './simulate-deployed.ts';

const daysAMonth = 365 / 12;
const newcomersPerDay = 10;

/** A deployment to live in. */
export interface Deployed {
  readonly size: { readonly projects: number; readonly services: number };
  readonly callsPerMinute: number;
  /** Default: 1. */
  readonly tokens?: number;
  /** Default: 60. */
  readonly minutesBetweenPasses?: number;
  /** The time that stands for the month, in days after the beginning; default: a day after the first passes. */
  readonly lived?: readonly [from: number, until: number];
}

const eventRunsOf = ({ ended }: DeployedLife): number =>
  ended.filter(({ trigger, outcome }) => trigger === 'event' && outcome !== null).length;

/** What a deployment uses in a time that begins after its first passes, as a month of such times. */
export const simulatedMonth = async (deployed: Deployed) => {
  const { size, callsPerMinute, tokens = 1, minutesBetweenPasses = 60, lived = [0.25, 1.25] } = deployed;
  const [from, until] = lived;
  const settings = { tokens, schedules: { reconcile: `rate(${minutesBetweenPasses} minutes)` } };
  const options = { seed: 7, days: 2, newcomersPerDay, rates: {} };
  const { life, liveDays } = await beginDeployed({ size, callsPerMinute, settings, ...options });
  await liveDays(from);
  const before = life.meter.used();
  const runsBefore = eventRunsOf(life);
  await liveDays(until);
  const after = life.meter.used();
  const things = Object.keys(after) as Metered[];
  const timesAMonth = daysAMonth / (until - from);
  return {
    events: (eventRunsOf(life) - runsBefore) * timesAMonth,
    used: things.map((thing) => [thing, (after[thing] - before[thing]) * timesAMonth] as const),
  };
};

/** Price of quantities in millionths of a millionth of a US dollar. */
export const priceOf = (used: readonly (readonly [Metered, number])[]): number =>
  used.reduce((sum, [thing, amount]) => sum + Number(awsPrices[thing].pico) * amount, 0);
