import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { arrangementOptions } from '../list-options.ts';
import { scopeOptions, sessionCommand } from '../session-options.ts';

/** `headroom forecast` */
export const addForecast = (program: Command, line: CommandLine, end: End): void => {
  const command = arrangementOptions(
    scopeOptions(
      program
        .command('forecast')
        .description('forecast when each disk reaches its threshold and its maximum, with a confidence range')
        .argument('[project/service]', 'only this service; also measures its usage'),
    ),
  )
    .option('--service <name...>', 'only services with these names or globs')
    .option('--tag <key=value...>', "only services with these tags; the value may be a glob, such as team='shop-*'");
  sessionCommand({ command, example: 'headroom forecast --project acme-prod', line, end }, () => import('./action.ts'));
};
