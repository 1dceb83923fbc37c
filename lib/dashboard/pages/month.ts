import { dayMs } from '../../core/model/durations.ts';
import { cents } from '../../core/model/money.ts';
import { counted, grouped } from '../../core/model/visible-text.ts';
import { expectedText, idleText, type MonthOfBudget } from '../../core/status/month.ts';
import { type Curve, curvesPicture, legendOf, type PictureArrangement } from '../pictures/curves.ts';
import { html, type Markup } from '../pictures/html.ts';
import { type Tile, tiles } from './parts.ts';

const curvesOf = ({ days }: Pick<MonthOfBudget, 'days'>): Curve[] => {
  const points = (amountOf: (day: MonthOfBudget['days'][number]) => string) =>
    days.map((day) => ({ day: Date.parse(day.day) / dayMs, value: Number(cents(amountOf(day))) }));
  return [
    { className: 'disk', label: 'in force', points: points((day) => day.inForceMonthly), isStepped: true },
    { className: 'maximum', label: 'budget', points: points((day) => day.monthly), isStepped: true, isLimit: true },
    { className: 'used', label: 'provisioned', points: points((day) => day.provisionedMonthly) },
  ];
};

/** One legend for several pictures. */
export const monthLegend = legendOf(curvesOf({ days: [] }));

/** The money of one budget in a month by day. */
export const monthPicture = (budget: MonthOfBudget, arrangement: PictureArrangement = 'wide'): Markup | string => {
  if (budget.days.length < 2) return '';
  const title = `Budget ${budget.name} by day: ${grouped(cents(budget.provisionedMonthly))} ${budget.currency} a month provisioned on the last one`;
  return curvesPicture({ title, unit: budget.currency, curves: curvesOf(budget), today: null }, arrangement);
};

/** What one budget spent in a month, what it is expected to spend, and what helped no full disk. */
export const monthTiles = (budget: MonthOfBudget): Tile[] => {
  const { spent, lastMonth, currency, expected } = budget;
  const before = lastMonth === null ? 'last month not on record' : `last month ${cents(lastMonth)}`;
  return [
    { label: 'spent this month', value: html`${grouped(cents(spent))} <small>${currency}</small>`, detail: before },
    ...(expected === null
      ? []
      : [
          {
            label: 'expected at its end',
            value: expected.likely === null ? 'unknown' : cents(expected.likely),
            detail: expectedText(expected),
          },
        ]),
    { label: 'idle beside full disks', value: cents(budget.idleBesideFull), detail: idleText(budget) },
  ];
};

/** One budget in a month. */
export const monthPart = (budget: MonthOfBudget): Markup =>
  html`${tiles(monthTiles(budget))}${monthPicture(budget)}<p class="note">On record: ${counted(budget.days.length, 'day')}. <code>headroom report --month ${budget.days[0]?.day.slice(0, 7)}</code> has teams, and who got room.</p>`;
