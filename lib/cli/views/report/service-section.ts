import type { ChangeResult } from '../../../core/model/change.ts';
import type { Decision } from '../../../core/model/decision.ts';
import { reasonText } from '../../../core/model/reason.ts';
import { protectionOf, type Standing } from '../../../core/service/protection.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { daysCells, daysHead } from './forecast-section.ts';
import { protectionWords } from './protection-labels.ts';
import type { Section } from './section.ts';

/** Worst first: one that failed says more of a service than another that did not. */
const statuses = ['failed', 'unconfirmed', 'skipped', 'confirmed'] as const;

/** Something about a service; null for the left-over endpoint of a service that is gone. */
interface Placed {
  readonly project: string;
  readonly service: string | null;
}

const keyOf = ({ project, service }: Placed): string => JSON.stringify([project, service]);

const grouped = <T extends Placed>(items: readonly T[]) => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
};

const worst = (results: readonly ChangeResult[]): string =>
  statuses.find((status) => results.some((result) => result.status === status)) ?? '';

const maximumOf = ({ effect, maxAdditionalGb }: Decision, gb: number | undefined): string =>
  effect === 'enable' ? String(gb ?? maxAdditionalGb ?? '') : '';

/** What protects the service in fact, after the run, and its maximum; empty where an earlier version did not say. */
const actualCells = (standing: Standing | undefined): string[] =>
  standing === undefined ? ['', ''] : [protectionWords[standing.protection], String(standing.maximumGb ?? '')];

/** How the changes of a service ended, and whether there are some that wait for the end of a freeze. */
const endedCell = (results: readonly ChangeResult[], waits: boolean): string =>
  [worst(results), waits ? 'waiting' : ''].filter((word) => word !== '').join(', ');

/**
 * One row for each service: what policy decides and the maximum it asks for; what protects the service in fact and the
 * maximum it has; how its changes ended, what it is to cost a month at most, and, where it comes near its maximum or
 * threshold, in how many days.
 */
export const serviceSection = ({ plan, results }: Pick<ReportObject, 'plan' | 'results'>): Section => {
  const ended = grouped(results);
  const found = grouped(plan?.findings ?? []);
  const waiting = grouped(plan?.freeze?.waiting ?? []);
  const foreseen = new Map((plan?.forecast?.services ?? []).map((service) => [keyOf(service), service]));
  const shares = new Map(
    (plan?.budgets ?? []).flatMap(({ name, currency, shares: own }) =>
      own.map((share) => [keyOf(share), { ...share, name, currency }] as const),
    ),
  );
  return {
    title: 'Services',
    head: [
      'project',
      'service',
      'effect',
      'rule',
      'maximum GB',
      'actual',
      'actual maximum GB',
      'changes',
      'budget',
      'a month',
      ...daysHead,
      'findings',
      'reason',
    ],
    rows: (plan?.decisions ?? []).map((decision) => {
      const key = keyOf(decision);
      const share = shares.get(key);
      const standing = protectionOf(decision, ended.get(key) ?? []);
      return [
        decision.project,
        decision.service,
        decision.effect,
        decision.rule,
        maximumOf(decision, share?.gb),
        ...actualCells(standing),
        endedCell(ended.get(key) ?? [], waiting.has(key)),
        share?.name ?? '',
        share?.monthly === undefined || share.monthly === null ? '' : `${share.monthly} ${share.currency}`,
        ...daysCells(foreseen.get(key)),
        (found.get(key) ?? []).map(({ code }) => code).join(' '),
        reasonText(decision.reasons),
      ];
    }),
    empty: 'No service was decided about.',
  };
};
