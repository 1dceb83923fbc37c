import { noFaults } from '../engine/faults.ts';
import { laws } from '../laws/all.ts';
import { withinBudget } from '../laws/budgets.ts';
import type { Law } from '../laws/law.ts';
import type { SimulatedFreeze } from '../organization/freeze.ts';
import { policyText } from '../organization/policy.ts';
import { enabled, enforced, life, many, rule, withProjects } from './parts.ts';

/** A policy that wants another maximum every day. */
const other = (version: number) => enforced([rule({ maxAdditionalGb: 60 + 20 * (version + 1) })]);

/** Nothing is written from one moment to another. */
const frozen = (from: string, to: string): Law => ({
  name: `nothing is written from ${from} to ${to}`,
  source: 'design §6',
  afterWrite: ({ atMs, request }) =>
    atMs >= Date.parse(from) && atMs < Date.parse(to)
      ? [`${request.method} ${request.path} at ${new Date(atMs).toISOString()}`]
      : [],
});

const frozenSundays: SimulatedFreeze = {
  windows: [{ name: 'sunday', timeZone: 'Europe/Berlin', on: { days: ['sun'], from: '00:00', to: '24:00' } }],
  allow: [],
};

const monthToDate = { name: 'storage', match: { project: ['*'] }, monthly: '40.00', basis: 'month-to-date' };

const projects = () => [enabled('p0-prod', many(3)), { name: 'p1-prod', services: many(2) }];

const clockChange = (name: string, startTime: string, from: string, to: string) =>
  life(name, (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, projects(), startTime),
    policyOf: (version) => ({ ...other(version), freeze: frozenSundays }),
    laws: [...laws, frozen(from, to)],
    policyEveryDay: true,
    passEveryHours: 2,
  }));

export const calendar = [
  clockChange(
    'clocks go back on a frozen Sunday of 25 hours',
    '2026-10-24T13:00:00Z',
    '2026-10-24T22:00:00Z',
    '2026-10-25T23:00:00Z',
  ),
  clockChange(
    'clocks go forward on a frozen Sunday of 23 hours',
    '2026-03-28T13:00:00Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T22:00:00Z',
  ),
  life('a month of 28 days ends while a budget is counted by the month', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, projects(), '2027-02-27T08:00:00Z'),
    policyOf: (version) => ({
      ...other(version),
      budgets: [{ name: 'storage', projects: ['p0-prod', 'p1-prod'], monthly: 40 }],
    }),
    documentOf: (policy) => JSON.stringify({ ...JSON.parse(policyText(policy)), budgets: [monthToDate] }),
    // It knows the run rate alone, which a budget counted by the month may exceed.
    laws: laws.filter((law) => law !== withinBudget),
    policyEveryDay: true,
    days: 3,
  })),
];
