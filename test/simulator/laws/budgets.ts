import type { SimulatedBudget, SimulatedPolicy } from '../organization/policy.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { type Circumstances, earlier, type Law, nameOf } from './law.ts';

const hoursAMonth = 730n;

/** The price of every simulated policy for a GB and month where the platform has none: 0.15. */
const defaultNanos = 150_000_000n;

/** Billionths of a dollar a month for GB of a service. */
export const costNanos = ({ nanosPerGbHour }: ServiceTruth, gb: number): bigint =>
  BigInt(gb) * (nanosPerGbHour === null ? defaultNanos : nanosPerGbHour * hoursAMonth);

type IsPriceDenied = NonNullable<Circumstances['isPriceDenied']>;

/** The least that Headroom may take a service to cost if its disk grew to its maximum. */
const leastNanos = (service: ServiceTruth, isPriceDenied: IsPriceDenied): bigint => {
  const gb = service.ours[0]?.gb ?? 0;
  const cost = costNanos(service, gb);
  const byPolicy = BigInt(gb) * defaultNanos;
  return byPolicy < cost && isPriceDenied(service) ? byPolicy : cost;
};

const costOf = (services: readonly ServiceTruth[], isPriceDenied: IsPriceDenied): bigint =>
  services.reduce((sum, service) => sum + leastNanos(service, isPriceDenied), 0n);

const within = ({ projects }: SimulatedBudget, services: readonly ServiceTruth[]) =>
  services.filter(({ project }) => projects.includes(project));

const dollars = (nanos: bigint) => (Number(nanos) / 1e9).toFixed(4);

/** The one service whose maximum a write raised. */
const raised = (before: readonly ServiceTruth[], after: readonly ServiceTruth[]): ServiceTruth | undefined =>
  after.find((service) => (service.ours[0]?.gb ?? 0) > (earlier(before, service)?.ours[0]?.gb ?? 0));

/** What is wrong with a raised maximum under a policy; undefined where nothing is. */
const excessOf = (
  { budgets }: SimulatedPolicy,
  grown: ServiceTruth,
  after: readonly ServiceTruth[],
  isPriceDenied: IsPriceDenied,
): string | undefined => {
  const budget = budgets.find(({ projects }) => projects.includes(grown.project));
  if (budget === undefined) return undefined;
  const cost = costOf(within(budget, after), isPriceDenied);
  // Whole cents.
  const limit = BigInt(Math.round(budget.monthly * 100)) * 10_000_000n;
  return cost > limit
    ? `${nameOf(grown)} was raised and takes budget ${budget.name} to ${dollars(cost)} of ${dollars(limit)} a month`
    : undefined;
};

export const withinBudget: Law = {
  name: 'once within a budget never above it again, whatever dies, but for storage that is provisioned already',
  source: 'design §12.3',
  afterWrite: ({ before, after }, { run, policy, isPriceDenied = () => false }) => {
    // A person who approves an undo may take a budget above its money.
    if (run === undefined || (run.undone !== undefined && run.approval !== undefined)) return [];
    const grown = raised(before, after);
    if (grown === undefined || (grown.ours[0]?.gb ?? 0) <= grown.provisionedGb) return [];
    // A run plans with the policy of its begin, or with one that was stored before it read it.
    const excesses = [run.policy, policy].map((known) => excessOf(known, grown, after, isPriceDenied));
    return excesses.every((excess) => excess !== undefined) ? excesses.slice(0, 1) : [];
  },
};

/** What a service costs if its disk grows to its maximum; storage that is provisioned costs in any case. */
const exposureNanos = (service: ServiceTruth): bigint =>
  costNanos(service, Math.max(service.provisionedGb, ...[...service.ours, ...service.others].map(({ gb }) => gb)));

/**
 * Judges a budget by everything in it, with disks that no autoscaler holds any more. It is for lives in which no person and
 * no other tool takes money: no run can know of that before its next reading.
 */
export const spentOnce: Law = {
  name: 'the money that a service frees is spent only if its disk has not taken it meanwhile',
  source: 'design §12.3',
  afterWrite: ({ before, after }, { policy }) => {
    const grown = raised(before, after);
    if (grown === undefined || (grown.ours[0]?.gb ?? 0) <= grown.provisionedGb) return [];
    return policy.budgets
      .filter(({ projects }) => projects.includes(grown.project))
      .flatMap((budget) => {
        const cost = within(budget, after).reduce((sum, service) => sum + exposureNanos(service), 0n);
        const limit = BigInt(Math.round(budget.monthly * 100)) * 10_000_000n;
        return cost > limit
          ? [`${nameOf(grown)} was raised, and budget ${budget.name} may cost ${dollars(cost)} of ${dollars(limit)}`]
          : [];
      });
  },
};
