import { visible } from '../../../core/model/visible-text.ts';
import type { Suggestion } from '../../../core/twin/suggestion/suggestion.ts';
import { type CommentSection, commentOf } from '../../views/markdown/sections.ts';
import { bytesOf, markdownText } from '../../views/markdown/text.ts';
import { conditionLine, type PlainTable, tablesOf, waitingLines } from '../../views/simulation/parts.ts';
import { rangeLegend, type Simulation, titleOf } from '../../views/simulation/simulation.ts';
import { frontierHead, frontierRows, priceHead, priceRows, suggestionLine } from '../../views/simulation/suggestion.ts';

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

/** Lines and bytes of a patch that a comment shows; a larger one is no small change. */
const mostPatchLines = 60;
const mostPatchBytes = 8_000;

/** The smallest change as a patch that a reviewer can apply, and the frontier that it is on. */
const suggestionParts = (suggestion: Suggestion): CommentSection[] => {
  const lines = suggestion.patch.trimEnd().split('\n');
  const shown =
    suggestion.patch !== '' && lines.length <= mostPatchLines && bytesOf(suggestion.patch) <= mostPatchBytes;
  return [
    `**Suggestion**: ${markdownText(suggestionLine(suggestion))}`,
    ...(shown ? [`~~~~diff\n${lines.map((line) => visible(line).replaceAll('~~~~', '~~~ ')).join('\n')}\n~~~~`] : []),
    ...[
      { title: 'Money against full disks', head: frontierHead, rows: frontierRows(suggestion), mostBytes: 8_000 },
      { title: 'Price of an avoided hour', head: priceHead, rows: priceRows(suggestion), mostBytes: 4_000 },
    ].map(tablePart),
  ];
};

/** A simulation as a comment on a pull request, in at most 60 KB: the verdict and what waits for people first. */
export const simulationComment = (simulation: Simulation, suggestion?: Suggestion): string => {
  const legend = rangeLegend(simulation);
  return commentOf([
    `### Headroom: ${verdictOf(simulation)}`,
    ...simulation.conditions.map((condition) => `- ${markdownText(conditionLine(condition))}`),
    ...waitingLines(simulation).map((line) => `**${markdownText(line)}**`),
    `${markdownText(titleOf(simulation))}${legend === undefined ? '' : `. ${legend}`}`,
    ...tablesOf(simulation).map(tablePart),
    ...(suggestion === undefined ? [] : suggestionParts(suggestion)),
  ]);
};
