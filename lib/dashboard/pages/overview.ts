import { holderText } from '../../core/audit/holder-text.ts';
import { outsideText } from '../../core/budget/result.ts';
import { recordText } from '../../core/forecast/plan-forecast.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import { cents } from '../../core/model/money.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import { doneText, type Morning } from '../../core/notices/morning.ts';
import { shortPlanLine } from '../../core/plan/line.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import type { Fleet } from '../facts/fleet.ts';
import type { Latest, OpenRun } from '../facts/latest.ts';
import { moneyOf } from '../facts/money.ts';
import type { ServiceRow } from '../facts/service-rows.ts';
import { countFleet, fillNext, listedDays, metNeeds } from '../facts/urgent-disks.ts';
import { budgetBar, budgetLegend } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { diskCells, diskHead, fleetText } from './disks.ts';
import { runLink, serviceCell, time } from './layout.ts';
import { outcomeChip, progressPart } from './outcome.ts';
import { barOfBudget, coveragePart, needList, outsidePart, type Tile, tiles } from './parts.ts';
import { table } from './tables.ts';

/** Budgets with a bar of their own; the page of budgets has all. */
const mostBudgets = 4;

const money = (report: ReportObject): Markup => {
  const budgets = report.plan?.budgets ?? [];
  const sums = moneyOf(report);
  if (sums.length === 0) return html`<p class="empty">The policy has no budgets.</p>`;
  const total = sums.map(({ currency, provisioned, inForce, planned, budget }) => {
    const bar = { name: `${currency} in all`, provisioned: Number(provisioned), allocated: Number(inForce) };
    return html`<p><b>${grouped(provisioned)} ${currency}</b> a month for provisioned storage, of ${grouped(budget)} in budgets. Worst case, every disk at its maximum: ${grouped(inForce)} in force, ${grouped(planned)} planned.</p>${budgetBar({ ...bar, available: Number(budget) })}`;
  });
  const each = budgets
    .slice(0, mostBudgets)
    .map(
      (budget) =>
        html`<h3>${budget.name} <small class="note">${grouped(cents(budget.allocatedMonthly))} of ${grouped(cents(budget.grantableMonthly))} ${budget.currency}</small></h3>${barOfBudget(budget)}`,
    );
  return html`${total}${outsidePart(report.plan)}${budgets.length > 1 ? each : ''}${budgetLegend()}<p><a href="/budgets">${budgets.length === 1 ? 'The budget' : `All ${budgets.length} budgets`}: who gets what, and why</a></p>`;
};

/** Disks that the overview lists. */
const mostListed = 8;

/** What to say without a disk in the list. */
const noneNext = ({ disks, withoutReading }: Fleet): Markup | string => {
  const forecast = disks.filter(({ daysLeft }) => daysLeft !== null).length;
  if (disks.length === 0) return '';
  if (withoutReading.length > 0)
    return html`<p>No other full disk is known, but nothing is known of ${grouped(counted(withoutReading.length, 'project'))}.</p>`;
  if (forecast < disks.length)
    return html`<p>No other full disk is known, but the forecast is known for ${grouped(forecast)} of ${grouped(counted(disks.length, 'disk'))} only.</p>`;
  return html`<p class="calm">No other disk is expected to be full within ${listedDays} days.</p>`;
};

/** The most urgent disk among these, in short. */
const nextTile = ([first]: readonly ServiceRow[], { disks, withoutReading, problem }: Fleet): Tile => {
  const label = 'fills next';
  const [, use, , , , days] = diskCells(first?.disk);
  if (first !== undefined)
    return {
      label,
      value: html`${use} <small>% used</small>`,
      detail: html`${serviceCell(first.project, first.service)} days left: ${days}`,
    };
  const areRead = problem === null && disks.length > 0 && withoutReading.length === 0;
  const isKnown = areRead && disks.every(({ daysLeft }) => daysLeft !== null);
  return { label, value: isKnown ? 'none' : 'unknown', detail: `within ${listedDays} days` };
};

