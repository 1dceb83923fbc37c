import type { Change, ChangeResult, Decision, Plan } from '../../core/model.ts';
import { planLine } from '../../core/plan-line.ts';
import type { ReportObject } from '../../run/objects.ts';

/** A table of a report; what is unknown or does not apply is empty. */
export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What no rows mean. */
  readonly empty: string;
}

/** A report for people, before it is HTML or Markdown. */
export interface ReportDocument {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly Section[];
}

/** Worst first: one that failed says more of a service than another that did not. */
const statuses = ['failed', 'unconfirmed', 'skipped', 'confirmed'] as const;

const keyOf = ({ project, service }: Pick<Change, 'project' | 'service'>): string => JSON.stringify([project, service]);

const grouped = <T extends { readonly project: string; readonly service: string }>(items: readonly T[]) => {
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

/**
 * One row for each service: what policy decides, the maximum after this plan, how its changes ended, and what it is to
 * cost a month at most.
 */
export const serviceSection = ({ plan, results }: Pick<ReportObject, 'plan' | 'results'>): Section => {
  const ended = grouped(results);
  const found = grouped(plan?.findings ?? []);
  const shares = new Map(
    (plan?.budgets ?? []).flatMap(({ name, currency, shares: own }) =>
      own.map((share) => [keyOf(share), { ...share, name, currency }] as const),
    ),
  );
  return {
    title: 'Services',
    head: ['project', 'service', 'effect', 'rule', 'maximum GB', 'changes', 'budget', 'a month', 'findings', 'reason'],
    rows: (plan?.decisions ?? []).map((decision) => {
      const key = keyOf(decision);
      const share = shares.get(key);
      return [
        decision.project,
        decision.service,
        decision.effect,
        decision.rule,
        maximumOf(decision, share?.gb),
        worst(ended.get(key) ?? []),
        share?.name ?? '',
        share?.monthly === undefined || share.monthly === null ? '' : `${share.monthly} ${share.currency}`,
        (found.get(key) ?? []).map(({ code }) => code).join(' '),
        decision.reason,
      ];
    }),
    empty: 'No service was decided about.',
  };
};

const budgetSection = (plan: Plan | null): Section => ({
  title: 'Budgets',
  head: ['budget', 'services', 'a month', 'may be granted', 'floor', 'maximums', 'left', 'currency', 'note'],
  rows: (plan?.budgets ?? []).map((budget) => [
    budget.name,
    String(budget.services),
    budget.monthly,
    budget.grantableMonthly,
    budget.floorMonthly,
    budget.allocatedMonthly,
    budget.leftMonthly,
    budget.currency,
    budget.frozen ? 'frozen: what cannot be taken back costs more' : (budget.withheld ?? ''),
  ]),
  empty: 'The policy has no budgets.',
});

const findingSection = (plan: Plan | null): Section => ({
  title: 'Findings',
  head: ['finding', 'project', 'service', 'what to know'],
  rows: (plan?.findings ?? []).map(({ code, project, service, message }) => [code, project, service, message]),
  empty: 'There are none.',
});

const unreadSection = ({ unread }: ReportObject): Section => ({
  title: 'Projects not read',
  head: ['project', 'error', 'why'],
  rows: unread.map(({ project, error, message }) => [project, error, message]),
  empty: 'Every project of this run was read.',
});

const coverageFacts = ({ coverage, unread }: ReportObject): (readonly [string, string])[] => {
  if (coverage === undefined) return [];
  const { listed, neverRead, missingPermissions, services } = coverage;
  const names = neverRead.length === 0 ? 'none' : neverRead.join(', ');
  const refused = missingPermissions.map(({ project, to }) => `${project} (${to})`).join(', ') || 'none';
  return [
    ['projects listed', `${listed}, of which ${unread.length} not read in this run`],
    ['projects never read', names],
    ['permissions missing', refused],
    ['services', `${services.enable} enabled, ${services.disable} disabled, ${services.ignore} left alone`],
  ];
};

/** Puts the report of a run together for people: coverage, maximums, budgets, findings. */
export const reportDocument = (report: ReportObject): ReportDocument => {
  const { runId, startedAt, endedAt, outcome, error, cause, plan } = report;
  return {
    title: `Headroom: run ${runId}`,
    facts: [
      ['outcome', outcome],
      ['started', startedAt ?? 'unknown'],
      ['ended', endedAt],
      ...(error === null ? [] : [['error', `${error}: ${cause ?? ''}`] as const]),
      ...(plan === null ? [] : [['plan', planLine(plan)] as const]),
      ...(plan === null ? [] : [['mode and digest', `${plan.mode}, ${plan.digest}`] as const]),
      ...coverageFacts(report),
    ],
    sections: [budgetSection(plan), findingSection(plan), unreadSection(report), serviceSection(report)],
  };
};
