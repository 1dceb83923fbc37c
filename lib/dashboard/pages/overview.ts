import { holderText } from '../../core/audit/holder-text.ts';
import type { Sample } from '../../core/forecast/growth.ts';
import { recordText } from '../../core/forecast/forecast-record.ts';
import { type ListedForecast, listedDays } from '../../core/forecast/plan-forecast.ts';
import { cents } from '../../core/model/money.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import { planLine } from '../../core/plan/line.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { type ForecastCoverage, forecastCoverage, isPartlyUnknown } from '../facts/forecast-coverage.ts';
import type { Latest, OpenRun } from '../facts/latest.ts';
import { moneyOf } from '../facts/money.ts';
import { budgetBar, budgetLegend } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { daysLeft, sparkline } from '../pictures/sparkline.ts';
import { timeline } from '../pictures/timeline.ts';
import { runLink, serviceCell, time } from './layout.ts';
import { outcomeChip } from './outcome.ts';
import { attentionPart, barOfBudget, coveragePart, forecastText, type Tile, tiles } from './parts.ts';
import { progressPart } from './progress.ts';
import { timelineOf } from './runs.ts';
import { table } from './tables.ts';

/** Budgets with a bar of their own; the page of budgets has all. */
const mostBudgets = 4;

const money = ({ plan }: ReportObject): Markup => {
  const sums = plan === null ? [] : moneyOf(plan);
  if (plan === null || sums.length === 0) return html`<p class="empty">The policy has no budgets.</p>`;
  const total = sums.map(({ currency, provisioned, maximum, budget }) => {
    const bar = { name: `${currency} in all`, provisioned: Number(provisioned), allocated: Number(maximum) };
    return html`<p><b>${grouped(budget)} ${currency}</b> a month in budgets: ${grouped(provisioned)} provisioned, ${grouped(maximum)} for all maximums.</p>${budgetBar({ ...bar, available: Number(budget) })}`;
  });
  const each = plan.budgets
    .slice(0, mostBudgets)
    .map(
      (budget) =>
        html`<h3>${budget.name} <small class="note">${grouped(cents(budget.allocatedMonthly))} of ${grouped(cents(budget.grantableMonthly))} ${budget.currency}</small></h3>${barOfBudget(budget)}`,
    );
  return html`${total}${plan.budgets.length > 1 ? each : ''}${budgetLegend()}<p><a href="/budgets">${plan.budgets.length === 1 ? 'The budget' : `All ${plan.budgets.length} budgets`}: who gets what, and why</a></p>`;
};

/** Services that the overview lists. */
const mostNext = 6;

/** The services that reach their maximum first. */
export const fillsNext = (report: ReportObject | undefined): readonly ListedForecast[] =>
  (report?.plan?.forecast?.services ?? [])
    .filter(({ soonestDaysToMaximum }) => soonestDaysToMaximum !== null)
    .slice(0, mostNext);

type SamplesOf = (service: ListedForecast) => readonly Sample[];

/** What to say without a disk in the list. */
const noneNext = (coverage: ForecastCoverage): Markup => {
  if (isPartlyUnknown(coverage)) return html`<p>${forecastText(coverage)}</p>`;
  const text =
    coverage.all === 0
      ? 'No disk has an autoscaler of Headroom, so there is no maximum to reach.'
      : `No disk with an autoscaler is expected to reach its maximum within ${listedDays} days.`;
  return html`<p class="empty">${text}</p>`;
};

const next = (services: readonly ListedForecast[], coverage: ForecastCoverage, samplesOf: SamplesOf): Markup => {
  const all = html`<p><a href="/services?sort=days">All services by days left</a>, also those without an autoscaler</p>`;
  if (services.length === 0) return html`${noneNext(coverage)}${all}`;
  const rows = services.map((service) => [
    serviceCell(service.project, service.service),
    sparkline(service.service, samplesOf(service)),
    service.isReached
      ? html`<b class="warning">reached</b>`
      : daysLeft(service.soonestDaysToMaximum, service.daysToMaximum),
  ]);
  const head = ['service', 'use', 'days to the maximum'];
  const rest = isPartlyUnknown(coverage) ? html`<p class="note">${forecastText(coverage)}</p>` : '';
  return html`${table('Disks that fill up next', head, rows)}${rest}${all}`;
};

/** What forecasts promised, and what came. */
const promises = ({ plan }: ReportObject): Markup | string => {
  const text = recordText(plan?.forecast?.record ?? []);
  return text === null ? '' : html`<p class="note">${text}.</p>`;
};

