import * as z from 'zod';

/**
 * Addresses and keys of the channels, by their name in the policy: one JSON document, in Secrets Manager on AWS, in a file or an
 * environment variable elsewhere. Nothing else contains them.
 */

const isLocal = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** An address that encrypts what it carries, unless it stays on this machine. */
const address = (secure: string, plain: string) =>
  z.string().refine(
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url !== undefined && (url.protocol === secure || (url.protocol === plain && isLocal(url)));
    },
    { error: `must be an address that begins with ${secure}//` },
  );

const https = address('https:', 'http:');

const channel = z.discriminatedUnion('kind', [
  /** Incoming webhook of Slack. */
  z.strictObject({ kind: z.literal('slack'), url: https }),
  /** Webhook of a Teams workflow ("When a Teams webhook request is received"). */
  z.strictObject({ kind: z.literal('teams'), url: https }),
  /** Any other receiver; requests are signed as Standard Webhooks describes it. */
  z.strictObject({
    kind: z.literal('webhook'),
    url: https,
    signingKey: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 random bytes in base64'),
  }),
  /** Events API v2 of PagerDuty; accounts in Europe have an address of their own. */
  z.strictObject({
    kind: z.literal('pagerduty'),
    url: https.default('https://events.pagerduty.com/v2/enqueue'),
    routingKey: z.string().regex(/^[A-Za-z0-9]{32}$/, 'must be the 32 characters of an integration key'),
  }),
  /** Mail server with user and password in its address. */
  z.strictObject({
    kind: z.literal('mail'),
    url: address('smtps:', 'smtp:'),
    from: z.email(),
    to: z.array(z.email()).min(1),
  }),
]);

export type ChannelSettings = z.infer<typeof channel>;

/**
 * Reads the settings of one channel from the document. The others need not be valid, so that one mistake stops one channel.
 * @returns the settings, or the problem without any value of the document
 */
export const channelIn = (document: string, name: string): ChannelSettings | { readonly problem: string } => {
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch {
    return { problem: 'the settings of the channels are not JSON' };
  }
  const own = z.record(z.string(), z.unknown()).safeParse(value);
  if (!own.success || !Object.hasOwn(own.data, name)) return { problem: `the settings have no channel ${name}` };
  const read = channel.safeParse(own.data[name]);
  if (read.success) return read.data;
  // The messages of the schema name members and forms, and no value.
  const [issue] = read.error.issues;
  return { problem: `the settings of the channel are invalid (${issue?.path.join('.') || 'kind'}: ${issue?.message})` };
};
