import { type GrowthModel, plainGrowth } from '../../../lib/core/twin/growth-model.ts';
import type { Scenario } from '../../../lib/platform/index.ts';
import { drawsOf } from '../../simulator/engine/random.ts';

const rates = [0.1, 0.3, 0.8, 2, 6, 12] as const;
const kinds = ['steady', 'steady', 'weekly', 'bursty', 'cleaned-up'] as const;

const shaped = (kind: (typeof kinds)[number], gbPerDay: number, everyDays: number): GrowthModel => {
  switch (kind) {
    case 'weekly':
      return { ...plainGrowth(gbPerDay, kind), week: [1.3, 1.3, 1.3, 1.3, 1.3, 0.25, 0.25] };
    case 'bursty':
      return {
        ...plainGrowth(gbPerDay, kind),
        bursts: {
          everyDays: 6,
          lowEveryDays: 6,
          highEveryDays: 6,
          lowGb: gbPerDay * 5,
          highGb: gbPerDay * 8,
          longestHours: 4,
        },
      };
    case 'cleaned-up':
      return { ...plainGrowth(gbPerDay, kind), cleanUps: { everyDays, firstDay: 2, lowShare: 0.5, highShare: 0.6 } };
    default:
      return plainGrowth(gbPerDay, kind);
  }
};

/** How a service of that number grows, drawn by the seed. */
export const knownGrowth = (seed: number, number: number): GrowthModel => {
  const draws = drawsOf(seed, 'known growth', number);
  return shaped(draws.one(kinds), draws.one(rates), draws.between(4, 7));
};

/** An organization of which every growth is known, on disks that nothing fills unless they are small. */
export const knownOrganization = (seed: number, count: number, diskGb: number): Scenario => ({
  organization: { name: 'Known' },
  startTime: '2026-03-02T08:00:00Z',
  clouds: { 'cloud-a': 'Cloud A' },
  plans: [{ type: 'pg', name: 'large', diskGb, capGb: diskGb, stepGb: 10 }],
  prices: [{ type: 'pg', plan: 'large', cloud: 'cloud-a', base: '0.5', additionalGb: '0.0002' }],
  projects: [
    {
      name: 'known',
      services: Array.from({ length: count }, (_, number) => {
        const { pieces, week, ...growth } = knownGrowth(seed, number);
        return {
          name: `s${number}`,
          type: 'pg',
          plan: 'large',
          cloud: 'cloud-a',
          usedGb: 50,
          growth: { ...growth, pieces: [...pieces], week: week && [...week] },
        };
      }),
    },
  ],
});
