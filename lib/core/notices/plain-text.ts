import { ownerText } from '../audit/store-owner.ts';
import type { Links } from '../model/policy-document.ts';
import { type LinkFacts, linksOf, stepsOf } from './actions.ts';
import type { Message } from './messages.ts';

/** A message as text: it begins with whose findings these are, which are numbered, because mail clients may drop line breaks. */
export const plainText = ({ sender, lead = [], items, omitted }: Message, facts: LinkFacts): string => {
  const paragraphs = items.map(({ title, text, owner, action }, index) => {
    const lines = [`${index + 1}. ${title} (${owner})`, text];
    if (action !== null) {
      for (const { label, code } of stepsOf(action, facts)) lines.push(`${label} ${code}`);
      for (const link of linksOf(action, facts)) lines.push(`${link.text}: ${link.url}`);
    }
    return lines.join('\n');
  });
  const more = omitted === 0 ? [] : [`and ${omitted} more: headroom report`];
  return [ownerText(sender), ...(lead.length === 0 ? [] : [lead.join('\n')]), ...paragraphs, ...more].join('\n\n');
};

/** The event that carries a message to the bus. */
export const noticeOf = (owner: string, message: Message, links: Links) => {
  const { urgent, subject } = message;
  const detail = { owner, urgent, subject, text: plainText(message, { links, approval: null }) };
  return { type: 'Notice', detail } as const;
};
