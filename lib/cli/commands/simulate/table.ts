import type { Console } from '../../shell/console.ts';
import {
  conditionLine,
  fullTable,
  measureTable,
  monthTable,
  moveTable,
  type PlainTable,
  waitingLines,
} from '../../views/simulation/parts.ts';
import { rangeLegend, type Simulation, titleOf } from '../../views/simulation/simulation.ts';

const show = (console: Console, table: PlainTable | undefined): void => {
  if (table === undefined) return;
  console.line();
  console.line({ text: table.title, style: 'bold' });
  console.table(table.head, table.rows);
};

/** Shows a simulation on the terminal: what waits for people first, then the comparison, then its parts. */
export const showSimulation = (console: Console, simulation: Simulation): void => {
  for (const text of waitingLines(simulation)) console.line({ text, style: 'yellow' });
  console.line(titleOf(simulation));
  const legend = rangeLegend(simulation);
  if (legend !== undefined) console.line({ text: legend, style: 'dim' });
  show(console, measureTable(simulation));
  show(console, moveTable(simulation));
  show(console, fullTable(simulation));
  show(console, monthTable(simulation));
  for (const condition of simulation.conditions) {
    console.line({ text: conditionLine(condition), style: condition.fails ? 'red' : 'green' });
  }
};
