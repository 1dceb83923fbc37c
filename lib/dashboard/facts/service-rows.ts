import type { BudgetShare } from '../../core/budget/result.ts';
import { type FleetDisk, useOf } from '../../core/disk/fleet-disks.ts';
import type { Decision, Finding } from '../../core/model/decision.ts';
import { groupBy, serviceKey } from '../../core/model/grouping.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { EffectiveTags } from '../../core/policy/effective-tags.ts';
import { compilePatterns } from '../../core/policy/glob.ts';
import { type Protection, protectionOf, resultsByService } from '../../core/service/protection.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import type { Fleet } from './fleet.ts';

/** One service as the latest run left it. */
export interface ServiceRow {
  readonly project: string;
  readonly service: string;
  readonly decision: Decision;
  /** Null for a decision without an actual state. */
  readonly protection: Protection | null;
  readonly maximumGb: number | null;
  /** Its share in a budget; null without a budget. */
  readonly share: (BudgetShare & { readonly budget: string; readonly currency: string }) | null;
  /** As the last reading found it; undefined without a disk of its own, or when the store has no reading. */
  readonly disk: FleetDisk | undefined;
  /** Place in the order of urgency, from 0; a service without a known disk comes last. */
  readonly urgency: number;
  readonly findings: readonly Finding[];
  /** As findings and notices name it; empty where the reading is unknown. */
  readonly owner: string;
  /** Undefined where the reading is unknown. */
  readonly tags: EffectiveTags | undefined;
}

const sharesOf = ({ budgets }: Plan) =>
  new Map(
    budgets.flatMap(({ name, currency, shares }) =>
      shares.map((share) => [serviceKey(share), { ...share, budget: name, currency }] as const),
    ),
  );

/** All services of a report, by project and name. */
export const serviceRows = (
  { plan, results }: Pick<ReportObject, 'plan' | 'results'>,
  { disks, subjects }: Pick<Fleet, 'disks' | 'subjects'> = { disks: [], subjects: [] },
): ServiceRow[] => {
  if (plan === null) return [];
  const shares = sharesOf(plan);
  const resultsOf = resultsByService(results);
  const findings = groupBy(plan.findings, serviceKey);
  const ranks = new Map(disks.map((disk, urgency) => [serviceKey(disk), { disk, urgency }]));
  const read = new Map(subjects.map((subject) => [serviceKey({ ...subject, service: subject.service.name }), subject]));
  return plan.decisions.map((decision) => {
    const key = serviceKey(decision);
    const standing = protectionOf(decision, resultsOf(decision));
    const { disk, urgency = disks.length } = ranks.get(key) ?? {};
    return {
      project: decision.project,
      service: decision.service,
      decision,
      protection: standing?.protection ?? null,
      maximumGb: standing?.maximumGb ?? null,
      share: shares.get(key) ?? null,
      disk,
      urgency,
      findings: findings.get(key) ?? [],
      owner: read.get(key)?.owner ?? '',
      tags: read.get(key)?.tags,
    };
  });
};

/** Orders of the list, each in the direction that a reader wants first; by default the disks that are full first. */
export const sorts = ['days', 'name', 'use', 'size', 'limit', 'cost'] as const;
export type Sort = (typeof sorts)[number];

/** What a reader asked for; every condition that is not empty must hold. */
export interface Wanted {
  /** Part of a project's or service's name. */
  readonly search: string;
  readonly project: string;
  readonly rule: string;
  /** `KEY=GLOB`, or only `KEY` for any value. */
  readonly tag: string;
  /** A glob. */
  readonly owner: string;
  readonly state: Protection | '';
  readonly sort: Sort;
  /** Names of columns, such as `service,days`; empty: all but the rule. */
  readonly columns: string;
  /** From 1. */
  readonly page: number;
}

const pageSize = 100;

const most = (numberOf: (row: ServiceRow) => number | string | null | undefined) => {
  const value = (row: ServiceRow): number => Number(numberOf(row) ?? -1);
  return (a: ServiceRow, b: ServiceRow): number => value(b) - value(a);
};

/** Days left as the column shows them: unknown ones come after all numbers, because such a disk may be full, and before the rest. */
const daysOf = ({ disk }: ServiceRow): number => {
  if (disk === undefined) return Number.POSITIVE_INFINITY;
  const { daysLeft, isNearlyFull } = disk;
  if (daysLeft === null) return isNearlyFull === true ? 0 : Number.MAX_SAFE_INTEGER - 1;
  return daysLeft.days ?? Number.MAX_SAFE_INTEGER;
};

const orders: Readonly<Record<Sort, (a: ServiceRow, b: ServiceRow) => number>> = {
  name: () => 0,
  use: most(({ disk }) => disk && useOf(disk)?.percent),
  size: most(({ disk }) => disk?.sizeGb),
  limit: most(({ disk }) => disk?.limitGb),
  days: (a, b) => daysOf(a) - daysOf(b) || a.urgency - b.urgency,
  cost: most(({ share }) => share?.monthly),
};

type Condition = (row: ServiceRow) => boolean;

const hasTag = (tag: string): Condition => {
  const [key = '', ...value] = tag.split('=');
  const matches = compilePatterns([value.join('=') || '*']);
  return ({ tags }) => {
    const has = tags?.get(key.trim());
    return has !== undefined && matches(has.value);
  };
};

const hasOwner = (pattern: string): Condition => {
  const matches = compilePatterns([pattern]);
  return ({ owner }) => owner !== '' && matches(owner);
};

const conditionsOf = ({ search, project, rule, state, tag, owner }: Wanted): Condition[] => {
  const lower = search.toLowerCase();
  const when = (isAsked: boolean, condition: () => Condition) => (isAsked ? [condition()] : []);
  return [
    ...when(search !== '', () => (row) => `${row.project}/${row.service}`.toLowerCase().includes(lower)),
    ...when(project !== '', () => (row) => row.project === project),
    ...when(rule !== '', () => (row) => row.decision.rule === rule),
    ...when(state !== '', () => (row) => row.protection === state),
    ...when(tag !== '', () => hasTag(tag)),
    ...when(owner !== '', () => hasOwner(owner)),
  ];
};

/** The rows of one page, and how many there are on all. A page beyond the last one is the last one. */
export const pageOf = (rows: readonly ServiceRow[], wanted: Wanted) => {
  const conditions = conditionsOf(wanted);
  const found = rows.filter((row) => conditions.every((holds) => holds(row)));
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(Math.max(1, wanted.page), pages);
  const sorted = found.sort(orders[wanted.sort]);
  return { rows: sorted.slice((page - 1) * pageSize, page * pageSize), total: found.length, page, pages };
};
