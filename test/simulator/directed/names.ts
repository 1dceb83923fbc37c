import { endpointNameOf } from '../endpoint-name.ts';
import { evenRates, noFaults } from '../engine/faults.ts';
import { enabled, enforced, life, many, pg, rule, withProjects } from './parts.ts';

const long = 'a-very-long-name-that-ends-differently-in';

/** A service whose endpoint's name, uncut, is the cut name of the endpoint of another service. */
const cutName = endpointNameOf(`${long}-0`).slice('headroom-'.length);

export const names = [
  life('names are as long as they may be and begin alike', (seed) => ({
    rates: evenRates(0.005),
    scenario: withProjects(seed, [
      { name: 'p0-prod', services: many(4, (n) => ({ name: `${long}-${n}`, usedGb: 50 })) },
    ]),
    policyOf: () => enforced([rule({ maxAdditionalGb: 60 })]),
  })),
  life('two projects have services of the same names, in one budget', (seed) => ({
    rates: evenRates(0.005),
    scenario: withProjects(seed, [enabled('p0-prod', many(3)), { name: 'p1-prod', services: many(3) }]),
    policyOf: (version) =>
      enforced(
        [
          rule({ name: 'one', projects: ['p1-prod'], maxAdditionalGb: 90 }),
          rule({ maxAdditionalGb: 40 + 7 * version }),
        ],
        [{ name: 'storage', projects: ['p0-prod', 'p1-prod'], monthly: 50 }],
      ),
    policyEveryDay: true,
  })),
  life('a service is named as the endpoint of another is, once that is cut', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, [{ name: 'p0-prod', services: [pg(`${long}-0`), pg(cutName), pg('s0')] }]),
    policyOf: () => enforced([rule({ maxAdditionalGb: 60 })]),
    days: 1,
  })),
];
