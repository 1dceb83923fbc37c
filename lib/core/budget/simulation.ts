import { compositeKey } from '../model/grouping.ts';
import type { BudgetResult, BudgetShare } from './result.ts';

/** One service whose share changes with another budget amount. */
export interface ShareMove {
  readonly budget: string;
  readonly project: string;
  readonly service: string;
  readonly fromGb: number;
  readonly toGb: number;
}

const shareKey = (budget: string, { project, service }: BudgetShare): string => compositeKey(budget, project, service);

/** Services that gain or lose, the largest differences first. */
export const movesBetween = (now: readonly BudgetResult[], then: readonly BudgetResult[]): ShareMove[] => {
  const before = new Map(
    now.flatMap(({ name, shares }) => shares.map((share) => [shareKey(name, share), share.shareGb])),
  );
  const moves = then.flatMap(({ name, shares }) =>
    shares.map((share) => ({
      budget: name,
      project: share.project,
      service: share.service,
      fromGb: before.get(shareKey(name, share)) ?? 0,
      toGb: share.shareGb,
    })),
  );
  const size = ({ fromGb, toGb }: ShareMove) => Math.abs(toGb - fromGb);
  return moves.filter((move) => size(move) > 0).sort((a, b) => size(b) - size(a));
};
