import { createHmac } from 'node:crypto';
import { type Link, type LinkFacts, linksOf, stepsOf } from '../core/notices/actions.ts';
import type { Message, MessageItem } from '../core/notices/messages.ts';

/** A text of at most so many characters, with an ellipsis where it was cut. */
export const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};

/** The three characters that Slack's mrkdwn gives a meaning in any text. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Names may contain marks of mrkdwn: a space without width after each of them takes their meaning away. */
const plain = (text: string): string => escaped(text).replaceAll(/[*_~`]/g, '$&\u200b');

const code = (text: string): string => `\`${escaped(text).replaceAll('`', "'")}\``;

/** Longest text of a section block is 3,000 characters; escapes lengthen it. */
const longestText = 1_200;

const itemText = ({ title, text, owner, action }: MessageItem, facts: LinkFacts): string => {
  const lines = [`*${plain(title)}* (${plain(cut(owner, 100))})`, plain(cut(text, longestText))];
  if (action !== null) {
    for (const { label, code: command } of stepsOf(action, facts))
      lines.push(`${plain(label)} ${code(cut(command, 300))}`);
    const links = linksOf(action, facts).map((link) => `<${escaped(link.url)}|${plain(link.text)}>`);
    if (links.length > 0) lines.push(links.join(' · '));
  }
  return cut(lines.join('\n'), 3_000);
};

/** Used and days left, side by side. */
const fieldsOf = ({ facts = [] }: MessageItem): object =>
  facts.length === 0
    ? {}
    : { fields: facts.map(({ name, value }) => ({ type: 'mrkdwn', text: `*${plain(name)}*\n${plain(value)}` })) };

/** Body for an incoming webhook of Slack: at most 50 blocks. */
export const slackBody = ({ subject, lead = [], items, omitted }: Message, facts: LinkFacts): string => {
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });
  const more = omitted === 0 ? [] : [section(`and ${omitted} more: ${code('headroom report')}`)];
  return JSON.stringify({
    // Notifications, and clients without blocks, show this text.
    text: escaped(subject),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(subject, 150), emoji: false } },
      ...(lead.length === 0 ? [] : [section(plain(cut(lead.join('\n'), longestText)))]),
      ...items.map((item) => ({ ...section(itemText(item, facts)), ...fieldsOf(item) })),
      ...more,
    ],
  });
};

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

/** Body for any other receiver. Members are only added while `format` stays the same. */
export const webhookBody = (
  id: string,
  { sender, urgent, subject, lead = [], items, omitted }: Message,
  facts: LinkFacts,
): string =>
  JSON.stringify({
    format: 1,
    id,
    organization: sender.organization,
    stack: sender.stack ?? null,
    urgent,
    subject,
    lead,
    items: items.map(({ title, text, owner, facts: ofDisk = [], action }) => ({
      title,
      text,
      owner,
      facts: ofDisk,
      steps: action === null ? [] : stepsOf(action, facts),
      links: action === null ? [] : linksOf(action, facts),
      approves: action?.approves ?? null,
    })),
    omitted,
  });

/**
 * Signature headers of a request as Standard Webhooks defines them: HMAC-SHA256 over `id.timestamp.body`. Receivers refuse an old
 * timestamp, so every attempt has a signature of its own.
 */
export const signatureHeaders = (
  id: string,
  body: string,
  signingKey: string,
  nowMs: number,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(signingKey.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};
