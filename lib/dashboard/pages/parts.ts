import type { InForce } from '../../core/budget/ledger.ts';
import { type BudgetResult, heldText, outsideText, provisionedIn } from '../../core/budget/result.ts';
import { diskCountsText } from '../../core/disk/disk-state.ts';
import { coverageText } from '../../core/forecast/plan-forecast.ts';
import { cents } from '../../core/model/money.ts';
import { amounts, counted, grouped } from '../../core/model/visible-text.ts';
import { morningOf, type Need } from '../../core/notices/morning.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { type Protection, protectionLabels } from '../../core/service/protection.ts';
import { findingsOf } from '../../run/status/morning.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { budgetBar, legend, stackedBar } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';
import { time } from './layout.ts';

/** Parts that the pages and the report in a file share. A file has no links, because the pages are not beside it. */
type Links = 'linked' | 'without links';

/** One number with its name. */
export interface Tile {
  readonly label: string;
  readonly value: Markup | string;
  readonly detail?: Markup | string;
}

/** A text of a tile contains numbers and fixed words; everything else is markup. */
const shown = (text: Markup | string): Markup | string => (typeof text === 'string' ? grouped(text) : text);

/** Numbers side by side, the most important first. */
export const tiles = (all: readonly Tile[]): Markup =>
  html`<ul class="tiles">${all.map(({ label, value, detail = '' }) => html`<li class="tile"><span class="label">${label}</span> <span class="value">${shown(value)}</span> ${detail === '' ? '' : html`<span class="detail">${shown(detail)}</span>`}</li>`)}</ul>`;

/** A state in a word, with a mark of its colour. `alert` asks for action, `busy` is at work. */
export const chip = (tone: string, text: string, mark: '' | 'alert' | 'busy' = ''): Markup =>
  html`<span class="${`chip tone-${tone} ${mark}`.trim()}">${text}</span>`;

/** Needs that a list has room for. */
const mostNeeds = 10;

/**
 * What needs a person now, each with since when and its one command.
 * @param none what to say without any, if more may be unknown
 */
export const needList = (needs: readonly Need[], links: Links, none?: Markup): Markup => {
  if (needs.length === 0) return none ?? html`<p class="calm">Nothing needs a person.</p>`;
  const items = needs.slice(0, mostNeeds).map(({ title, text, since, command, page }) => {
    const name = links === 'linked' ? html`<a href="${page}">${title}</a>` : html`<b>${title}</b>`;
    const began = since === null ? '' : html` <small>since ${time(since)}</small>`;
    return html`<li>${name}${began}<span class="detail">${amounts(text)}</span><code>${command}</code></li>`;
  });
  const more = needs.length > mostNeeds ? html`<p>${grouped(needs.length - mostNeeds)} more in the findings.</p>` : '';
  return html`<ul class="attention">${items}</ul>${more}`;
};

/** What needs a person after a run, in a file. A disk of which something is unknown may be full. */
export const attentionPart = (report: ReportObject): Markup => {
  const { needs } = morningOf(findingsOf(report), [], Date.parse(report.endedAt));
  const { disks, forecast } = report.plan ?? {};
  const { known, disks: all } = forecast?.coverage ?? { known: 0, disks: 1 };
  const counts = disks === undefined ? 'unknown' : grouped(diskCountsText(disks));
  const unknown = disks?.unknown === 0 ? '' : html`<p class="note">Disks: ${counts}.</p>`;
  if (unknown === '' && known === all) return needList(needs, 'without links');
  const ofForecast = forecast === undefined ? '' : ` ${grouped(coverageText(forecast.coverage))}.`;
  return html`${needList(needs, 'without links', html`<p>No problem is known.${ofForecast}</p>`)}${unknown}`;
};

/** In the order of a reader: protected, still to do, and what Headroom cannot or must not do. */
export const toneOf: Readonly<Record<Protection, string>> = {
  protectedByUs: 'ours',
  protectedByOthers: 'others',
  eligibleNotYet: 'notyet',
  impossible: 'impossible',
  optedOut: 'optedout',
  exempt: 'exempt',
};

/** One bar over all services, and its numbers. */
export const coveragePart = ({ coverage: found }: ReportObject, links: Links): Markup => {
  const counts = found?.protection;
  if (counts === undefined) return html`<p class="empty">The latest run did not list the services.</p>`;
  const parts = (Object.keys(toneOf) as Protection[]).map((protection) => ({
    tone: toneOf[protection],
    label: protectionLabels[protection],
    value: counts[protection],
    ...(links === 'linked' && { href: `/services?state=${protection}` }),
  }));
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const all = grouped(counted(total, 'service'));
  return html`<p class="note">${all}</p>${stackedBar(`Coverage of ${all}`, parts)}${legend(parts)}`;
};

const note = ({ frozen, withheld, services }: BudgetResult): Markup | string => {
  if (frozen)
    return html`<p class="warning">Disks and maximums that cannot be lowered cost more than the budget: all maximums are frozen.</p>`;
  if (services === 0) return html`<p class="warning">No service falls in this budget.</p>`;
  return withheld === null ? '' : html`<p class="warning">${withheld}</p>`;
};

/**
 * The bar of one budget.
 */
export const barOfBudget = (budget: BudgetResult): Markup => {
  const { name, allocatedMonthly, grantableMonthly } = budget;
  return budgetBar({
    name,
    provisioned: Number(cents(provisionedIn(budget).monthly)),
    allocated: Number(cents(allocatedMonthly)),
    available: Number(cents(grantableMonthly)),
  });
};

/** What the maximums of a budget cost as they are after the run; a price that is unknown is not a price of 0. */
const inForceTile = ({ monthly, unpriced }: InForce, held: string): Tile => {
  const omits = unpriced > 0 ? `without ${counted(unpriced, 'service')} of unknown price` : '';
  const detail = [held, omits].filter((text) => text !== '').join('; ');
  return { label: 'in force', value: cents(monthly), ...(detail !== '' && { detail }) };
};

/** The amounts of one budget, as numbers and as a bar. */
export const budgetPart = (budget: BudgetResult, inForce?: InForce): Markup => {
  const { currency, monthly, grantableMonthly, allocatedMonthly, leftMonthly, services } = budget;
  const provisioned = provisionedIn(budget);
  const isLess = grantableMonthly !== monthly;
  const amounts = tiles([
    ...(inForce === undefined ? [] : [inForceTile(inForce, heldText(budget))]),
    {
      label: 'budget a month',
      value: html`${grouped(cents(monthly))} <small>${currency}</small>`,
      ...(isLess && { detail: `${cents(grantableMonthly)} available now` }),
    },
    {
      label: 'provisioned',
      value: cents(provisioned.monthly),
      ...(provisioned.omits !== '' && { detail: provisioned.omits }),
    },
    { label: 'worst case planned', value: cents(allocatedMonthly), detail: counted(services, 'service') },
    { label: 'free', value: cents(leftMonthly) },
  ]);
  return html`${amounts}${barOfBudget(budget)}${note(budget)}`;
};

/** A warning about services that no budget has, so that amounts of budgets are not taken for those of the organization. */
export const outsidePart = (plan: Plan | null): Markup | string => {
  const text = plan === null ? '' : outsideText(plan);
  return text === '' ? '' : html`<p class="warning">${text}</p>`;
};
