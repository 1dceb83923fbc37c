import type { Command } from 'commander';
import type { CommandLine, End } from '../shell/command-line.ts';
import { scopeOptions, sessionCommand } from './session-command.ts';

/** `headroom forecast` */
export const addForecast = (program: Command, line: CommandLine, end: End): void => {
  const command = scopeOptions(
    program
      .command('forecast')
      .description('forecast when each disk reaches its threshold and its maximum, with a confidence range')
      .argument('[project/service]', 'only this service; also measures its usage'),
  );
  sessionCommand(
    { command, example: 'headroom forecast --project acme-prod', line, end },
    () => import('../commands/forecast.ts'),
  );
};
