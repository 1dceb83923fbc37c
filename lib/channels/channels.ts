import type { ApprovalTarget, LinkFacts } from '../core/notices/actions.ts';
import type { DeliveryFailure } from '../core/notices/delivery.ts';
import { plainText } from '../core/notices/plain-text.ts';
import type { Channels, Clock, Outgoing } from '../ports.ts';
import { pageIncidents, pagerEvents } from './pagers.ts';
import { postJson } from './post.ts';
import { signatureHeaders, slackBody, teamsBody, webhookBody } from './render.ts';
import { sendMail } from './send-mail.ts';
import { type ChannelSettings, channelIn } from './settings.ts';

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
      return plainText(message, facts);
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
  readonly approval: ApprovalTarget | null;
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
