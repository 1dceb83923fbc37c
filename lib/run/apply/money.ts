import { grantsOf, isOfNoService, ledgerName } from '../../core/budget/ledger.ts';
import type { BudgetResult } from '../../core/budget/result.ts';
import { priceKeyText } from '../../core/budget/service-price.ts';
import type { Change } from '../../core/change/change.ts';
import { groupBy, serviceKey } from '../../core/model/grouping.ts';
import type { Snapshot } from '../../core/model/model.ts';
import { formatExact, parseMoney } from '../../core/model/money.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { writeObject } from '../store/objects.ts';
import type { PlannedMoney } from '../store/schemas/money.ts';

interface PlanOfMoney {
  readonly changes: readonly Change[];
  readonly budgets: readonly BudgetResult[];
  /** Every project of the plan, also those that it only remembers. */
  readonly projects: readonly Pick<Snapshot, 'project' | 'services' | 'readAt'>[];
  /** When the run began, ISO 8601, UTC. */
  readonly startedAt: string;
  /** The budgets to which services of a project may belong. */
  readonly budgetsOf: (project: string) => ReadonlySet<string>;
  /** The lower, the sooner a disk needs its grant. */
  readonly urgencyOf: (change: Change) => number;
  /** An undo that people approved may cost more than the budget, but no more than they saw. */
  readonly isUndo: boolean;
}

/** What the budget costs after the plan, with every maximum that it lowers and grants. */
const costAfter = ({ shares }: BudgetResult, grants: PlannedMoney['grants'], released: ReadonlySet<string>): bigint => {
  const granted = new Map(grants.map((grant) => [serviceKey(grant), grant.toGb]));
  return shares.reduce((sum, share) => {
    const key = serviceKey(share);
    const kept = released.has(key) ? (share.provisionedGb ?? share.inForceGb) : share.inForceGb;
    const price = share.perGbMonth === null ? 0n : (parseMoney(share.perGbMonth) ?? 0n);
    return sum + price * BigInt(Math.max(kept, granted.get(key) ?? 0));
  }, 0n);
};

/**
 * What unused endpoints count until they are deleted: the platform may be wrong that their services are gone. Which plan and
 * budget those had is unknown, so each counts in every budget of its project, with the dearest price there.
 */
const unusedLines = (budget: BudgetResult, deletions: readonly Change[]): PlannedMoney['lines'] => {
  const prices = budget.shares.flatMap(({ perGbMonth }) => parseMoney(perGbMonth ?? '') ?? []);
  const dearest = prices.reduce((most, price) => (price > most ? price : most), 0n);
  return deletions.filter(isOfNoService).map((change) => ({
    project: change.project,
    service: ledgerName(change),
    inForceGb: Math.max(change.fromGb, change.held?.gb ?? 0),
    perGbMonth: formatExact(dearest),
    sold: '',
    isReleased: true,
    isUnused: true,
  }));
};

/**
 * Hands over the money in force of every budget from which the plan grants, before any write: it is checked again with new
 * readings before the first grant (`checks/affordable.ts`).
 */
export const handOverMoney = async (
  store: Store,
  runId: string,
  { changes: all, budgets, projects, startedAt, budgetsOf, urgencyOf, isUndo }: PlanOfMoney,
): Promise<void> => {
  const ofBudget = groupBy(
    all.filter(({ budget }) => budget !== undefined),
    ({ budget }) => budget ?? '',
  );
  const sold = new Map(
    projects.flatMap(({ project, services }) =>
      services.map((service) => [
        serviceKey({ project, service: service.name }),
        priceKeyText({ serviceType: service.type, plan: service.plan, cloud: service.cloud }),
      ]),
    ),
  );
  const unused = all.filter(isOfNoService);
  const older = projects.filter(({ readAt = '' }) => readAt < startedAt).map(({ project }) => project);
  await inBatches(budgets, async (budget) => {
    const changes = ofBudget.get(budget.name) ?? [];
    const grants = grantsOf(changes, budget, urgencyOf);
    if (grants.length === 0) return;
    const releases = changes.filter(({ phase }) => phase === 'release');
    const released = new Set(releases.map(serviceKey));
    const limit = parseMoney(budget.grantableMonthly) ?? 0n;
    const after = isUndo ? costAfter(budget, grants, released) : 0n;
    const lines = budget.shares.map((share) => {
      const { project, service, inForceGb, perGbMonth } = share;
      const key = serviceKey(share);
      const isReleased = released.has(key);
      return {
        project,
        service,
        inForceGb,
        perGbMonth,
        sold: sold.get(key) ?? '',
        ...(isReleased && { isReleased }),
      };
    });
    const concerned = new Set(lines.map(({ project }) => project));
    const deletions = unused.filter(({ project }) => budgetsOf(project).has(budget.name));
    const money: PlannedMoney = {
      limit: formatExact(after > limit ? after : limit),
      lines: [...lines, ...unusedLines(budget, deletions)],
      older: older.filter((project) => concerned.has(project)),
      grants,
    };
    await writeObject(store, keys.money(runId, budget.name), money);
  });
};
