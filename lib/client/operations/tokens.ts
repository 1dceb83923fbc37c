import * as z from 'zod';
import { PlatformUnavailable } from '../../contract/errors.ts';
import type { ListedToken } from '../../core/token/rotation.ts';
import type { Tokens } from '../../ports.ts';
import type { Call } from '../transport/call.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';
import type { Redactor } from '../transport/redact.ts';
import { get, remove, unlessGone } from './requests.ts';

/** Platform tokens: create, list and revoke (pf 2.10). The platform shows a token only once. */

/**
 * Answer to the creation of a token, the only one with the whole token; for application users it has the first two
 * members only.
 */
const createdToken = z.object({
  full_token: z.string().min(1),
  token_prefix: z.string().min(1),
  expiry_time: z.string().nullish(),
});

const tokenRecord = z.object({
  token_prefix: z.string().min(1),
  description: z.string().nullish(),
  create_time: z.string().nullish(),
  expiry_time: z.string().nullish(),
  max_age_seconds: z.number().nullish(),
  last_used_time: z.string().nullish(),
  currently_active: z.boolean().nullish(),
});
type TokenRecord = z.infer<typeof tokenRecord>;

const tokens = z.object({ tokens: z.array(tokenRecord) });

const toListedToken = (record: TokenRecord): ListedToken => ({
  prefix: record.token_prefix,
  description: record.description ?? null,
  createdAt: record.create_time ?? null,
  expiresAt: record.expiry_time ?? null,
  maxAgeSeconds: record.max_age_seconds ?? null,
  lastUsedAt: record.last_used_time ?? null,
  isCurrent: record.currently_active ?? false,
});

const listedTokens = (answer: { readonly tokens: readonly TokenRecord[] }) => answer.tokens.map(toListedToken);

/** Prefixes have 12 characters; a whole token is many times as long. */
const longestPrefix = 32;

const lostAnswer = (call: Call, description: string): PlatformUnavailable =>
  new PlatformUnavailable(
    `[${call.method}] "${call.path}": the answer was lost, and a token is shown only once; ` +
      `revoke the token described as "${description}", then create it again`,
    { method: call.method, path: call.path },
  );

interface Collection {
  /** Path of the collection below `/v1`, percent-encoded. */
  readonly collection: string;
  /** Request body for a token that never expires. */
  readonly neverExpires: { readonly max_age_seconds?: null };
}

const tokensAt = (caller: Caller, redactor: Redactor, { collection, neverExpires }: Collection): Tokens => ({
  create: async ({ description, maxAgeSeconds }) => {
    const age = maxAgeSeconds === null ? neverExpires : { max_age_seconds: maxAgeSeconds };
    const body = { description, extend_when_used: false, ...age };
    const call = { method: 'POST', path: collection, body, kind: 'write' } as const;
    const created = await caller.createNew(
      call,
      answerAs(createdToken, (answer) => answer),
      async () => {
        throw lostAnswer(call, redactor.clean(description));
      },
    );
    redactor.learn(created.full_token);
    return {
      fullToken: created.full_token,
      prefix: created.token_prefix,
      expiresAt: created.expiry_time ?? null,
    };
  },
  list: () => get(caller, collection, tokens, listedTokens),
  revoke: async (prefix) => {
    if (prefix.length > longestPrefix) {
      throw new RangeError(
        `Revoke a token by its prefix of at most ${longestPrefix} characters; the argument is longer.`,
      );
    }
    // Prefixes may contain `/`, `+` and `=`.
    await unlessGone(remove(caller, `${collection}${path`/${prefix}`}`));
  },
});

const ofOwner = '/access_token';

/** Tokens of the user who owns the connection's token: /access_token. */
export const personalTokens = (caller: Caller, redactor: Redactor): Tokens =>
  tokensAt(caller, redactor, { collection: ofOwner, neverExpires: { max_age_seconds: null } });

/** The connection's own token in the list of its owner; undefined if the list does not mark it. */
export const ownToken = async (caller: Caller): Promise<ListedToken | undefined> => {
  const listed = await get(caller, ofOwner, tokens, listedTokens);
  return listed.find(({ isCurrent }) => isCurrent);
};

/** Tokens of an application user: /organization/{organization}/application-users/{user}/access-tokens. */
export const applicationUserTokens = (caller: Caller, redactor: Redactor, organization: string, user: string): Tokens =>
  tokensAt(caller, redactor, {
    collection: path`/organization/${organization}/application-users/${user}/access-tokens`,
    neverExpires: {},
  });
