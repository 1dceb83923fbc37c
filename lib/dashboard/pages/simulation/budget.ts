import type { BudgetResult } from '../../../core/budget/result.ts';
import type { ShareMove } from '../../../core/budget/simulation.ts';
import { grouped } from '../../../core/model/visible-text.ts';
import type { Simulation } from '../../facts/simulation.ts';
import { differenceBar } from '../../pictures/bars.ts';
import { html, type Markup } from '../../pictures/html.ts';
import { serviceCell } from '../layout.ts';
import { budgetPart } from '../parts.ts';
import { signed } from '../planned.ts';
import { numeric, table, unfolding } from '../tables.ts';

/** Services that a simulation lists. */
const shownMoves = 200;

/**
 * Asks for another amount; a plain form, which assets/slider.js gives a slider.
 * @param amount the one that is simulated now
 */
export const simulationForm = ({ name, monthly, currency }: BudgetResult, at: number, amount = monthly): Markup =>
  html`<form class="filters simulate" method="get" action="/budgets#budget-${at}" data-monthly="${monthly}"><input type="hidden" name="simulate" value="${name}"><label>Simulate another amount (${currency} a month) <input name="amount" inputmode="decimal" required pattern="[0-9]+([.][0-9]+|,[0-9]{1,2})?" value="${amount}"></label><button>Simulate</button></form>`;

const differenceOf = ({ fromGb, toGb }: ShareMove): number => toGb - fromGb;

const gains = (moves: readonly ShareMove[]): string => {
  const gaining = moves.filter((move) => differenceOf(move) > 0);
  const gb = gaining.reduce((sum, move) => sum + differenceOf(move), 0);
  const lost = moves.reduce((sum, move) => sum + Math.max(0, -differenceOf(move)), 0);
  return grouped(`${gaining.length} would gain ${gb} GB, ${moves.length - gaining.length} would lose ${lost} GB.`);
};

const head = ['service', 'loses or gains', numeric('share GB'), numeric('difference GB'), 'budget'];

/** Who gains and who loses. */
export const simulationPart = (simulation: Simulation): Markup => {
  if ('missing' in simulation) return html`<p class="warning" role="status">${simulation.missing}</p>`;
  const { now, then, moves, troubles } = simulation;
  const summary = html`<h3>With ${grouped(then.monthly)} ${then.currency} instead of ${grouped(now.monthly)}</h3><p role="status">Of the services, ${gains(moves)}</p>${troubles.map((text) => html`<p class="warning">${text}.</p>`)}${budgetPart(then, now)}`;
  if (moves.length === 0) return summary;
  const shown = moves.slice(0, shownMoves);
  const most = shown.reduce((max, move) => Math.max(max, Math.abs(differenceOf(move))), 0);
  const rows = shown.map((move) => [
    serviceCell(move.project, move.service),
    differenceBar(differenceOf(move), most),
    `${move.fromGb} → ${move.toGb}`,
    signed(differenceOf(move)),
    move.budget,
  ]);
  const cut =
    moves.length > shownMoves ? html`<p>The ${shownMoves} largest of ${grouped(moves.length)} differences.</p>` : '';
  return html`${summary}${cut}${unfolding(rows, (part) => table('Services that gain or lose', head, part))}`;
};
