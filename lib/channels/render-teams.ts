import { type Link, type LinkFacts, linksOf, stepsOf } from '../core/notices/actions.ts';
import type { Message, MessageItem } from '../core/notices/messages.ts';
import { cut } from './text.ts';

/** Teams refuses messages above 28 KB; the rest is room for the envelope. */
const mostBytes = 24 * 1024;
const mostActions = 6;

/** A block of runs: unlike the text of a TextBlock, none of it is Markdown, so a name cannot become a link. */
const block = (runs: readonly object[], separator = false) => ({ type: 'RichTextBlock', separator, inlines: runs });
const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more });

const itemBlocks = ({ title, text, owner, facts: ofDisk = [], action }: MessageItem, facts: LinkFacts): object[] => [
  block([run(title, { weight: 'Bolder' }), run(` (${cut(owner, 100)})`, { isSubtle: true })], true),
  ...(ofDisk.length === 0
    ? []
    : [{ type: 'FactSet', facts: ofDisk.map(({ name: fact, value }) => ({ title: fact, value })) }]),
  block([run(cut(text, 1_200))]),
  ...(action === null ? [] : stepsOf(action, facts)).map(({ label, code }) =>
    block([run(`${label} `), run(cut(code, 300), { fontType: 'Monospace' })]),
  ),
];

const uniqueLinks = (items: readonly MessageItem[], facts: LinkFacts): Link[] => {
  const links = items.flatMap(({ action }) => (action === null ? [] : linksOf(action, facts)));
  return [...new Map(links.map((link) => [link.url, link])).values()].slice(0, mostActions);
};

const cardOf = (
  { subject, lead = [], omitted }: Message,
  items: readonly MessageItem[],
  left: number,
  facts: LinkFacts,
): string => {
  const more = omitted + left;
  return JSON.stringify({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            block([run(subject, { weight: 'Bolder', size: 'Medium' })]),
            ...lead.map((line) => block([run(cut(line, 1_200))])),
            ...items.flatMap((item) => itemBlocks(item, facts)),
            ...(more === 0 ? [] : [block([run(`and ${more} more: headroom report`)], true)]),
          ],
          actions: uniqueLinks(items, facts).map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })),
        },
      },
    ],
  });
};

/** Body for the webhook of a Teams workflow: one Adaptive Card, with as many findings as fit. */
export const teamsBody = (message: Message, facts: LinkFacts): string => {
  for (let count = message.items.length; ; count -= 1) {
    const card = cardOf(message, message.items.slice(0, count), message.items.length - count, facts);
    if (count <= 1 || Buffer.byteLength(card) <= mostBytes) return card;
  }
};
