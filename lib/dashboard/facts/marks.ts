import { type AuditedWrite, auditedText } from '../../core/audit/audit.ts';
import { callerText } from '../../core/audit/holder-text.ts';
import type { Sample } from '../../core/forecast/growth.ts';
import { dayOf } from '../../core/forecast/project-history.ts';
import type { Grant } from '../../core/grants/grants.ts';
import { cents } from '../../core/model/money.ts';
import { amounts, grouped } from '../../core/model/visible-text.ts';
import type { LoggedFinding } from '../../core/notices/logged-findings.ts';
import type { MoneyOfDay } from '../../core/status/money-of-day.ts';
import type { DatedVersion } from '../../run/policy/versions.ts';
import { amountText } from '../pictures/curves.ts';
import type { Mark } from '../pictures/marks.ts';

/** What the store has of the changes that concern one service. */
export interface ChangeSources {
  readonly versions: readonly DatedVersion[];
  /** Name of the budget of the service; undefined without one. */
  readonly budget: string | undefined;
  /** In their order. */
  readonly moneyOfDays: readonly MoneyOfDay[];
  /** Of the service, as the records and findings. */
  readonly grants: readonly Grant[];
  readonly records: readonly AuditedWrite[];
  readonly open: readonly LoggedFinding[];
  /** Of its disk, the oldest first. */
  readonly provisioned: readonly Sample[];
}

const at = (iso: string, cause: Mark['cause'], text: string): Mark => ({ day: dayOf(Date.parse(iso)), cause, text });

const ofVersions = ({ versions }: ChangeSources): Mark[] =>
  versions.flatMap(({ version: { at: putAt, by, message }, inForce }) =>
    // Overtaken by another one, it changed nothing.
    inForce === null
      ? []
      : at(putAt, 'policy', `new version by ${callerText(by)}${message === '' ? '' : `: ${message}`}`),
  );

/** What changed a maximum, the strongest first; without these it is the policy. */
const causes = [
  ['drift', 'hand'],
  ['grant', 'grant'],
  ['budget', 'budget'],
] as const;

const ofWrites = ({ records }: ChangeSources): Mark[] =>
  records.flatMap(({ at: sentAt, status, before, after, reasons }) => {
    const { kind } = before ?? after ?? {};
    if (status !== 'confirmed' || (kind !== 'endpoint' && kind !== 'manager')) return [];
    const [, cause = 'policy'] = causes.find(([source]) => reasons.some((reason) => reason.source === source)) ?? [];
    const undoes = cause === 'hand' ? ', which takes back a change by hand' : '';
    return at(sentAt, cause, `maximum ${grouped(auditedText(before))} → ${grouped(auditedText(after))}${undoes}`);
  });

const ofBudget = ({ budget: name, moneyOfDays }: ChangeSources): Mark[] => {
  const days = moneyOfDays.flatMap(({ day, budgets }) => {
    const found = budgets.find((budget) => budget.name === name);
    return found === undefined ? [] : [{ day, ...found }];
  });
  return days.flatMap(({ day, monthly, currency }, index) => {
    const before = days[index - 1]?.monthly ?? monthly;
    return before === monthly
      ? []
      : at(day, 'budget', `${name}: ${grouped(cents(before))} → ${grouped(cents(monthly))} ${currency} a month`);
  });
};

const ofSizes = ({ provisioned }: ChangeSources): Mark[] =>
  provisioned.flatMap(({ day, gb }, index): Mark[] => {
    const before = provisioned[index - 1]?.gb ?? gb;
    return before === gb ? [] : [{ day, cause: 'disk', text: `size ${amountText(before)} → ${amountText(gb)} GB` }];
  });

/** Findings about changes by hand that no write has taken back. */
const handCodes: readonly string[] = ['drift', 'raise-kept', 'autoscaler-lost'];

/**
 * What changed of one service, the newest first: the policy, the amount of its budget, grants, the size of its disk (by the
 * autoscaler, a person or another plan, which the store does not tell apart), changes by hand, and what Headroom wrote for them.
 * @param first day to show, days since 1970; what a clock ahead of ours has dated is of `today`
 */
export const changesOf = (sources: ChangeSources, first: number, today: number): Mark[] =>
  [
    ...ofVersions(sources),
    ...ofBudget(sources),
    ...sources.grants.map(({ at: granted, maxGb, through, by }) =>
      at(granted, 'grant', `${grouped(maxGb)} GB through ${through} by ${callerText(by)}`),
    ),
    ...sources.open
      .filter(({ code }) => handCodes.includes(code))
      .map(({ since, message }) => at(since, 'hand', amounts(message))),
    ...ofSizes(sources),
    ...ofWrites(sources),
  ]
    .filter(({ day }) => day >= first)
    .map((mark) => ({ ...mark, day: Math.min(mark.day, today) }))
    .sort((a, b) => b.day - a.day);
