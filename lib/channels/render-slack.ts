import { type LinkFacts, linksOf, stepsOf } from '../core/notices/actions.ts';
import type { Message, MessageItem } from '../core/notices/messages.ts';
import { cut } from './text.ts';

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
