import { awsPrices } from '../../../lib/core/running-cost/aws-prices.ts';
import type { DeployedWorld } from '../../../lib/simulation/deployed/deployed-world.ts';
import type { Metered } from '../../../lib/simulation/deployed/meter.ts';
import { beginDeployed } from '../../../lib/simulation/deployed/simulate-deployed.ts';

const daysAMonth = 365 / 12;
const newcomersPerDay = 10;

/** A deployment to live in. */
export interface Deployed {
  readonly size: { readonly projects: number; readonly services: number };
  readonly callsPerMinute: number;
}

const eventRunsOf = ({ ended }: DeployedWorld): number =>
  ended.filter(({ trigger, outcome }) => trigger === 'event' && outcome !== null).length;

/** What a deployment uses in a day that begins after its first passes, as a month of such days. */
export const simulatedMonth = async (deployed: Deployed) => {
  const options = { seed: 7, days: 2, newcomersPerDay, rates: {} };
  const { world, liveDays } = await beginDeployed({ ...deployed, ...options });
  await liveDays(0.25);
  const before = world.meter.used();
  const runsBefore = eventRunsOf(world);
  await liveDays(1.25);
  const after = world.meter.used();
  const things = Object.keys(after) as Metered[];
  return {
    events: (eventRunsOf(world) - runsBefore) * daysAMonth,
    used: things.map((thing) => [thing, (after[thing] - before[thing]) * daysAMonth] as const),
  };
};

/** Price of quantities in millionths of a millionth of a US dollar. */
export const priceOf = (used: readonly (readonly [Metered, number])[]): number =>
  used.reduce((sum, [thing, amount]) => sum + Number(awsPrices[thing].pico) * amount, 0);
