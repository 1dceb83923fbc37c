import { ownerText } from '../core/audit/store-owner.ts';
import type { Message } from '../core/notices/messages.ts';
import { type LinkFacts, linksOf, stepsOf } from './links.ts';

/** Text of a mail: it begins with whose findings these are, which are numbered, because mail clients may drop line breaks. */
export const mailText = ({ sender, items, omitted }: Message, facts: LinkFacts): string => {
  const paragraphs = items.map(({ title, text, owner, action }, place) => {
    const lines = [`${place + 1}. ${title} (${owner})`, text];
    if (action !== null) {
      for (const { label, code } of stepsOf(action, facts)) lines.push(`${label} ${code}`);
      for (const link of linksOf(action, facts)) lines.push(`${link.text}: ${link.url}`);
    }
    return lines.join('\n');
  });
  const more = omitted === 0 ? [] : [`and ${omitted} more: headroom report`];
  return [ownerText(sender), ...paragraphs, ...more].join('\n\n');
};
