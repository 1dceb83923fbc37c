import type { BudgetResult } from '../budget/result.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import type { Service } from '../model/model.ts';

/** The primary of a read replica, and whether the need of that counts for it too. */
type ReplicaOf = ServiceName & { readonly counts: boolean };

/** The need of a primary counts where both get a share of one budget (`withReplicas`). Undefined for a service that is no replica. */
export const replicaIn = (
  { budgets }: { readonly budgets: readonly Pick<BudgetResult, 'shares'>[] },
  project: string,
  { name, replicaOf }: Pick<Service, 'name' | 'replicaOf'>,
): ReplicaOf | undefined => {
  if (replicaOf === undefined) return undefined;
  const primary = { project: replicaOf.project ?? project, service: replicaOf.service };
  const getShares = (shares: BudgetResult['shares']) =>
    [primary, { project, service: name }].every((disk) =>
      shares.some((share) => share.wantGb !== null && serviceKey(share) === serviceKey(disk)),
    );
  return { ...primary, counts: budgets.some(({ shares }) => getShares(shares)) };
};

/** What that means for its need, as a line; none for a service that is no replica. */
export const replicaLines = ({ replicaOf }: { readonly replicaOf?: ReplicaOf }): string[] => {
  if (replicaOf === undefined) return [];
  const need = replicaOf.counts
    ? 'needs at least what its primary needs'
    : 'its own need counts alone, because its primary gets no share of its budget';
  return [`Read replica of ${replicaOf.project}/${replicaOf.service}: ${need}.`];
};
