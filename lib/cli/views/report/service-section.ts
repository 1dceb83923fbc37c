import type { ChangeResult } from '../../../core/change/change.ts';
import type { Decision } from '../../../core/model/decision.ts';
import { groupBy, serviceKey } from '../../../core/model/grouping.ts';
import { reasonText } from '../../../core/model/reason.ts';
import { protectionLabels, protectionOf, type ServiceProtection } from '../../../core/service/protection.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';
import { daysCells, daysHead } from './forecast-section.ts';
import type { Section } from './section.ts';

/** Worst first, because the worst result represents the service. */
const statuses = ['failed', 'unconfirmed', 'skipped', 'confirmed'] as const;

const worst = (results: readonly ChangeResult[]): string =>
  statuses.find((status) => results.some((result) => result.status === status)) ?? '';

const maximumOf = ({ effect, maxAdditionalGb }: Decision, gb: number | undefined): string =>
  effect === 'enable' ? String(gb ?? maxAdditionalGb ?? '') : '';

/** The worst result of a service's changes, and whether some wait for the end of a freeze. */
const resultCell = (results: readonly ChangeResult[], waits: boolean): string =>
  [worst(results), waits ? 'waiting' : ''].filter((part) => part !== '').join(', ');

/** The facts of one service for its row. */
interface Row {
  readonly decision: Decision;
  readonly share:
    | { readonly gb: number; readonly monthly?: string | null; readonly name: string; readonly currency: string }
    | undefined;
  /** Undefined in reports of earlier versions. */
  readonly standing: ServiceProtection | undefined;
  readonly ended: readonly ChangeResult[];
  readonly waits: boolean;
  readonly days: readonly string[];
  readonly codes: readonly string[];
}

/** All columns by head, in order. */
const columns: Readonly<Record<string, (row: Row) => string>> = {
  project: ({ decision }) => decision.project,
  service: ({ decision }) => decision.service,
  effect: ({ decision }) => decision.effect,
  rule: ({ decision }) => decision.rule,
  'maximum GB': ({ decision, share }) => maximumOf(decision, share?.gb),
  actual: ({ standing }) => (standing === undefined ? '' : protectionLabels[standing.protection]),
  'actual maximum GB': ({ standing }) => String(standing?.maximumGb ?? ''),
  changes: ({ ended, waits }) => resultCell(ended, waits),
  budget: ({ share }) => share?.name ?? '',
  'a month': ({ share }) => (share?.monthly == null ? '' : `${share.monthly} ${share.currency}`),
  ...Object.fromEntries(daysHead.map((head, at) => [head, ({ days }: Row) => days[at] ?? ''])),
  findings: ({ codes }) => codes.join(' '),
  reason: ({ decision }) => reasonText(decision.reasons),
};

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
    head: Object.keys(columns),
    rows: (plan?.decisions ?? []).map((decision) => {
      const key = serviceKey(decision);
      const own = resultsByService.get(key) ?? [];
      const row: Row = {
        decision,
        share: shares.get(key),
        standing: protectionOf(decision, own),
        ended: own,
        waits: waiting.has(key),
        days: daysCells(forecasts.get(key)),
        codes: (findings.get(key) ?? []).map(({ code }) => code),
      };
      return Object.values(columns).map((cellOf) => cellOf(row));
    }),
  };
};
