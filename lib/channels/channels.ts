import { ownerText } from '../core/audit/store-owner.ts';
import type { DeliveryFailure } from '../core/notices/delivery.ts';
import type { Message } from '../core/notices/messages.ts';
import type { Channels, Clock, Outgoing } from '../ports.ts';
import { type ApprovalPlace, type LinkFacts, linksOf, stepsOf } from '../core/notices/links.ts';
import { pageIncidents, pagerEvents } from './pagers.ts';
import { postJson } from './post.ts';
import { slackBody } from './render-slack.ts';
import { teamsBody } from './render-teams.ts';
import { signatureHeaders, webhookBody } from './render-webhook.ts';
import { sendMail } from './send-mail.ts';
import { type ChannelSettings, channelIn } from './settings.ts';

/** Text of a mail: it begins with whose findings these are, which are numbered, because mail clients may drop line breaks. */
const mailText = ({ sender, items, omitted }: Message, facts: LinkFacts): string => {
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

/** A message as a channel of some kind gets it. */
export const rendered = (
  kind: ChannelSettings['kind'],
  { id, message }: Pick<Outgoing, 'id' | 'message'>,
  facts: LinkFacts,
): string => {
  switch (kind) {
    case 'slack':
      return slackBody(message, facts);
    case 'teams':
      return teamsBody(message, facts);
    case 'webhook':
      return webhookBody(id, message, facts);
    case 'mail':
      return mailText(message, facts);
    case 'pagerduty':
      return JSON.stringify(pagerEvents({ id, message }, facts));
    default:
      return kind satisfies never;
  }
};

const send = (
  settings: ChannelSettings,
  outgoing: Outgoing,
  facts: LinkFacts,
  nowMs: number,
): Promise<DeliveryFailure | null> => {
  const { id, message } = outgoing;
  if (settings.kind === 'pagerduty') return pageIncidents(settings, outgoing, facts, nowMs);
  if (message.onlyPagers) return Promise.resolve(null);
  const body = rendered(settings.kind, outgoing, facts);
  switch (settings.kind) {
    case 'slack':
    case 'teams':
      return postJson(settings.url, body, {}, nowMs);
    case 'webhook':
      return postJson(settings.url, body, signatureHeaders(id, body, settings.signingKey, nowMs), nowMs);
    case 'mail':
      return sendMail(settings.url, { id, from: settings.from, to: settings.to, subject: message.subject, text: body });
    default:
      return settings satisfies never;
  }
};

interface ChannelsOptions {
  /** The document of addresses and keys; undefined if there is none. It may throw. */
  readonly read: () => Promise<string | undefined>;
  readonly approval: ApprovalPlace | null;
  readonly clock: Clock;
}

/** The channels of a document of addresses and keys. Each message reads the document again. */
export const createChannels = ({ read, approval, clock }: ChannelsOptions): Channels => ({
  send: async (outgoing) => {
    const document = await read();
    if (document === undefined) return { problem: 'the channels have no settings yet', isFinal: false, waitMs: null };
    const settings = channelIn(document, outgoing.channel);
    if ('problem' in settings) return { problem: settings.problem, isFinal: true, waitMs: null };
    return send(settings, outgoing, { links: outgoing.links, approval }, clock.now());
  },
});
