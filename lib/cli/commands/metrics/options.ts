import { example, type FlagsOf, Option, type Parent, storeOptions } from '../../shell/options.ts';

/** `headroom metrics` */
export const metricsOptions = (parent: Parent) => {
  const command = storeOptions(
    parent
      .command('metrics')
      .description(
        'print metrics of the store, for Prometheus or OpenTelemetry: ages, room of disks, coverage, findings, money; makes no call',
      ),
  ).addOption(
    new Option('--format <format>', 'text for Prometheus, or the JSON document of OTLP')
      .choices(['prometheus', 'otlp'])
      .default('prometheus'),
  );
  return example(command, 'headroom metrics --stack headroom');
};
export type MetricsFlags = FlagsOf<typeof metricsOptions>;
