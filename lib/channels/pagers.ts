import { createHash } from 'node:crypto';
import { type LinkFacts, linksOf, stepsOf } from '../core/notices/actions.ts';
import type { DeliveryFailure } from '../core/notices/delivery.ts';
import type { Incident, MessageItem } from '../core/notices/messages.ts';
import { type Sender, senderName, signedKey, signedLine } from '../core/notices/sender.ts';
import type { Outgoing } from '../ports.ts';
import { postJson } from './post.ts';
import { cut } from './render.ts';
import type { ChannelSettings } from './settings.ts';

/** A pager has one incident for each finding, which is closed when the finding is over. */

type PagerSettings = Extract<ChannelSettings, { readonly kind: 'pagerduty' }>;

type Paged = MessageItem & { readonly incident: Incident };

/** Names can be long and may contain anything; a pager bounds the length of a key. Organizations may share a pager. */
const dedupKey = (sender: Sender, { incident }: Paged): string =>
  `headroom-${createHash('sha256').update(signedKey(sender, incident.key)).digest('hex').slice(0, 40)}`;

const detailsOf = ({ text, owner, action }: Paged, facts: LinkFacts): Record<string, string> => ({
  owner,
  finding: cut(text, 8_000),
  ...Object.fromEntries(action === null ? [] : stepsOf(action, facts).map(({ label, code }) => [label, code])),
});

/** An event of the Events API v2, without the key of the integration. */
const eventOf = (sender: Sender, item: Paged, facts: LinkFacts): object => {
  const { title, incident, action } = item;
  const dedup = { dedup_key: dedupKey(sender, item) };
  if (incident.isOver) return { event_action: 'resolve', ...dedup };
  const payload = {
    summary: cut(signedLine(sender, title), 1_024),
    source: senderName(sender),
    severity: incident.level,
    custom_details: detailsOf(item, facts),
  };
  const links = action === null ? [] : linksOf(action, facts).map(({ text, url }) => ({ href: url, text }));
  return { event_action: 'trigger', ...dedup, payload, links };
};

/** One incident for the findings that a message has no room for; a person closes it. */
const omittedItem = ({ id, message }: Pick<Outgoing, 'id' | 'message'>): Paged => ({
  title: `${message.omitted} more findings`,
  text: 'See them all: headroom report',
  owner: 'headroom',
  action: null,
  incident: { key: id, level: 'error', isOver: false },
});

/** The events of a message; none if another message opens or closes its incidents. */
export const pagerEvents = (outgoing: Pick<Outgoing, 'id' | 'message'>, facts: LinkFacts): object[] => {
  const { sender, items, omitted } = outgoing.message;
  const paged = items.flatMap((item): Paged[] =>
    item.incident === null ? [] : [{ ...item, incident: item.incident }],
  );
  const all = omitted === 0 ? paged : [...paged, omittedItem(outgoing)];
  return all.map((item) => eventOf(sender, item, facts));
};

/**
 * Sends the incidents of a message, also after one that the pager refuses for good, up to the first that a repetition may send: that
 * changes nothing about those before it, because they have the same keys.
 */
export const pageIncidents = async (
  { url, routingKey }: PagerSettings,
  outgoing: Pick<Outgoing, 'id' | 'message'>,
  facts: LinkFacts,
  nowMs: number,
): Promise<DeliveryFailure | null> => {
  let refused: DeliveryFailure | null = null;
  for (const event of pagerEvents(outgoing, facts)) {
    const failure = await postJson(url, JSON.stringify({ routing_key: routingKey, ...event }), {}, nowMs);
    if (failure !== null && !failure.isFinal) return failure;
    refused ??= failure;
  }
  return refused;
};
