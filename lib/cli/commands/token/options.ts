import type { Command } from 'commander';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { documentFormats, outputOptions } from '../../shell/output.ts';
import { wholeNumber } from '../../shell/whole-number.ts';
import type { StoreFlags, TokenFlags } from './action.ts';

/** No deployment has as many tokens; the command says how many it has. */
const mostNumber = 99;

const load = () => import('./action.ts');

const tokenOptions = (command: Command): Command =>
  outputOptions(command, documentFormats)
    .option('--stack <name>', 'deployment on AWS whose token it is')
    .option('--number <n>', 'which token of --stack, if it has several; default: 1', wholeNumber(1, mostNumber))
    .option('--secret-arn <arn>', 'secret of the AWS deployment (HEADROOM_SECRET); default: a file on this machine')
    .option('--secret-file <path>', 'file of the token (HEADROOM_SECRET_FILE); default: in ~/.config/headroom')
    .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)')
    .option('--organization <id>', 'organization of the token (HEADROOM_ORGANIZATION)')
    .option(
      '--calls-per-minute <n>',
      'maximum platform calls per minute; default: 100; off: no limit, for your own platform only',
    );

export const addToken = (program: Command, line: CommandLine, end: End): void => {
  const token = program.command('token').description('store, show and replace the platform token');
  example(token, 'headroom token store < FILE');

  const add = <F extends TokenFlags>(command: Command, text: string, run: (flags: F) => Promise<void>) => {
    example(tokenOptions(command), text).action(async (flags: F) => {
      await run(flags);
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
    async (flags: StoreFlags) => (await load()).store(line, flags),
  );
  add(
    token.command('status').description('show stages, ages and expiry, never the token'),
    'headroom token status',
    async (flags) => (await load()).status(line, flags),
  );
  add(
    token.command('rotate').description('replace the token with a new one from the platform'),
    'headroom token rotate',
    async (flags) => (await load()).rotate(line, flags),
  );
  add(
    token
      .command('retire')
      .description('revoke tokens that were replaced on this machine and are no longer in use')
      .option('--now', 'revoke all replaced tokens, including those replaced just now'),
    'headroom token retire',
    async (flags) => (await load()).retire(line, flags),
  );
};