const latestRun = ({ runId, outcome, endedAt, plan }: ReportObject, { runs }: Latest): Markup =>
  html`${timeline(timelineOf(runs))}<p>${outcomeChip(outcome)} ${runLink(runId)} ended ${time(endedAt)} as <b>${outcome}</b>. ${plan === null ? '' : grouped(planLine(plan))}</p>`;

/** Runs at work, with what they have done. */
const running = (open: readonly OpenRun[]): Markup | string => {
  const atWork = open.filter(({ isOver }) => !isOver);
  if (atWork.length === 0) return '';
  const lines = atWork.map(
    ({ run: { runId, startedAt, trigger }, progress }) =>
      html`<p>${runLink(runId)} began ${time(startedAt)}, started by ${holderText(trigger?.by || trigger?.kind || 'unknown')}</p>${progressPart(runId, progress)}`,
  );
  return html`<section class="card"><h2>In progress or interrupted</h2>${lines}</section>`;
};

const protectedTile = ({ coverage }: ReportObject): Tile[] => {
  const counts = coverage?.protection;
  if (counts === undefined) return [];
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const toDo = counts.eligibleNotYet === 0 ? 'no eligible one is left' : `${counts.eligibleNotYet} eligible, not yet`;
  return [
    {
      label: 'protected services',
      value: html`${grouped(counts.protectedByUs + counts.protectedByOthers)} <small>of ${grouped(total)}</small>`,
      detail: toDo,
    },
  ];
};

const moneyTiles = ({ plan }: ReportObject): Tile[] =>
  (plan === null ? [] : moneyOf(plan)).map(({ currency, maximum, budget, provisioned }) => ({
    label: `maximums a month, ${currency}`,
    value: html`${grouped(maximum)} <small>of ${grouped(budget)}</small>`,
    detail: `${provisioned} provisioned`,
  }));

const nextTile = ([first]: readonly ListedForecast[], coverage: ForecastCoverage): Tile => {
  const label = 'next disk at its maximum';
  const known = `forecast of ${coverage.known} of ${counted(coverage.all, 'disk')}`;
  if (first === undefined && isPartlyUnknown(coverage)) return { label, value: 'unknown', detail: known };
  if (first === undefined) return { label, value: html`none <small>within ${listedDays} days</small>`, detail: known };
  const value = first.isReached ? 'now' : html`${first.soonestDaysToMaximum ?? ''} <small>days at the soonest</small>`;
  return { label, value, detail: html`${first.service}` };
};

/** Disks whose use is known; a disk that is unknown may be full. */
const knownTile = ({ plan }: ReportObject): Tile[] => {
  if (plan?.disks === undefined) return [];
  const { known, unknown, nearlyFull } = plan.disks;
  const value = html`${grouped(known)} <small>of ${grouped(known + unknown)}</small>`;
  return [{ label: 'disks with known use', value, detail: `${nearlyFull} at 90 % or more` }];
};

const runTile = ({ outcome, endedAt }: ReportObject): Tile => ({
  label: 'latest run',
  value: outcome,
  detail: time(endedAt),
});

/**
 * What needs a person, then the numbers, coverage, disks that fill up, money, and the latest runs.
 * @param services services that reach their maximum first
 * @param approver who has approved the plan that waited
 */
export const overview = (
  latest: Latest,
  services: readonly ListedForecast[],
  samplesOf: SamplesOf,
  approver?: string,
): Markup => {
  const { report, newer, problem, open } = latest;
  if (report === undefined) {
    const first = html`<section class="card"><p class="empty">No run has ended yet. Start one with <code>headroom apply</code>.</p></section>`;
    return html`${running(open)}${problem === undefined ? first : ''}`;
  }
  const coverage = forecastCoverage(report);
  const numbers = tiles([
    ...protectedTile(report),
    nextTile(services, coverage),
    ...knownTile(report),
    ...moneyTiles(report),
    runTile(newer ?? report),
  ]);
  return html`<section class="card"><h2>Needs a person</h2>${attentionPart(report, 'linked', { newer, approver })}</section>${running(open)}${numbers}<section class="card"><h2>Coverage</h2>${coveragePart(report, 'linked')}</section><div class="columns lead"><section class="card"><h2>Fills up next</h2>${next(services, coverage, samplesOf)}${promises(report)}</section><section class="card"><h2>Money</h2>${money(report)}</section></div><section class="card"><h2>Latest run</h2>${latestRun(newer ?? report, latest)}</section>`;
};
