import type { BudgetShare } from '../../core/budget/result.ts';
import type { Decision, Finding } from '../../core/model/decision.ts';
import { groupBy, serviceKey } from '../../core/model/grouping.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { compilePatterns } from '../../core/policy/glob.ts';
import { type Protection, protectionLabels, protectionOf, resultsByService } from '../../core/service/protection.ts';
import type { TagsOf } from '../../run/inventory/service-tags.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';

/** One service as the latest run left it. */
export interface ServiceRow {
  readonly project: string;
  readonly service: string;
  readonly decision: Decision;
  /** Null in reports of an earlier version. */
  readonly protection: Protection | null;
  readonly maximumGb: number | null;
  /** Its share in a budget; null without a budget. */
  readonly share: (BudgetShare & { readonly budget: string; readonly currency: string }) | null;
  /** Days until the disk reaches its maximum; null when that is not near or not known. */
  readonly days: number | null;
  readonly soonestDays: number | null;
  readonly findings: readonly Finding[];
}

const sharesOf = ({ budgets }: Plan) =>
  new Map(
    budgets.flatMap(({ name, currency, shares }) =>
      shares.map((share) => [serviceKey(share), { ...share, budget: name, currency }] as const),
    ),
  );

/** All services of a report, by project and name. */
export const serviceRows = ({ plan, results }: Pick<ReportObject, 'plan' | 'results'>): ServiceRow[] => {
  if (plan === null) return [];
  const shares = sharesOf(plan);
  const resultsOf = resultsByService(results);
  const findings = groupBy(plan.findings, serviceKey);
  const forecasts = new Map((plan.forecast?.services ?? []).map((forecast) => [serviceKey(forecast), forecast]));
  return plan.decisions.map((decision) => {
    const key = serviceKey(decision);
    const standing = protectionOf(decision, resultsOf(decision));
    const forecast = forecasts.get(key);
    return {
      project: decision.project,
      service: decision.service,
      decision,
      protection: standing?.protection ?? null,
      maximumGb: standing?.maximumGb ?? null,
      share: shares.get(key) ?? null,
      days: forecast?.daysToMaximum ?? null,
      soonestDays: forecast?.soonestDaysToMaximum ?? null,
      findings: findings.get(key) ?? [],
    };
  });
};

export const sorts = ['name', 'days', 'maximum', 'cost'] as const;

/** What a reader asked for. */
export interface Wanted {
  /** Part of a project's or service's name. */
  readonly search: string;
  readonly project: string;
  readonly rule: string;
  /** `KEY=GLOB`, or only `KEY` for any value. */
  readonly tag: string;
  readonly state: Protection | '';
  readonly sort: (typeof sorts)[number];
  /** From 1. */
  readonly page: number;
}

export const pageSize = 50;

const amount = (text: string | null | undefined): number => (text == null ? -1 : Number(text));

const orders: Readonly<Record<Wanted['sort'], (a: ServiceRow, b: ServiceRow) => number>> = {
  name: () => 0,
  days: (a, b) => (a.soonestDays ?? Number.MAX_SAFE_INTEGER) - (b.soonestDays ?? Number.MAX_SAFE_INTEGER),
  maximum: (a, b) => (b.maximumGb ?? -1) - (a.maximumGb ?? -1),
  cost: (a, b) => amount(b.share?.monthly) - amount(a.share?.monthly),
};

/** Whether a service has the wanted tag; every service has no wanted tag. */
const tagMatcher = ({ tag }: Wanted, tagsOf: TagsOf): ((row: ServiceRow) => boolean) => {
  if (tag === '') return () => true;
  const [key = '', ...value] = tag.split('=');
  const matches = compilePatterns([value.join('=') || '*']);
  return (row) => {
    const has = tagsOf(row)?.get(key.trim());
    return has !== undefined && matches(has);
  };
};

/** The rows of one page, and how many there are on all. A page beyond the last one is the last one. */
export const pageOf = (rows: readonly ServiceRow[], wanted: Wanted, tagsOf: TagsOf) => {
  const hasTag = tagMatcher(wanted, tagsOf);
  const search = wanted.search.toLowerCase();
  const found = rows.filter((row) => {
    const { project, service, decision, protection } = row;
    return (
      (search === '' || `${project}/${service}`.toLowerCase().includes(search)) &&
      (wanted.project === '' || project === wanted.project) &&
      (wanted.rule === '' || decision.rule === wanted.rule) &&
      (wanted.state === '' || protection === wanted.state) &&
      hasTag(row)
    );
  });
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(1, wanted.page), pages);
  const sorted = found.sort(orders[wanted.sort]);
  return { rows: sorted.slice((page - 1) * pageSize, page * pageSize), total: found.length, page, pages };
};

/** The name of a service's state for readers. */
export const stateText = ({ protection }: ServiceRow): string =>
  protection === null ? 'unknown' : protectionLabels[protection];
