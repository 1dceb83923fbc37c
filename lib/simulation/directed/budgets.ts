import { noFaults } from '../engine/faults.ts';
import { enabled, enforced, many, rule, withProjects, world } from './parts.ts';

/** A GB costs 0.14965 a month: 100 GB cost 14.965, so that one cent decides on the last GB. 600 GB cost 89.79 exactly. */
const amounts = [89.79, 89.78, 14.97, 14.96, 0.15, 0.14, 89.79];

export const budgets = [
  world('a budget is cut and raised around the price of one GB, by cents', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, [enabled('p0-prod', many(4)), { name: 'p1-prod', services: many(2) }]),
    policyOf: (version) =>
      enforced(
        [rule({ name: 'first', projects: ['p1-prod'] }), rule({ priority: 2 })],
        [{ name: 'storage', projects: ['p0-prod', 'p1-prod'], monthly: amounts[version + 1] ?? 0 }],
      ),
    policyEveryDay: true,
    passEveryHours: 8,
    days: 6,
  })),
];
