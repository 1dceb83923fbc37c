import { type FlagsOf, type NewCommand, storeOptions } from '../../shell/options.ts';

/** `headroom metrics` */
export const metricsOptions = (command: NewCommand) =>
  storeOptions(
    command.description(
      'print metrics of the store, as text for Prometheus: ages, room of disks, coverage, findings, money; makes no call',
    ),
  );
export type MetricsFlags = FlagsOf<typeof metricsOptions>;
