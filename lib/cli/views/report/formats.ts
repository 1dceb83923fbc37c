import { visible } from '../../../core/model/visible-text.ts';
import { csvText, markdown, markdownTable } from '../../shell/plain-tables.ts';
import type { ReportDocument } from './document.ts';
import type { Section } from './section.ts';

/** Names, tags and messages are untrusted text: none may become markup, a formula or a control sequence. */

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const html = (text: string): string =>
  visible(text).replaceAll(/[&<>"']/g, (character) => htmlEscapes[character] ?? '');

const htmlRow = (cells: readonly string[], tag: 'th' | 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`;

const htmlSection = ({ title, head, rows }: Section): string =>
  [
    `<h2>${html(title)}</h2>`,
    `<table><thead>${htmlRow(head, 'th')}</thead>\n<tbody>\n${rows.map((row) => htmlRow(row, 'td')).join('\n')}\n</tbody></table>`,
  ].join('\n');

const style = `:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border-bottom:1px solid #8886;padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top}
dt{font-weight:600}dd{margin:0 0 .5rem}`;

/** A self-contained page: it loads no resources and runs no script. */
export const asHtml = ({ title, facts, sections }: ReportDocument): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${html(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${html(title)}</h1>
<dl>
${facts.map(([label, value]) => `<dt>${html(label)}</dt><dd>${html(value)}</dd>`).join('\n')}
</dl>
${sections.map(htmlSection).join('\n')}
</body>
</html>
`;

const markdownSection = ({ title, head, rows }: Section): string =>
  [`## ${title}\n`, markdownTable(head, rows)].join('\n');

export const asMarkdown = ({ title, facts, sections }: ReportDocument): string => {
  const list = facts.map(([label, value]) => `- **${markdown(label)}:** ${markdown(value)}`).join('\n');
  return `${[`# ${markdown(title)}`, list, ...sections.map(markdownSection)].join('\n\n')}\n`;
};

/** One table (RFC 4180). */
export const asCsv = ({ head, rows }: Section): string => csvText([head, ...rows]);
