import { type Command, Option } from 'commander';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import type { MetricsFlags } from './action.ts';

/** `headroom metrics` */
export const addMetrics = (program: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    program
      .command('metrics')
      .description(
        'print figures of the store, for Prometheus or OpenTelemetry: ages, room of disks, coverage, findings, money; makes no call',
      ),
  ).addOption(
    new Option('--format <format>', 'text for Prometheus, or the JSON document of OTLP')
      .choices(['prometheus', 'otlp'])
      .default('prometheus'),
  );
  example(command, 'headroom metrics --stack headroom');
  command.action(async (flags: MetricsFlags) => {
    const { run } = await import('./action.ts');
    await run(line, flags);
    end(exitStatus.ok);
  });
};
