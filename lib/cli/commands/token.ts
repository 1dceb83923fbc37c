import type { Command } from 'commander';
import { TokenRefused } from '../../contract/errors.ts';
import { type SecretValue, stages } from '../../core/token/rotation.ts';
import { proveToken } from '../../run/token/prove-token.ts';
import { localConnectToken } from '../session/client.ts';
import { addressFrom } from '../session/connection.ts';
import { type CommandLine, consoleOf, example, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { openTokenAdmin, type TokenAdminFlags } from '../token/open-token-admin.ts';
import { readToken } from '../token/read-token.ts';
import type { TokenAdmin, TokenStatus } from '../token/token-admin.ts';

/** `headroom token`: who looks after the token of the platform (design §11). The token itself is never printed. */

interface TokenFlags extends TokenAdminFlags {
  readonly json?: boolean;
}

interface StoreFlags extends TokenFlags {
  readonly next?: boolean;
  readonly applicationUser?: string;
  readonly check: boolean;
}

type End = (status: number) => void;

const tokenOptions = (command: Command): Command =>
  command
    .option('--secret-arn <arn>', 'secret of the AWS deployment (HEADROOM_SECRET); else a file of this machine')
    .option('--secret-file <path>', 'that file (HEADROOM_SECRET_FILE); by default below ~/.config/headroom')
    .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
    .option('--organization <id>', 'organization that the token is for (HEADROOM_ORGANIZATION)')
    .option('--calls-per-minute <n>', 'platform calls a minute at most, default 100; off for a platform of your own')
    .option('--json', 'print one JSON document on standard output');

const keeperOf = (line: CommandLine, flags: TokenFlags, console: Console): Promise<TokenAdmin> =>
  openTokenAdmin(line, flags, (error) =>
    console.note(`warning: ${error instanceof Error ? error.message : String(error)}`),
  );

/** @throws TokenRefused before anything is stored, when the platform does not accept the token */
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
  const console = consoleOf(line, flags.json);
  const keeper = await keeperOf(line, flags, console);
  const value: SecretValue = { token: await readToken(line), applicationUser: flags.applicationUser };
  if (flags.check) await prove(line, flags, value);
  const stage = flags.next ? stages.next : stages.current;
  await keeper.store(value, stage);
  if (flags.json) console.json({ stored: keeper.place, stage });
  else console.line(`stored as ${stage} in ${keeper.place}`);
};

const never = (time: string | null | undefined) => time ?? '-';

const showStatus = (console: Console, place: string, status: TokenStatus): void => {
  console.line(place);
  console.table(
    ['stage', 'version', 'stored', 'expires', 'last used'],
    status.versions.map(({ id, stages: own, storedAt, listed }) => [
      own.join(', ') || 'replaced',
      id,
      never(storedAt),
      listed === null ? 'unknown' : (listed.expiresAt ?? 'never'),
      listed === null ? 'unknown' : never(listed.lastUsedAt),
    ]),
  );
  if (status.versions.length === 0) console.line("no token yet: put one there with 'headroom token store'");
  if (status.nextRotationAt !== null) console.line(`replaced next: ${status.nextRotationAt}`);
  for (const { versionId, revocableAt } of status.replaced) {
    console.line(`version ${versionId} is revoked by the first 'token rotate' or 'token retire' after ${revocableAt}`);
  }
};

const status = async (line: CommandLine, flags: TokenFlags): Promise<void> => {
  const console = consoleOf(line, flags.json);
  const keeper = await keeperOf(line, flags, console);
  const found = await keeper.status();
  if (flags.json) console.json({ secret: keeper.place, ...found });
  else showStatus(console, keeper.place, found);
};

const ended = {
  done: "the token was replaced; the one before still works until 'headroom token retire' or a later rotation revokes it",
  started: "Secrets Manager has begun to replace the token; see 'headroom token status'",
} as const;

const rotate = async (line: CommandLine, flags: TokenFlags): Promise<void> => {
  const console = consoleOf(line, flags.json);
  const rotation = await (await keeperOf(line, flags, console)).rotate();
  if (flags.json) console.json({ rotation });
  else console.line(ended[rotation]);
};

const retire = async (line: CommandLine, flags: TokenFlags & { readonly now?: boolean }): Promise<void> => {
  const console = consoleOf(line, flags.json);
  const retired = await (await keeperOf(line, flags, console)).retire(flags.now ? 'all' : 'unused');
  if (flags.json) console.json({ retired });
  else console.line(`${retired} replaced ${retired === 1 ? 'token' : 'tokens'} looked after`);
};

export const addToken = (program: Command, line: CommandLine, end: End): void => {
  const token = program.command('token').description('store, show and replace the token of the platform');
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
        'store the token that comes on standard input, once the platform has accepted it. ' +
          "It becomes Headroom's own: when it is replaced, it is revoked",
      )
      .option('--next', 'for the next rotation, where the platform makes no token for us')
      .option('--application-user <id>', 'application user that the token belongs to')
      .option('--no-check', 'store it without trying it, where the platform cannot be reached from here'),
    'headroom token store < FILE',
    store,
  );
  add(
    token.command('status').description('show stages, ages and ends, never the token'),
    'headroom token status',
    status,
  );
  add(
    token.command('rotate').description('replace the token by a new one of the platform'),
    'headroom token rotate',
    rotate,
  );
  add(
    token
      .command('retire')
      .description('revoke tokens that were replaced on this machine and that nothing can use any more')
      .option('--now', 'all of them, also those that were replaced just now'),
    'headroom token retire',
    retire,
  );
};
