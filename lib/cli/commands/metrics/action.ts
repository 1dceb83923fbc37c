import { storeMetricsText } from '../../../run/status/store-metrics.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { fleetInStore } from '../../from-store/stored-disks.ts';
import { openCommandStore } from '../../session/open-store.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import { print } from '../../shell/print.ts';
import type { MetricsFlags } from './options.ts';

/** Prints the metrics of the store. */
export const run = async (line: CommandLine, flags: MetricsFlags): Promise<void> => {
  const store = await openCommandStore(line.environment, flags);
  const disksOf = async () => (await fleetInStore(store, systemClock.now())).disks;
  print(line.out, await storeMetricsText({ store, clock: systemClock }, disksOf));
};
