import { styleText } from '../../../dashboard/http/assets.ts';
import { reportPage } from '../../../dashboard/pages/report/page.ts';
import type { ReportDocument, ReportSection } from '../../../dashboard/pages/report/section.ts';
import { csvText, markdown, markdownTable } from '../../shell/plain-tables.ts';

/** Names, tags and messages are untrusted text: none may become markup, a formula or a control sequence. */

/** A self-contained page: it loads no resources and runs no script. */
export const asHtml = (document: ReportDocument): string => reportPage(document, styleText());

const markdownSection = ({ title, head, rows }: ReportSection): string =>
  [`## ${title}\n`, markdownTable(head, rows)].join('\n');

export const asMarkdown = ({ title, facts, sections }: ReportDocument): string => {
  const list = facts.map(([label, value]) => `- **${markdown(label)}:** ${markdown(value)}`).join('\n');
  return `${[`# ${markdown(title)}`, list, ...sections.map(markdownSection)].join('\n\n')}\n`;
};

/** One table (RFC 4180). */
export const asCsv = ({ head, rows }: ReportSection): string => csvText([head, ...rows]);
