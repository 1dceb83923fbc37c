import { defaultDeployment } from '../../lib/cli/commands/cost/action.ts';
import { awsPrices } from '../../lib/core/running-cost/aws-prices.ts';
import { estimateCost, totalOf } from '../../lib/core/running-cost/cost.ts';
import { priceOf, simulatedMonth } from '../simulator/deployed/simulated-month.ts';
import { type Benchmark, type Measurement, rounded } from './measurement.ts';

const deployed = { size: { projects: 40, services: 400 }, callsPerMinute: 100 } as const;
const picoPerDollar = 1e12;
/** Neither is more than this many times the other. */
const mostApart = 1.15;

export const cost: Benchmark = {
  name: 'cost',
  about:
    'What AWS bills a month, by list prices and without free allowances, for what a deployment executes: the simulator of a deployment lives through a day with hourly passes, watches for new services and ten new services, counts the state transitions, calls and GB-seconds of functions and requests to the bucket, and the day stands for each of the month. The estimate of `headroom cost` for the same items must agree. Their share of the whole bill is in `headroom cost`.',
  measure: async () => {
    const { events, used } = await simulatedMonth(deployed);
    const { projects, services } = deployed.size;
    const benchmark = `a month of ${services} services in ${projects} projects`;
    const lines = estimateCost({ ...deployed.size, events }, defaultDeployment(deployed.callsPerMinute), {
      withAllowances: false,
    });
    const items = new Set<string>(used.map(([thing]) => awsPrices[thing].item));
    const estimated = Number(totalOf(lines.filter(({ item }) => items.has(item))));
    const dollars = rounded(priceOf(used) / picoPerDollar);
    return [
      ...used.map(([thing, amount]): Measurement => {
        const { item, unit } = awsPrices[thing];
        return { benchmark, measure: item, value: Math.round(amount), unit, limit: null };
      }),
      { benchmark, measure: 'price of what was executed', value: dollars, unit: 'USD', limit: null },
      {
        benchmark,
        measure: 'estimate of `headroom cost`',
        value: rounded(estimated / priceOf(used)),
        unit: 'x executed',
        limit: mostApart,
      },
      {
        benchmark,
        measure: 'what was executed',
        value: rounded(priceOf(used) / estimated),
        unit: 'x estimate',
        limit: mostApart,
      },
    ];
  },
};
