import type { SimulatedBudget } from '../organization/policy.ts';
import { earlier, type Law, nameOf } from './law.ts';
import type { ServiceTruth } from './truth.ts';

const hoursAMonth = 730n;

/** Billionths of a dollar a month, if every disk grew to its maximum. */
const costOf = (services: readonly ServiceTruth[]): bigint =>
  services.reduce((sum, { ours, nanosPerGbHour }) => {
    const gb = BigInt(ours[0]?.gb ?? 0);
    return sum + gb * (nanosPerGbHour ?? 0n) * hoursAMonth;
  }, 0n);

const within = ({ projects }: SimulatedBudget, services: readonly ServiceTruth[]) =>
  services.filter(({ project }) => projects.includes(project));

const dollars = (nanos: bigint) => (Number(nanos) / 1e9).toFixed(4);

/** The one service whose maximum a write raised. */
const raised = (before: readonly ServiceTruth[], after: readonly ServiceTruth[]): ServiceTruth | undefined =>
  after.find((service) => (service.ours[0]?.gb ?? 0) > (earlier(before, service)?.ours[0]?.gb ?? 0));

export const withinBudget: Law = {
  name: 'no write takes a budget above its money, but for storage that is provisioned already',
  source: 'design §12.3',
  afterWrite: ({ before, after }, { run, policy }) => {
    if (run === undefined) return [];
    const grown = raised(before, after);
    if (grown === undefined || (grown.ours[0]?.gb ?? 0) <= grown.provisionedGb) return [];
    // A budget that was cut or raised while the run was at work holds from the next run on.
    const budgets = run.policy.budgets.filter(({ name }) => policy.budgets.some((other) => other.name === name));
    const budget = budgets.find(({ projects }) => projects.includes(grown.project));
    if (budget === undefined) return [];
    const cost = costOf(within(budget, after));
    const limit = BigInt(budget.monthly) * 1_000_000_000n;
    return cost > limit
      ? [`${nameOf(grown)} was raised and takes budget ${budget.name} to ${dollars(cost)} of ${dollars(limit)} a month`]
      : [];
  },
};
