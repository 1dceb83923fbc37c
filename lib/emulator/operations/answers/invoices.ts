import { createHash } from 'node:crypto';
import { costMicroUsd, monthOf, nextMonthMs, sixDecimals } from '../../autoscaler/charges.ts';
import type { DeletedService, PlatformState, Project } from '../../state/state.ts';
import { isoTime } from './records.ts';

/** Invoices: one per calendar month, with lines from the exact charges (pf 2.9; A-28). */

/** Start of each month since the scenario's start. */
const monthsOf = ({ startMs }: PlatformState, nowMs: number): number[] => {
  const months: number[] = [];
  for (let ms = Date.parse(`${monthOf(startMs)}-01T00:00:00Z`); ms <= nowMs; ms = nextMonthMs(ms)) months.push(ms);
  return months;
};

interface Line {
  readonly project: string;
  readonly service: DeletedService;
  readonly microUsd: bigint;
}

const linesOf = (projects: Iterable<Project>, month: string): Line[] =>
  [...projects].flatMap((project) =>
    [...project.services.values(), ...project.deletedServices].flatMap((service) => {
      const charged = service.months.find((entry) => entry.month === month);
      if (charged === undefined) return [];
      return [{ project: project.name, service, microUsd: costMicroUsd(charged.charges) }];
    }),
  );

const totalOf = (lines: readonly Line[]): string =>
  sixDecimals(lines.reduce((sum, { microUsd }) => sum + microUsd, 0n));

/** Cost of the current month so far, in US dollars. Requires evaluated projects. */
export const estimatedBalance = (projects: Iterable<Project>, nowMs: number): string =>
  totalOf(linesOf(projects, monthOf(nowMs)));

const numberOf = ({ organization }: PlatformState, index: number): string =>
  `${organization.billingGroupId.slice(0, 5)}-${index + 1}`;

/** Key under which a client would fetch the invoice; no file exists behind it (pf 2.14 download_cookie). */
const downloadCookie = (number: string): string =>
  createHash('sha256').update(`invoice ${number}`).digest('hex').slice(0, 32);

/** All invoices, oldest first. */
export const invoiceAnswers = (state: PlatformState, nowMs: number) =>
  monthsOf(state, nowMs).map((beginMs, index) => {
    const endMs = nextMonthMs(beginMs);
    const isRunning = endMs > nowMs;
    const total = totalOf(linesOf(state.projects.values(), monthOf(beginMs)));
    return {
      invoice_number: numberOf(state, index),
      billing_group_id: state.organization.billingGroupId,
      billing_group_name: state.organization.name,
      billing_group_state: 'active',
      currency: 'USD',
      period_begin: isoTime(beginMs),
      period_end: isoTime(endMs - 1000),
      state: isRunning ? 'estimate' : 'due',
      total_inc_vat: total,
      total_vat_zero: total,
      download_cookie: downloadCookie(numberOf(state, index)),
      issue_date: isRunning ? null : isoTime(endMs),
      due_date: null,
      generated_at: isRunning ? null : isoTime(endMs),
    };
  });

/** Lines of an invoice; undefined for an unknown number. */
export const invoiceLineAnswers = (state: PlatformState, number: string | undefined, nowMs: number) => {
  const index = monthsOf(state, nowMs).findIndex((_month, at) => numberOf(state, at) === number);
  const beginMs = monthsOf(state, nowMs)[index];
  if (beginMs === undefined) return undefined;
  return linesOf(state.projects.values(), monthOf(beginMs)).map(({ project, service, microUsd }) => ({
    line_type: 'extra_charge',
    description: `Additional disk storage of ${service.type} ${service.plan} ${service.name}`,
    line_total_usd: sixDecimals(microUsd),
    line_total_local: sixDecimals(microUsd),
    local_currency: 'USD',
    project_name: project,
    service_name: service.name,
    service_plan: service.plan,
    service_type: service.type,
    cloud_name: service.cloud,
    timestamp_begin: isoTime(Math.max(beginMs, state.startMs)),
    timestamp_end: isoTime(Math.min(nextMonthMs(beginMs), nowMs)),
    tags: service.tags,
  }));
};
