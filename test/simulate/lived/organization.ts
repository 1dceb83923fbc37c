import { type GrowthModel, plainGrowth } from '../../../lib/core/twin/growth-model.ts';
import type { Scenario } from '../../../lib/platform/index.ts';
import { drawsOf } from '../../simulator/engine/random.ts';

/** How disks of a lived organization grow. Nothing that Headroom reads says which of them doubles its rate, or when. */
const kinds = ['steady', 'weekly', 'bursty', 'cleaned-up', 'doubling'] as const;

/** Days that Headroom knows the organization before it is simulated. */
export const knownDays = 20;
/** Day of the simulation on which rates double. */
const doublingDay = 60;
const servicesOfProject = 10;
const planGb = 80;

const growthOf = (kind: (typeof kinds)[number], gbPerDay: number, everyDays: number): GrowthModel => {
  if (kind === 'weekly') return { ...plainGrowth(gbPerDay, kind), week: [1.3, 1.3, 1.3, 1.3, 1.3, 0.25, 0.25] };
  if (kind === 'cleaned-up')
    return { ...plainGrowth(gbPerDay, kind), cleanUps: { everyDays, firstDay: 5, lowShare: 0.8, highShare: 0.9 } };
  if (kind === 'doubling')
    return { ...plainGrowth(gbPerDay), pieces: [{ day: knownDays + doublingDay, gbPerDay: 2 * gbPerDay }] };
  if (kind === 'steady') return plainGrowth(gbPerDay);
  const [lowGb, highGb] = [gbPerDay * 4, gbPerDay * 8];
  const bursts = { everyDays: 6, lowEveryDays: 6, highEveryDays: 6, lowGb, highGb, longestHours: 4 };
  return { ...plainGrowth(gbPerDay / 2, kind), bursts };
};

/** An organization as it really is, drawn by a seed. */
export const livedOrganization = (seed: number, services: number): Scenario => {
  const projects = Array.from({ length: Math.ceil(services / servicesOfProject) }, (_, project) => ({
    name: `team-${project}-${project % 3 === 0 ? 'prod' : 'staging'}`,
    services: Array.from(
      { length: Math.min(servicesOfProject, services - project * servicesOfProject) },
      (_, number) => {
        const draws = drawsOf(seed, 'lived', project, number);
        const gbPerDay = Math.round(100 * 2 ** draws.between(-3, 2) * (1 + draws.fraction())) / 100;
        const { pieces, week, ...growth } = growthOf(draws.one(kinds), gbPerDay, draws.between(15, 25));
        return {
          name: `s${number}`,
          type: draws.one(['pg', 'mysql', 'kafka']),
          plan: 'startup',
          cloud: 'cloud-a',
          usedGb: draws.between(10, 50),
          growth: { ...growth, pieces: [...pieces], week: week && [...week] },
        };
      },
    ),
  }));
  const types = ['pg', 'mysql', 'kafka'];
  return {
    organization: { name: 'Lived' },
    startTime: '2026-03-02T00:00:00Z',
    clouds: { 'cloud-a': 'Cloud A' },
    plans: types.map((type) => ({ type, name: 'startup', diskGb: planGb, capGb: 1000, stepGb: 10 })),
    prices: types.map((type) => ({ type, plan: 'startup', cloud: 'cloud-a', base: '0.5', additionalGb: '0.0002' })),
    projects,
  };
};

const guardrails = `
prices: { currency: USD, default: "0.15" }
guardrails: { maxChanges: 10000, maxChangePercent: 100, maxAddedGb: 1000000, maxAddedMonthly: "1000000.00", needApproval: [], firstRun: apply, maxGrowthPercent: 100 }
`;

/** A: fixed maximums. */
export const fixedMaximums = `version: 1
mode: enforce
rules:
  - { name: production, match: { project: "*-prod" }, effect: enable, maxAdditionalGb: 60 }
  - { name: others, match: { project: "*" }, effect: enable, maxAdditionalGb: 20 }
limits: { maxAdditionalGb: 1000 }
${guardrails}`;

/** B: maximums that follow the forecast, in a budget that is too small for all of them. */
export const forecastAndBudget = (services: number): string => `version: 1
mode: enforce
rules:
  - name: production
    match: { project: "*-prod" }
    effect: enable
    maxAdditionalGb: forecast
    forecast: { ceilingGb: 400, horizonDays: 30, atLeastGb: 20 }
    priority: 1
  - name: others
    match: { project: "*" }
    effect: enable
    maxAdditionalGb: forecast
    forecast: { ceilingGb: 200, horizonDays: 30, atLeastGb: 10 }
    priority: 2
limits: { maxAdditionalGb: 1000 }
budgets: [{ name: storage, match: { project: "*" }, monthly: "${10 * services}.00" }]
${guardrails}`;
