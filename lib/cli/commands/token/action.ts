import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TokenRefused } from '../../../contract/errors.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { type SecretValue, stages } from '../../../core/token/rotation.ts';
import { proveToken } from '../../../run/token/prove-token.ts';
import { localConnectToken } from '../../session/client.ts';
import { addressFrom } from '../../session/connection.ts';
import type { Console } from '../../shell/console.ts';
import { print } from '../../shell/print.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { TokenAdmin, TokenStatus } from '../../token/file-token-admin.ts';
import { openTokenAdmin } from '../../token/open-token-admin.ts';
import type { CommandContext } from '../command.ts';
import type { TokenFlags, TokenStoreFlags } from './options.ts';

interface TokenSource {
  readonly in: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly err: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Reads from a terminal without echo. */
const readTyped = async (source: TokenSource): Promise<string> => {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: source.in, output: discard, terminal: true });
  print(source.err, 'token (not shown): ');
  try {
    return await lines.question('', { signal: source.signal });
  } finally {
    lines.close();
    print(source.err, '\n');
  }
};

/**
 * Reads a token from standard input, never from an argument, which other processes could see.
 * @throws UsageError for an invalid token, without repeating it
 */
const readToken = async (source: TokenSource): Promise<string> => {
  const token = (source.in.isTTY ? await readTyped(source) : await text(source.in)).trim();
  if (token === '') {
    throw new UsageError("no token: pass it on standard input, for example 'headroom token store < FILE'");
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError('invalid token on standard input: use one line of printable characters without spaces');
};

/** `headroom token`: management of the platform's token (design §11). The token itself is never printed. */

const adminOf = ({ line, flags, console }: CommandContext<TokenFlags>): Promise<TokenAdmin> =>
  openTokenAdmin(line, flags, (error) =>
    console.problem(`warning: ${error instanceof Error ? error.message : String(error)}`),
  );

/** @throws TokenRefused if the platform rejects the token, before anything is stored */
const prove = async ({ line, flags }: CommandContext<TokenFlags>, value: SecretValue): Promise<void> => {
  const connectToken = localConnectToken(addressFrom(flags, line.environment, line.signal));
  try {
    await proveToken({ connectToken, sleep: async () => undefined }, value);
  } catch (error) {
    if (error instanceof TokenRefused) throw new TokenRefused(`nothing was stored: ${error.message}`);
    throw error;
  }
};

export const store = async (context: CommandContext<TokenStoreFlags>): Promise<void> => {
  const { line, flags, console } = context;
  const admin = await adminOf(context);
  const value: SecretValue = { token: await readToken(line), applicationUser: flags.applicationUser };
  if (flags.check) await prove(context, value);
  const stage = flags.next ? stages.next : stages.current;
  await admin.store(value, stage);
  console.answer({ stored: admin.secretName, stage }, () => console.line(`stored as ${stage} in ${admin.secretName}`));
};

const timeOrDash = (time: string | null | undefined) => time ?? '-';

const showStatus = (console: Console, secretName: string, status: TokenStatus): void => {
  console.line(secretName);
  console.table(
    ['stage', 'version', 'stored', 'expires', 'last used'],
    status.versions.map(({ id, stages: labels, storedAt, listed }) => [
      labels.join(', ') || 'replaced',
      id,
      timeOrDash(storedAt),
      listed === null ? 'unknown' : (listed.expiresAt ?? 'never'),
      listed === null ? 'unknown' : timeOrDash(listed.lastUsedAt),
    ]),
  );
  if (status.versions.length === 0) console.line("no token yet: store one with 'headroom token store'");
  if (status.nextRotationAt !== null) console.line(`next rotation: ${status.nextRotationAt}`);
  for (const { versionId, revocableAt } of status.replaced) {
    console.line(`version ${versionId}: the first 'token rotate' or 'token retire' after ${revocableAt} revokes it`);
  }
};

export const status = async (context: CommandContext<TokenFlags>): Promise<void> => {
  const { console } = context;
  const admin = await adminOf(context);
  const tokenStatus = await admin.status();
  console.answer({ secret: admin.secretName, ...tokenStatus }, () =>
    showStatus(console, admin.secretName, tokenStatus),
  );
};

const rotationTexts = {
  done: "token replaced; the previous one works until 'headroom token retire' or a later rotation revokes it",
  started: "Secrets Manager started the rotation; see 'headroom token status'",
} as const;

export const rotate = async (context: CommandContext<TokenFlags>): Promise<void> => {
  const rotation = await (await adminOf(context)).rotate();
  context.console.answer({ rotation }, () => context.console.line(rotationTexts[rotation]));
};

export const retire = async (context: CommandContext<TokenFlags & { readonly now?: boolean }>): Promise<void> => {
  const { flags, console } = context;
  const admin = await adminOf(context);
  const retired = await admin.retire(flags.now ? 'all' : 'unused');
  const waiting = await admin.replaced();
  console.answer({ retired, waiting }, () => {
    console.line(`${counted(retired, 'replaced token')} retired`);
    for (const { versionId, revocableAt } of waiting) {
      console.line(
        `version ${versionId} still works: a run that began before the rotation may use it until ${revocableAt}. Run 'headroom token retire' after that, or with --now`,
      );
    }
    if (retired + waiting.length === 0) console.line('no token has been replaced and still works');
  });
};
