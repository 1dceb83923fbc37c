import { expect, it } from 'vitest';
import { defaultDeployment } from '../../../lib/cli/commands/cost/action.ts';
import { awsPrices } from '../../../lib/core/running-cost/aws-prices.ts';
import { backupQuantities } from '../../../lib/core/running-cost/backup-cost.ts';
import { estimateCost } from '../../../lib/core/running-cost/cost.ts';
import { type Deployed, priceOf, simulatedMonth } from './simulated-month.ts';

/**
 * A small organization, two whose surveys wait for their calls most of the time, as those of a large one do, and one with as
 * many calls and passes as the largest is promised.
 */
const deployments: readonly (Deployed & { readonly within: number })[] = [
  { size: { projects: 12, services: 40 }, callsPerMinute: 100, within: 0.05 },
  { size: { projects: 12, services: 40 }, callsPerMinute: 50, tokens: 2, within: 0.05 },
  { size: { projects: 150, services: 300 }, callsPerMinute: 20, tokens: 2, within: 0.1 },
  { size: { projects: 150, services: 300 }, callsPerMinute: 40, within: 0.1 },
  { size: { projects: 100, services: 200 }, callsPerMinute: 12, within: 0.1 },
  {
    size: { projects: 60, services: 120 },
    callsPerMinute: 1_000,
    minutesBetweenPasses: 15,
    lived: [0.125, 0.375],
    within: 0.15,
  },
];

it.each(deployments)(
  'the cost of a month of $size.projects projects with $callsPerMinute calls a minute is, within $within of it, that of the states, calls, seconds and objects that the simulator counts',
  async (deployed) => {
    const { events, used } = await simulatedMonth(deployed);
    const { size, callsPerMinute, within } = deployed;
    const deployment = defaultDeployment(callsPerMinute, deployed.minutesBetweenPasses, deployed.tokens);
    const load = { ...size, events };
    const lines = estimateCost(load, deployment, { withAllowances: false });
    // The simulated deployment makes no backups.
    const backups: Partial<Record<string, number>> = backupQuantities(load, deployment.memoryMb.backup);
    const modelled = used.map(([thing]) => {
      const quantity = lines.find(({ item }) => item === awsPrices[thing].item)?.quantity ?? 0;
      return [thing, quantity - (backups[thing] ?? 0)] as const;
    });
    const ratios = used.map(([thing, amount], place) => [thing, (modelled[place]?.[1] ?? 0) / amount] as const);
    expect(Math.abs(priceOf(modelled) / priceOf(used) - 1)).toBeLessThan(within);
    for (const [thing, ratio] of ratios) {
      expect(Math.abs(ratio - 1), thing).toBeLessThan(0.25);
    }
  },
);