/** Those that do not stand among the needs. */
const fillsNext = (soon: readonly ServiceRow[], { needed }: Morning, fleet: Fleet): Markup => {
  const known = new Set(needed.map(serviceKey));
  const next = soon.filter((row) => !known.has(serviceKey(row)));
  const rows = next
    .slice(0, mostListed)
    .map(({ project, service, disk }) => [serviceCell(project, service), ...diskCells(disk)]);
  const rest = next.length > mostListed ? html`${grouped(next.length - mostListed)} more: ` : '';
  return html`${table('Disks that fill next', ['service', ...diskHead], rows)}${next.length === 0 ? noneNext(fleet) : ''}<p>${rest}<a href="/services">all services by days left</a></p>${fleetText(fleet)}`;
};

/** What forecasts promised, and what came. */
const promises = ({ plan }: ReportObject): Markup | string => {
  const text = recordText(plan?.forecast?.record ?? []);
  return text === null ? '' : html`<p class="note">${text}.</p>`;
};

const latestRun = ({ runId, outcome, endedAt, plan }: ReportObject): Markup =>
  html`<p>${outcomeChip(outcome)} ${runLink(runId)} ended ${time(endedAt)} as <b>${outcome}</b>. ${plan === null ? '' : grouped(shortPlanLine(plan))}</p>`;

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

/** An unknown disk may be full, so the tile counts full disks among the known ones. */
const fullTile = ({ disks, withoutReading, problem }: Fleet): Tile => {
  const label = 'disks nearly full';
  const { known, unknown, nearlyFull } = countFleet(disks);
  if (problem !== null || known === 0) return { label, value: 'unknown', detail: counted(unknown, 'disk') };
  const value = html`${grouped(nearlyFull)} <small>of ${grouped(known)}</small>`;
  if (withoutReading.length > 0)
    return { label, value, detail: grouped(`${unknown} unknown, and ${counted(withoutReading.length, 'project')}`) };
  return { label, value, detail: unknown === 0 ? 'use of all disks known' : `${unknown} unknown` };
};

/** A disk is protected while its need is met: an autoscaler alone is no proof of that. */
const protectedTile = (rows: readonly ServiceRow[]): Tile => {
  const { byUs, byOthers, withoutHelp, unknown } = metNeeds(rows);
  const value = html`${grouped(byUs + byOthers + withoutHelp)} <small>of ${grouped(rows.length)}</small>`;
  const by = `${byUs} by Headroom, ${byOthers} by others, ${withoutHelp} without an autoscaler; ${unknown} unknown`;
  return { label: 'with room for 7 days', value, detail: grouped(by) };
};

const moneyTiles = (report: ReportObject): Tile[] =>
  moneyOf(report).map(({ currency, inForce, budget, provisioned }) => ({
    label: `provisioned a month, ${currency}`,
    value: grouped(provisioned),
    detail: `worst case ${inForce} of ${budget}${report.plan !== null && outsideText(report.plan) !== '' ? ', in budgets only' : ''}`,
  }));

/**
 * The three answers of the morning, then cost, coverage and recent events.
 */
export const overview = (latest: Latest, rows: readonly ServiceRow[], fleet: Fleet, morning: Morning): Markup => {
  const { report, newer, problem, open } = latest;
  if (report === undefined) {
    const first = html`<section class="card"><p class="empty">No run has ended yet. Start one with <code>headroom apply</code>.</p></section>`;
    return html`${running(open)}${problem === undefined ? first : ''}`;
  }
  const last = newer ?? report;
  const soon = fillNext(rows);
  const numbers = tiles([
    { label: 'needs a person now', value: grouped(morning.needs.length) },
    fullTile(fleet),
    nextTile(soon, fleet),
    ...moneyTiles(report),
    protectedTile(rows),
    { label: 'latest run', value: last.outcome, detail: time(last.endedAt) },
  ]);
  const needs = html`<section class="card"><h2>Needs a person now</h2>${needList(morning.needs, 'linked')}</section>`;
  const done = html`<section class="card"><h2>Done by itself in the last day</h2><p>Headroom ${grouped(doneText(morning.done))}.</p>${latestRun(last)}${promises(report)}</section>`;
  return html`${numbers}<div class="columns lead"><div>${needs}<section class="card"><h2>Fills next</h2>${fillsNext(soon, morning, fleet)}</section></div><div>${done}<section class="card"><h2>Money</h2>${money(report)}</section></div></div>${running(open)}<section class="card"><h2>Coverage</h2>${coveragePart(report, 'linked')}</section>`;
};
