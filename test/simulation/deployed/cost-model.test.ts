import { expect, it } from 'vitest';
import { defaultDeployment } from '../../../lib/cli/commands/cost.ts';
import { awsPrices } from '../../../lib/core/running-cost/aws-prices.ts';
import { estimateCost, totalOf } from '../../../lib/core/running-cost/cost.ts';
import type { DeployedWorld } from '../../../lib/simulation/deployed/deployed-world.ts';
import { beginDeployed } from '../../../lib/simulation/deployed/simulate-deployed.ts';

const size = { projects: 12, services: 40 };
const daysAMonth = 365 / 12;
const newcomersPerDay = 10;

const eventRunsOf = ({ ended }: DeployedWorld): number =>
  ended.filter(({ trigger, outcome }) => trigger === 'event' && outcome !== null).length;

/** What a deployment uses in a day that begins after its first passes, as a month of such days. */
const simulated = async () => {
  const { world, liveDays } = await beginDeployed({
    seed: 7,
    size,
    callsPerMinute: 100,
    days: 2,
    newcomersPerDay,
    rates: {},
  });
  await liveDays(0.25);
  const before = world.meter.used();
  const runsBefore = eventRunsOf(world);
  await liveDays(1.25);
  const after = world.meter.used();
  const things = Object.keys(after) as (keyof typeof after)[];
  return {
    events: (eventRunsOf(world) - runsBefore) * daysAMonth,
    used: things.map((thing) => [thing, (after[thing] - before[thing]) * daysAMonth] as const),
  };
};

it('the cost of a month is, within a tenth, that of the states, calls, seconds and objects that the simulator counts', async () => {
  const { events, used } = await simulated();
  const lines = estimateCost({ ...size, events }, defaultDeployment(100), { withAllowances: false });
  const items = new Set<string>(used.map(([thing]) => awsPrices[thing].item));
  const counted = used.reduce((sum, [thing, amount]) => sum + Number(awsPrices[thing].pico) * amount, 0);
  const modelled = Number(totalOf(lines.filter(({ item }) => items.has(item))));
  expect(modelled / counted).toBeGreaterThan(0.9);
  expect(modelled / counted).toBeLessThan(1.1);
  for (const [thing, amount] of used) {
    const quantity = lines.find(({ item }) => item === awsPrices[thing].item)?.quantity ?? 0;
    expect(quantity / amount, thing).toBeGreaterThan(0.75);
    expect(quantity / amount, thing).toBeLessThan(1.25);
  }
});
