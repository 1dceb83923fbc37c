import { summarize } from '../../../core/plan/summary.ts';

/** Shapes of objects that the version before stored, as the schemas of this one. */

/** Amounts that summaries of the previous version lack. */
const unknownAmounts = { loweredMonthly: null, disabledMonthly: null, removedMonthly: null, netMonthly: null };

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (list: unknown, change: (item: Members) => Members): unknown =>
  Array.isArray(list) ? list.map((item) => (isMembers(item) ? change(item) : item)) : list;

/** Summaries of the previous version lack removed amounts. */
export const withWholeSummary = (value: unknown): unknown =>
  isMembers(value) && isMembers(value.summary)
    ? { ...value, summary: { ...summarize([], []), ...unknownAmounts, ...value.summary } }
    : value;

/** Plans of the previous version have no guaranteed shares. */
export const wholePlan = (value: unknown): unknown => {
  const plan = withWholeSummary(value);
  if (!isMembers(plan)) return plan;
  const withShares = (budget: Members) => ({
    ...budget,
    shares: mapped(budget.shares, (share) => ({ atLeastGb: null, ...share })),
  });
  return { ...plan, budgets: mapped(plan.budgets, withShares) };
};

export const withWholePlan = (value: unknown): unknown =>
  isMembers(value) ? { ...value, plan: wholePlan(value.plan) } : value;

/** The previous version stored times of another clock than the platform's; they are useless. */
export const withUnknownTimes = (value: unknown): unknown =>
  isMembers(value)
    ? { ...value, services: mapped(value.services, (service) => ({ confirmedAt: null, ...service })) }
    : value;

/** For one release: the member `attached` was `tied` in the previous version. */
export const withAttached = (value: unknown): unknown => {
  if (!isMembers(value)) return value;
  const renamed = ({ tied, ...service }: Members) => (tied === undefined ? service : { attached: tied, ...service });
  return { ...value, services: mapped(value.services, renamed) };
};

/** For one release: the previous version stored the name of the last project that a look read. */
export const withoutTurn = (value: unknown): unknown =>
  isMembers(value) && typeof value.after === 'string' ? { lookedAt: {} } : value;

/** For one release: an approval of the version before is the use of a whole plan by one run. */
export const fromUse = (value: unknown): unknown => {
  if (!isMembers(value) || value.usedAt === undefined) return value;
  const { digest, runId, usedAt, proposedAt = usedAt } = value;
  return { digest, proposedAt, approvedAt: usedAt, by: '', exact: true, usedBy: runId };
};
