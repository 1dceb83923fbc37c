import { holderText } from '../../core/audit/holder-text.ts';
import type { Sample } from '../../core/forecast/growth.ts';
import type { ListedForecast } from '../../core/forecast/plan-forecast.ts';
import { planLine } from '../../core/plan/line.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import type { Latest } from '../facts/latest.ts';
import { moneyOf } from '../facts/money.ts';
import { budgetBar, budgetLegend } from '../pictures/bars.ts';
import { sparkline } from '../pictures/growth.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table, time } from './layout.ts';
import { attentionPart, coveragePart } from './parts.ts';

const money = ({ plan }: ReportObject): Markup => {
  const sums = plan === null ? [] : moneyOf(plan);
  if (sums.length === 0) return html`<p class="empty">The policy has no budgets.</p>`;
  return html`${sums.map(({ currency, provisioned, maximum, budget }) => {
    const bar = { name: `${currency} in all`, provisioned: Number(provisioned), allocated: Number(maximum) };
    return html`<p>${budget} ${currency} a month in budgets: ${provisioned} provisioned, ${maximum} for all maximums.</p>${budgetBar({ ...bar, available: Number(budget) })}`;
  })}${budgetLegend()}`;
};

/** Services that the overview lists. */
const mostNext = 5;

/** The services that reach their maximum first. */
export const fillsNext = (report: ReportObject | undefined): readonly ListedForecast[] =>
  (report?.plan?.forecast?.services ?? [])
    .filter(({ soonestDaysToMaximum }) => soonestDaysToMaximum !== null)
    .slice(0, mostNext);

type SamplesOf = (service: ListedForecast) => readonly Sample[];

const next = (services: readonly ListedForecast[], samplesOf: SamplesOf): Markup => {
  if (services.length === 0) return html`<p class="empty">No disk is expected to reach its maximum soon.</p>`;
  const rows = services.map((service) => [
    service.project,
    serviceLink(service.project, service.service),
    sparkline(service.service, samplesOf(service)),
    service.isReached ? 'reached' : String(service.daysToMaximum ?? 'not expected'),
    String(service.soonestDaysToMaximum ?? ''),
  ]);
  const head = ['project', 'service', 'use', 'days to the maximum', 'at the soonest'];
  return html`${table('Disks that fill up next', head, rows)}<p><a href="/services?sort=days">All services by days left</a></p>`;
};

const run = ({ runId, outcome, endedAt, plan }: ReportObject): Markup =>
  html`<p><a href="/runs/${encodeURIComponent(runId)}">${runId}</a> ended ${time(endedAt)} as <b>${outcome}</b>. ${plan === null ? '' : planLine(plan)}</p>`;

/** Runs without an end; whether one still works, only its machine knows. */
const running = (all: readonly RunSummary[]): Markup | string => {
  const open = all.filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return '';
  const lines = open.map(
    ({ runId, startedAt, trigger }) =>
      html`<li><a href="/runs/${encodeURIComponent(runId)}">${runId}</a> began ${time(startedAt)}, started by ${holderText(trigger?.by || trigger?.kind || 'unknown')}</li>`,
  );
  return html`<section><h2>In progress or interrupted</h2><ul>${lines}</ul></section>`;
};

/**
 * What needs a person, then coverage, disks that fill up, money, and the latest run.
 * @param services those that reach their maximum first
 */
export const overview = (
  { report, runs }: Latest,
  services: readonly ListedForecast[],
  samplesOf: SamplesOf,
): Markup =>
  report === undefined
    ? html`${running(runs)}<p class="empty">No run has ended yet. Start one with <code>headroom apply</code>.</p>`
    : html`<section><h2>Needs a person</h2>${attentionPart(report, 'linked')}</section>${running(runs)}<section><h2>Coverage</h2>${coveragePart(report, 'linked')}</section><section><h2>Fills up next</h2>${next(services, samplesOf)}</section><section><h2>Money</h2>${money(report)}</section><section><h2>Latest run</h2>${run(report)}</section>`;
