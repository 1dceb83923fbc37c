import { dayMs } from '../../../lib/core/model/durations.ts';
import { errorBody } from '../../../lib/platform/protocol/refusal.ts';
import { noFaults } from '../engine/faults.ts';
import { laws } from '../laws/all.ts';
import { earlier, type Law, nameOf } from '../laws/law.ts';
import type { Interference } from '../life.ts';
import { enabled, enforced, life, many, pg, rule, withProjects } from './parts.ts';

/** A GB costs 0.14965 a month: 100 GB cost 14.965, so that one cent decides on the last GB. 600 GB cost 89.79 exactly. */
const amounts = [89.79, 89.78, 14.97, 14.96, 0.15, 0.14, 89.79];

/** The platform refuses to change any endpoint of the first project. */
const refuseFirst: Interference = ({ method, path }) =>
  method === 'PUT' && path.includes('/project/p0-prod/integration_endpoint/')
    ? Promise.resolve({ status: 409, headers: {}, text: JSON.stringify(errorBody(409, 'injected_fault', ['no'])) })
    : undefined;

const refusedSince = '2026-03-02T08:00:00Z';

/** Policy stays as it is, and the platform offers one service no autoscaler: from the second day on no maximum changes. */
const roomStays: Law = {
  name: 'no service gives up room for one that the platform refused before',
  source: 'design §8',
  afterWrite: ({ atMs, before, after }) =>
    after
      .filter((service) => service.ours[0]?.gb !== earlier(before, service)?.ours[0]?.gb)
      .filter(() => atMs > Date.parse(refusedSince) + dayMs)
      .map((service) => `${nameOf(service)} has ${service.ours[0]?.gb} GB now`),
};

export const budgets = [
  life('no lower succeeds, and a raise in the same budget waits for its money', (seed) => ({
    // Late answers: passes in which changes fail may end as partial.
    rates: { 'answer-delayed': 0.3 },
    scenario: withProjects(seed, [
      enabled('p0-prod', many(3)),
      enabled('p1-prod', many(2)),
      { name: 'p2-dev', services: many(2) },
    ]),
    policyOf: () =>
      enforced(
        [rule({ name: 'first', projects: ['p1-prod'], maxAdditionalGb: 200 }), rule({ priority: 2 })],
        [{ name: 'storage', projects: ['p0-prod', 'p1-prod'], monthly: 75 }],
      ),
    interfere: refuseFirst,
    days: 1,
  })),
  life('a budget is cut and raised around the price of one GB, by cents', (seed) => ({
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
  life('a service that the platform refuses is asked for again after a week, in a budget that is used up', (seed) => ({
    rates: noFaults,
    weather: 'quiet',
    scenario: withProjects(
      seed,
      [{ ...enabled('p0-prod', many(4)), services: [...many(4), pg('elsewhere', { cloud: 'cloud-c' })] }],
      refusedSince,
    ),
    policyOf: () => enforced([rule({})], [{ name: 'storage', projects: ['p0-prod'], monthly: 40 }]),
    laws: [...laws, roomStays],
    days: 9,
  })),
];
