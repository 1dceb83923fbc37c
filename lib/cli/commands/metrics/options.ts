import { type FlagsOf, type NewCommand, Option, storeOptions } from '../../shell/options.ts';

/** `headroom metrics` */
export const metricsOptions = (command: NewCommand) =>
  storeOptions(
    command.description(
      'print metrics of the store, for Prometheus or OpenTelemetry: ages, room of disks, coverage, findings, money; makes no call',
    ),
  ).addOption(
    new Option('--format <format>', 'text for Prometheus, or the JSON document of OTLP')
      .choices(['prometheus', 'otlp'])
      .default('prometheus'),
  );
export type MetricsFlags = FlagsOf<typeof metricsOptions>;
