import { visible } from '../../../core/model/visible-text.ts';
import type { Suggestion } from '../../../core/twin/suggestion/suggestion.ts';
import { type CommentSection, commentOf } from '../../views/markdown/sections.ts';
import { bytesOf, markdownText } from '../../views/markdown/text.ts';
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
import { frontierHead, frontierRows, priceHead, priceRows, suggestionLine } from '../../views/simulation/suggestion.ts';

const text = (line: string): CommentSection => ({ kind: 'text', text: line });

const tablePart = (table: PlainTable | undefined, mostBytes: number): CommentSection[] =>
  table === undefined
    ? []
    : [
        {
          kind: 'table',
          title: markdownText(table.title),
          mostBytes,
          table: { head: table.head.map(markdownText), rows: table.rows, more: (rows) => `… and ${rows} more rows.` },
        },
      ];

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
    text(`**Suggestion**: ${markdownText(suggestionLine(suggestion))}`),
    ...(shown
      ? [text(`~~~~diff\n${lines.map((line) => visible(line).replaceAll('~~~~', '~~~ ')).join('\n')}\n~~~~`)]
      : []),
    ...tablePart({ title: 'Money against full disks', head: frontierHead, rows: frontierRows(suggestion) }, 8_000),
    ...tablePart({ title: 'Price of an avoided hour', head: priceHead, rows: priceRows(suggestion) }, 4_000),
  ];
};

/** A simulation as a comment on a pull request, in at most 60 KB: the verdict and what waits for people first. */
export const simulationComment = (simulation: Simulation, suggestion?: Suggestion): string => {
  const legend = rangeLegend(simulation);
  return commentOf([
    text(`### Headroom: ${verdictOf(simulation)}`),
    ...simulation.conditions.map((condition) => text(`- ${markdownText(conditionLine(condition))}`)),
    ...waitingLines(simulation).map((line) => text(`**${markdownText(line)}**`)),
    text(`${markdownText(titleOf(simulation))}${legend === undefined ? '' : `. ${legend}`}`),
    ...tablePart(measureTable(simulation), 12_000),
    ...tablePart(moveTable(simulation), 16_000),
    ...tablePart(fullTable(simulation), 16_000),
    ...tablePart(monthTable(simulation), 8_000),
    ...(suggestion === undefined ? [] : suggestionParts(suggestion)),
  ]);
};
