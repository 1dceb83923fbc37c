import { type CommentSection, commentOf } from '../../views/markdown/sections.ts';
import { markdownText } from '../../views/markdown/text.ts';
import { conditionLine, type PlainTable, tablesOf, waitingLines } from '../../views/simulation/parts.ts';
import { rangeLegend, type Simulation, titleOf } from '../../views/simulation/simulation.ts';

const tablePart = ({ title, head, rows, mostBytes }: PlainTable): CommentSection => ({
  title: markdownText(title),
  mostBytes,
  head: head.map(markdownText),
  rows,
  more: (count) => `… and ${count} more rows.`,
});

const verdictOf = ({ conditions }: Simulation): string => {
  if (conditions.length === 0) return 'simulation';
  return conditions.some(({ fails }) => fails) ? 'simulation failed' : 'simulation passed';
};

/** A simulation as a comment on a pull request, in at most 60 KB: the verdict and what waits for people first. */
export const simulationComment = (simulation: Simulation): string => {
  const legend = rangeLegend(simulation);
  return commentOf([
    `### Headroom: ${verdictOf(simulation)}`,
    ...simulation.conditions.map((condition) => `- ${markdownText(conditionLine(condition))}`),
    ...waitingLines(simulation).map((line) => `**${markdownText(line)}**`),
    `${markdownText(titleOf(simulation))}${legend === undefined ? '' : `. ${legend}`}`,
    ...tablesOf(simulation).map(tablePart),
  ]);
};
