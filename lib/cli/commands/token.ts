import type { Command } from 'commander';
import { TokenRefused } from '../../contract/errors.ts';
import { type SecretValue, stages } from '../../core/token/rotation.ts';
import { proveToken } from '../../run/token/prove-token.ts';
import { localConnectToken } from '../session/client.ts';
import { addressFrom } from '../session/connection.ts';
import { type CommandLine, consoleOf, example, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { documentFormats, type OutputFlags, outputOptions } from '../shell/output.ts';
import { openTokenAdmin, type TokenAdminFlags } from '../token/open-token-admin.ts';
import { readToken } from '../token/read-token.ts';
import type { TokenAdmin, TokenStatus } from '../token/token-admin.ts';

/** `headroom token`: management of the platform's token (design §11). The token itself is never printed. */

type TokenFlags = TokenAdminFlags & OutputFlags;

interface StoreFlags extends TokenFlags {
  readonly next?: boolean;
  readonly applicationUser?: string;
  readonly check: boolean;
}

type End = (status: number) => void;

const tokenOptions = (command: Command): Command =>
  outputOptions(command, documentFormats)
    .option('--secret-arn <arn>', 'secret of the AWS deployment (HEADROOM_SECRET); default: a file on this machine')
    .option('--secret-file <path>', 'file of the token (HEADROOM_SECRET_FILE); default: in ~/.config/headroom')
    .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
    .option('--organization <id>', 'organization of the token (HEADROOM_ORGANIZATION)')
    .option(
      '--calls-per-minute <n>',
      'maximum platform calls per minute; default: 100; off: no limit, for your own platform only',
    );

const adminOf = (line: CommandLine, flags: TokenFlags, console: Console): Promise<TokenAdmin> =>
  openTokenAdmin(line, flags, (error) =>
    console.note(`warning: ${error instanceof Error ? error.message : String(error)}`),
  );

/** @throws TokenRefused if the platform rejects the token, before anything is stored */
const prove = async (line: CommandLine, flags: StoreFlags, value: SecretValue): Promise<void> => {
  const connectToken = localConnectToken(addressFrom(flags, line.environment, line.signal));
  try {
    await proveToken({ connectToken, sleep: async () => undefined }, value);
  } catch (error) {
    if (error instanceof TokenRefused) throw new TokenRefused(`nothing was stored: ${error.message}`);
    throw error;
  }
};

const store = async (line: CommandLine, flags: StoreFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const admin = await adminOf(line, flags, console);
  const value: SecretValue = { token: await readToken(line), applicationUser: flags.applicationUser };
  if (flags.check) await prove(line, flags, value);
  const stage = flags.next ? stages.next : stages.current;
  await admin.store(value, stage);
  if (flags.json) console.json({ stored: admin.place, stage });
  else console.line(`stored as ${stage} in ${admin.place}`);
};

const timeOrDash = (time: string | null | undefined) => time ?? '-';

const showStatus = (console: Console, place: string, status: TokenStatus): void => {
  console.line(place);
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

const status = async (line: CommandLine, flags: TokenFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const admin = await adminOf(line, flags, console);
  const tokenStatus = await admin.status();
  if (flags.json) console.json({ secret: admin.place, ...tokenStatus });
  else showStatus(console, admin.place, tokenStatus);
};

const rotationTexts = {
  done: "token replaced; the previous one works until 'headroom token retire' or a later rotation revokes it",
  started: "Secrets Manager started the rotation; see 'headroom token status'",
} as const;

const rotate = async (line: CommandLine, flags: TokenFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const rotation = await (await adminOf(line, flags, console)).rotate();
  if (flags.json) console.json({ rotation });
  else console.line(rotationTexts[rotation]);
};

const retire = async (line: CommandLine, flags: TokenFlags & { readonly now?: boolean }): Promise<void> => {
  const console = consoleOf(line, flags);
  const retired = await (await adminOf(line, flags, console)).retire(flags.now ? 'all' : 'unused');
  if (flags.json) console.json({ retired });
  else console.line(`${retired} replaced ${retired === 1 ? 'token' : 'tokens'} retired`);
};

export const addToken = (program: Command, line: CommandLine, end: End): void => {
  const token = program.command('token').description('store, show and replace the platform token');
  example(token, 'headroom token store < FILE');

  const add = <F extends TokenFlags>(
    command: Command,
    text: string,
    run: (line: CommandLine, flags: F) => Promise<void>,
  ) => {
    example(tokenOptions(command), text).action(async (flags: F) => {
      await run(line, flags);
      end(exitStatus.ok);
    });
  };
  add(
    token
      .command('store')
      .description(
        'read a token from standard input and store it if the platform accepts it. ' +
          'Headroom then owns the token and revokes it after a rotation',
      )
      .option('--next', 'for the next rotation, if the platform cannot create a token for Headroom')
      .option('--application-user <id>', 'application user that owns the token')
      .option('--no-check', 'store it without a check, if the platform is not reachable from here'),
    'headroom token store < FILE',
    store,
  );
  add(
    token.command('status').description('show stages, ages and expiry, never the token'),
    'headroom token status',
    status,
  );
  add(
    token.command('rotate').description('replace the token with a new one from the platform'),
    'headroom token rotate',
    rotate,
  );
  add(
    token
      .command('retire')
      .description('revoke tokens that were replaced on this machine and are no longer in use')
      .option('--now', 'revoke all replaced tokens, including those replaced just now'),
    'headroom token retire',
    retire,
  );
};
