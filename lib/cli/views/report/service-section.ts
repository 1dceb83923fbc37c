import type { ChangeResult } from '../../../core/change/change.ts';
import type { Decision } from '../../../core/model/decision.ts';
import { groupBy, serviceKey } from '../../../core/model/grouping.ts';
import { reasonText } from '../../../core/model/reason.ts';
import { protectionOf, type Standing } from '../../../core/service/protection.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { daysCells, daysHead } from './forecast-section.ts';
import { protectionLabels } from './protection-labels.ts';
import type { Section } from './section.ts';

/** Worst first, because the worst result represents the service. */
const statuses = ['failed', 'unconfirmed', 'skipped', 'confirmed'] as const;

const worst = (results: readonly ChangeResult[]): string =>
  statuses.find((status) => results.some((result) => result.status === status)) ?? '';

const maximumOf = ({ effect, maxAdditionalGb }: Decision, gb: number | undefined): string =>
  effect === 'enable' ? String(gb ?? maxAdditionalGb ?? '') : '';

/** The actual protection after the run, and the maximum; empty in reports of earlier versions. */
const actualCells = (standing: Standing | undefined): string[] =>
  standing === undefined ? ['', ''] : [protectionLabels[standing.protection], String(standing.maximumGb ?? '')];

/** The worst result of a service's changes, and whether some wait for the end of a freeze. */
const resultCell = (results: readonly ChangeResult[], waits: boolean): string =>
  [worst(results), waits ? 'waiting' : ''].filter((part) => part !== '').join(', ');

/**
 * One row per service: the decision and its maximum; the actual protection and maximum; the results of its changes; the
 * highest cost per month; and the days until its threshold and maximum, if they are near.
 */
export const serviceSection = ({ plan, results }: Pick<ReportObject, 'plan' | 'results'>): Section => {
  const resultsByService = groupBy(results, serviceKey);
  const findings = groupBy(plan?.findings ?? [], serviceKey);
  const waiting = groupBy(plan?.freeze?.waiting ?? [], serviceKey);
  const forecasts = new Map((plan?.forecast?.services ?? []).map((service) => [serviceKey(service), service]));
  const shares = new Map(
    (plan?.budgets ?? []).flatMap(({ name, currency, shares: ofBudget }) =>
      ofBudget.map((share) => [serviceKey(share), { ...share, name, currency }] as const),
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
      const standing = protectionOf(decision, resultsByService.get(key) ?? []);
      return [
        decision.project,
        decision.service,
        decision.effect,
        decision.rule,
        maximumOf(decision, share?.gb),
        ...actualCells(standing),
        resultCell(resultsByService.get(key) ?? [], waiting.has(key)),
        share?.name ?? '',
        share?.monthly === undefined || share.monthly === null ? '' : `${share.monthly} ${share.currency}`,
        ...daysCells(forecasts.get(key)),
        (findings.get(key) ?? []).map(({ code }) => code).join(' '),
        reasonText(decision.reasons),
      ];
    }),
  };
};
