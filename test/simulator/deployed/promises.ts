import { callsPerProject } from '../../../lib/core/inventory/readings.ts';
import { priced } from '../../kept-counts/monthly-bill.ts';
import type { OrganizationSize } from '../organization/organization.ts';
import type { DeployedOptions } from './deployed-life.ts';
import { approvingAll, untouched } from './enforcement.ts';
import { settledPolicy, settledScenario } from './organization.ts';
import type { DeployedResult } from './simulate-deployed.ts';

/** What Headroom promises at which size (scale §6), and whether a simulated deployment keeps it. */

/** One promise beside what was reached. */
export interface Judged {
  readonly what: string;
  readonly target: string;
  readonly reached: string;
  readonly isKept: boolean;
}

export interface PromisedRow {
  readonly name: string;
  readonly size: OrganizationSize;
  readonly callsPerMinute: number;
  /** What the row has beside size and calls, for an organization of any size. */
  readonly more: (seed: number, size: OrganizationSize) => Partial<DeployedOptions>;
  readonly judge: (done: DeployedResult) => readonly Judged[];
}

const below = (what: string, value: number, limit: number, unit: string): Judged => ({
  what,
  target: `under ${limit} ${unit}`,
  reached: `${value} ${unit}`,
  isKept: value < limit,
});

const atMost = (what: string, value: number, limit: number, unit: string): Judged => ({
  what,
  target: `at most ${limit} ${unit}`,
  reached: `${value} ${unit}`,
  isKept: value <= limit,
});

/** What holds at any size. */
const always = ({ failedRuns, mostCallsAMinute, callsPerMinute, violations, functions }: DeployedResult): Judged[] => [
  atMost('failed runs', failedRuns, 0, 'runs'),
  atMost('calls in any 60 s', mostCallsAMinute, callsPerMinute, 'calls'),
  atMost('broken laws', violations.length, 0, 'laws'),
  atMost('calls of functions that were given up', functions.dead, 0, 'calls'),
];

const served = ({ servedMinutes }: DeployedResult) =>
  atMost('a new service is protected after its event, p99', servedMinutes.p99, 5, 'min');

/** What the bill of AWS for the size may be (`priced`). */
const cost = ({ monthlyCost, projects }: DeployedResult): Judged => {
  const { atMost: most } = priced.find((size) => size.projects === projects) ?? { atMost: 0 };
  return atMost('bill of AWS a month', monthlyCost, most, 'USD');
};

const budgetPasses = ({ budgetPasses: { done, of } }: DeployedResult): Judged => ({
  what: 'daily budget passes',
  target: 'every day',
  reached: `${done} of ${of} days`,
  isKept: done === of,
});

/** What holds at any size once the first enforcement is over. */
const inService = (done: DeployedResult): Judged[] => [served(done), budgetPasses(done), ...always(done)];

/** Part of the services that the approved plan must have: a pass plans nothing in projects of which a read failed. */
const leastPart = 0.9;

const wholePlan = ({ enforcement }: DeployedResult): Judged => {
  const { wanted = 0, approved = 0 } = enforcement ?? {};
  return {
    what: 'services in the plan that a person approves',
    target: `${leastPart * 100} % of ${wanted}`,
    reached: `${approved}`,
    isKept: wanted > 0 && approved >= leastPart * wanted,
  };
};

/** Every service of the approved plan, except those to which the platform refuses the autoscaler, and few that need more by now. */
const carriedThrough = ({ enforcement }: DeployedResult): Judged => {
  const { approvals = 0, approved = 0, enforced = 0, notOffered = 0, beyond = 0, hours = null } = enforcement ?? {};
  return {
    what: 'services that one approval carries through',
    target: `${approved} of ${approved}, one approval`,
    reached: `${enforced}, ${notOffered} that the platform refuses and ${beyond} that need more by now, after ${hours?.toFixed(1) ?? '?'} h, ${approvals} approval`,
    isKept:
      approvals === 1 &&
      enforced > 0 &&
      enforced + notOffered + beyond === approved &&
      beyond <= (1 - leastPart) * approved,
  };
};

const everyFifteen = { schedules: { reconcile: 'rate(15 minutes)' } };

export const promisedRows: readonly PromisedRow[] = [
  {
    name: '1,000 services, 20 projects',
    size: { projects: 20, services: 1_000 },
    callsPerMinute: 100,
    more: () => ({}),
    judge: (done) => [
      atMost(
        'calls of a pass that finds nothing to do',
        done.quietPassCalls,
        1 + callsPerProject * done.projects,
        'calls',
      ),
      below('oldest reading', done.oldestRecordMinutes, 120, 'min'),
      cost(done),
      ...inService(done),
    ],
  },
  {
    name: '10,000 services, 1,000 projects',
    size: { projects: 1_000, services: 10_000 },
    callsPerMinute: 100,
    more: () => ({}),
    judge: (done) => [below('oldest reading', done.oldestRecordMinutes, 75, 'min'), cost(done), ...inService(done)],
  },
  {
    name: '50,000 services, 5,000 projects',
    size: { projects: 5_000, services: 50_000 },
    callsPerMinute: 100,
    more: () => ({}),
    judge: (done) => [
      below('oldest reading', done.oldestRecordMinutes, 360, 'min'),
      // Every hour: a pass comes up to a tenth of the interval late, and reads these projects first.
      atMost('a project with a disk near its limits is read again after', done.urgentMinutes, 75, 'min'),
      cost(done),
      ...inService(done),
    ],
  },
  {
    name: '50,000 services, 5,000 projects, 1,000 calls',
    size: { projects: 5_000, services: 50_000 },
    callsPerMinute: 1_000,
    more: () => ({ settings: everyFifteen }),
    judge: (done) => [
      below('oldest reading', done.oldestRecordMinutes, 45, 'min'),
      // The daily pass may do the work of one on its day; each more would leave all readings a pass older.
      atMost('passes that another one does instead', done.coalescedRuns, done.budgetPasses.of, 'passes'),
      ...inService(done),
    ],
  },
  {
    name: 'first enforcement of 50,000 services',
    size: { projects: 5_000, services: 50_000 },
    callsPerMinute: 1_000,
    more: (seed, size) => {
      const settled = settledScenario(seed, size);
      return {
        scenario: untouched(settled),
        policy: approvingAll(settledPolicy(seed, settled)),
        approvesOnce: true,
        failingReads: 0.02,
        newcomersPerDay: Math.ceil(size.services * 0.003),
        leaversPerDay: Math.ceil(size.services * 0.003),
      };
    },
    judge: (done) => [wholePlan(done), carriedThrough(done), ...always(done)],
  },
];

/** The released behaviour before the inventory: fixed figures, measured with 100 calls a minute (scale, first table). */
export const before = [
  { projects: 200, passMinutes: 14, hourly: '24 / 0', budget: '7 of 7', events: '10 / 0' },
  { projects: 800, passMinutes: 49, hourly: '23.6 / 0.4', budget: '4 of 7', events: '8 / 2' },
  { projects: 1_000, passMinutes: 61, hourly: '21.3 / 2.7', budget: '5 of 7', events: '4.7 / 5.3' },
  { projects: 5_000, passMinutes: 296, hourly: '4.6 / 19.4', budget: '2 of 7', events: '1.1 / 8.9' },
] as const;
