import { type Command, documentOptions, type FlagsOf, type NewCommand, rateText } from '../../shell/options.ts';

const tokenOptions = <A extends unknown[], O extends Record<string, unknown>>(command: Command<A, O>) =>
  documentOptions(command)
    .option('--stack <name>', 'deployment on AWS whose token it is')
    .option('--secret-arn <arn>', 'secret of the AWS deployment (HEADROOM_SECRET); default: a file on this machine')
    .option('--secret-file <path>', 'file of the token (HEADROOM_SECRET_FILE); default: in ~/.config/headroom')
    .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
    .option('--organization <id>', 'organization of the token (HEADROOM_ORGANIZATION)')
    .option('--calls-per-minute <n>', rateText);

export const tokenStoreOptions = (command: NewCommand) =>
  tokenOptions(
    command
      .description(
        'read a token from standard input and store it if the platform accepts it. ' +
          'Headroom then owns the token and revokes it after a rotation',
      )
      .option('--next', 'for the next rotation, if the platform cannot create a token for Headroom')
      .option('--application-user <id>', 'application user that owns the token')
      .option('--no-check', 'store it without a check, if the platform is not reachable from here'),
  );
export type TokenStoreFlags = FlagsOf<typeof tokenStoreOptions>;

export const tokenStatusOptions = (command: NewCommand) =>
  tokenOptions(command.description('show stages, ages and expiry, never the token'));
export type TokenFlags = FlagsOf<typeof tokenStatusOptions>;

export const tokenRotateOptions = (command: NewCommand) =>
  tokenOptions(command.description('replace the token with a new one from the platform'));

export const tokenRetireOptions = (command: NewCommand) =>
  tokenOptions(
    command
      .description('revoke tokens that were replaced on this machine and are no longer in use')
      .option('--now', 'revoke all replaced tokens, including those replaced just now'),
  );
