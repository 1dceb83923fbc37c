import { evenRates } from '../engine/faults.ts';
import { enforced, many, rule, withProjects, world } from './parts.ts';

export const names = [
  world('names are as long as they may be and begin alike', (seed) => ({
    rates: evenRates(0.005),
    scenario: withProjects(seed, [
      {
        name: 'p0-prod',
        services: many(4, (n) => ({ name: `${'a-very-long-name-that-ends-differently-in'}-${n}`, usedGb: 50 })),
      },
    ]),
    policyOf: () => enforced([rule({ maxAdditionalGb: 60 })]),
  })),
];
