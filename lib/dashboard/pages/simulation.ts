import type { BudgetResult } from '../../core/budget/result.ts';
import type { ShareMove } from '../../core/budget/simulation.ts';
import type { Simulation } from '../facts/simulation.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceLink, table } from './layout.ts';
import { budgetPart } from './parts.ts';

/** Services that a simulation lists. */
const shownMoves = 200;

/**
 * Asks for another amount; a plain form, which assets/slider.js gives a slider.
 * @param amount the one that is simulated now
 */
export const simulationForm = ({ name, monthly, currency }: BudgetResult, at: number, amount = monthly): Markup =>
  html`<form class="filters simulate" method="get" action="/budgets#budget-${at}" data-monthly="${monthly}"><input type="hidden" name="simulate" value="${name}"><label>Simulate another amount (${currency} a month) <input name="amount" inputmode="decimal" required pattern="[0-9]+([.,][0-9]+)?" value="${amount}"></label><button>Simulate</button></form>`;

const difference = ({ fromGb, toGb }: ShareMove): string => (toGb > fromGb ? `+${toGb - fromGb}` : `${toGb - fromGb}`);

const gains = (moves: readonly ShareMove[]): string => {
  const gaining = moves.filter(({ fromGb, toGb }) => toGb > fromGb);
  const gb = gaining.reduce((sum, { fromGb, toGb }) => sum + toGb - fromGb, 0);
  const lost = moves.reduce((sum, { fromGb, toGb }) => sum + Math.max(0, fromGb - toGb), 0);
  return `${gaining.length} would gain ${gb} GB, ${moves.length - gaining.length} would lose ${lost} GB.`;
};

/** Who gains and who loses. */
export const simulationPart = (simulation: Simulation): Markup => {
  if ('missing' in simulation) return html`<p class="warning" role="status">${simulation.missing}</p>`;
  const { now, then, moves } = simulation;
  const summary = html`<h3>With ${then.monthly} ${then.currency} instead of ${now.monthly}</h3><p role="status">Of the services, ${gains(moves)}</p>${budgetPart(then)}`;
  if (moves.length === 0) return summary;
  const rows = moves
    .slice(0, shownMoves)
    .map((move) => [
      move.budget,
      move.project,
      serviceLink(move.project, move.service),
      `${move.fromGb} → ${move.toGb}`,
      difference(move),
    ]);
  const cut = moves.length > shownMoves ? html`<p>The ${shownMoves} largest of ${moves.length} differences.</p>` : '';
  const head = ['budget', 'project', 'service', 'share GB', 'difference GB'];
  return html`${summary}${cut}${table('Services that gain or lose', head, rows)}`;
};
