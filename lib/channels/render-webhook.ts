import { createHmac } from 'node:crypto';
import { type LinkFacts, linksOf, stepsOf } from '../core/notices/actions.ts';
import type { Message } from '../core/notices/messages.ts';

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
