import type { ChangeResult } from '../../../core/change/change.ts';
import type { Decision } from '../../../core/model/decision.ts';
import { groupBy, serviceKey } from '../../../core/model/grouping.ts';
import { reasonText } from '../../../core/model/reason.ts';
import { protectionOf, type ServiceProtection } from '../../../core/service/protection.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { daysCells, daysHead } from './forecast-section.ts';
import { protectionWords } from './protection-labels.ts';
import type { Section } from './section.ts';

/** Worst first: one that failed says more of a service than another that did not. */
const statuses = ['failed', 'unconfirmed', 'skipped', 'confirmed'] as const;

const worst = (results: readonly ChangeResult[]): string =>
  statuses.find((status) => results.some((result) => result.status === status)) ?? '';

const maximumOf = ({ effect, maxAdditionalGb }: Decision, gb: number | undefined): string =>
  effect === 'enable' ? String(gb ?? maxAdditionalGb ?? '') : '';

/** What protects the service in fact, after the run, and its maximum; empty where an earlier version did not say. */
const actualCells = (standing: ServiceProtection | undefined): string[] =>
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
  const ended = groupBy(results, serviceKey);
  const found = groupBy(plan?.findings ?? [], serviceKey);
  const waiting = groupBy(plan?.freeze?.waiting ?? [], serviceKey);
  const foreseen = new Map((plan?.forecast?.services ?? []).map((service) => [serviceKey(service), service]));
  const shares = new Map(
    (plan?.budgets ?? []).flatMap(({ name, currency, shares: own }) =>
      own.map((share) => [serviceKey(share), { ...share, name, currency }] as const),
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
      const key = serviceKey(decision);
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
