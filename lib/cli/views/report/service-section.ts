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

/** How the changes of a service ended, and whether there are some that wait for the end of a freeze. */
const endedCell = (results: readonly ChangeResult[], waits: boolean): string =>
  [worst(results), waits ? 'waiting' : ''].filter((word) => word !== '').join(', ');

/** What the report knows of one service. */
interface Row {
  readonly decision: Decision;
  readonly share:
    | { readonly gb: number; readonly monthly?: string | null; readonly name: string; readonly currency: string }
    | undefined;
  /** Undefined where an earlier version did not say. */
  readonly standing: ServiceProtection | undefined;
  readonly ended: readonly ChangeResult[];
  readonly waits: boolean;
  readonly days: readonly string[];
  readonly codes: readonly string[];
}

/** Every column by its head, in their order. */
const columns: Readonly<Record<string, (row: Row) => string>> = {
  project: ({ decision }) => decision.project,
  service: ({ decision }) => decision.service,
  effect: ({ decision }) => decision.effect,
  rule: ({ decision }) => decision.rule,
  'maximum GB': ({ decision, share }) => maximumOf(decision, share?.gb),
  actual: ({ standing }) => (standing === undefined ? '' : protectionWords[standing.protection]),
  'actual maximum GB': ({ standing }) => String(standing?.maximumGb ?? ''),
  changes: ({ ended, waits }) => endedCell(ended, waits),
  budget: ({ share }) => share?.name ?? '',
  'a month': ({ share }) => (share?.monthly == null ? '' : `${share.monthly} ${share.currency}`),
  ...Object.fromEntries(daysHead.map((head, at) => [head, ({ days }: Row) => days[at] ?? ''])),
  findings: ({ codes }) => codes.join(' '),
  reason: ({ decision }) => reasonText(decision.reasons),
};

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
    head: Object.keys(columns),
    rows: (plan?.decisions ?? []).map((decision) => {
      const key = serviceKey(decision);
      const own = ended.get(key) ?? [];
      const row: Row = {
        decision,
        share: shares.get(key),
        standing: protectionOf(decision, own),
        ended: own,
        waits: waiting.has(key),
        days: daysCells(foreseen.get(key)),
        codes: (found.get(key) ?? []).map(({ code }) => code),
      };
      return Object.values(columns).map((cellOf) => cellOf(row));
    }),
    empty: 'No service was decided about.',
  };
};
