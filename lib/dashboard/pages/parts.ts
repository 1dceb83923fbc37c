import type { BudgetResult } from '../../core/budget/result.ts';
import { cents } from '../../core/model/money.ts';
import { type Protection, protectionLabels } from '../../core/service/protection.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { needsPerson } from '../facts/attention.ts';
import { budgetBar, legend, stackedBar } from '../pictures/bars.ts';
import { html, type Markup } from '../pictures/html.ts';

/** Parts that the pages and the report in a file share. A file has no links, because the pages are not beside it. */
type Links = 'linked' | 'without links';

/** What needs a person, the most urgent first. */
export const attentionPart = (report: ReportObject, links: Links): Markup => {
  const items = needsPerson(report);
  if (items.length === 0) return html`<p class="calm">Nothing needs a person.</p>`;
  return html`<ul class="attention">${items.map(({ level, text, detail, href }) => {
    const title = links === 'linked' ? html`<a href="${href}">${text}</a>` : html`<b>${text}</b>`;
    return html`<li class="${level}">${title}<span>${detail}</span></li>`;
  })}</ul>`;
};

/** In the order of a reader: protected, still to do, and what Headroom cannot or must not do. */
const classNames: Readonly<Record<Protection, string>> = {
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
  const parts = (Object.keys(classNames) as Protection[]).map((protection) => ({
    className: classNames[protection],
    label: protectionLabels[protection],
    value: counts[protection],
    ...(links === 'linked' && { href: `/services?state=${protection}` }),
  }));
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  return html`<p>${total} services</p>${stackedBar(`Coverage of ${total} services`, parts)}${legend(parts)}`;
};

const note = ({ frozen, withheld }: BudgetResult): Markup | string => {
  if (frozen)
    return html`<p class="warning">Disks already provisioned cost more than the budget: all maximums are frozen.</p>`;
  return withheld === null ? '' : html`<p class="warning">${withheld}</p>`;
};

/** The amounts of one budget, as a sentence and as a bar. */
export const budgetPart = (budget: BudgetResult): Markup => {
  const { name, currency, monthly, grantableMonthly, floorMonthly, allocatedMonthly, leftMonthly, services } = budget;
  const bar = budgetBar({
    name,
    provisioned: Number(cents(floorMonthly)),
    allocated: Number(cents(allocatedMonthly)),
    available: Number(cents(grantableMonthly)),
  });
  const available = grantableMonthly === monthly ? '' : ` (${cents(grantableMonthly)} available now)`;
  return html`<p>${cents(monthly)} ${currency} a month${available}: ${cents(floorMonthly)} provisioned, ${cents(allocatedMonthly)} for all maximums, ${cents(leftMonthly)} free; ${services} services.</p>${bar}${note(budget)}`;
};
