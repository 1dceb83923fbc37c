import type { FleetDisk } from '../../core/disk/fleet-disks.ts';
import { prometheusText, storeMetricsOf } from '../../core/status/store-metrics.ts';
import type { StorePorts } from '../../ports.ts';
import { describing } from '../publish/reports.ts';
import { notifiedFindings } from './notice-facts.ts';
import { lastReport, readReadings } from './store-facts.ts';

/**
 * The metrics of a store, as text for Prometheus.
 * @param disksOf reads the disks of a store that has readings
 * @throws Error if the store cannot be read: metrics of a part would look like all of them
 */
export const storeMetricsText = async (
  { store, clock }: StorePorts,
  disksOf: () => Promise<readonly FleetDisk[]>,
): Promise<string> => {
  const nowMs = clock.now();
  const [report, readings, { notified }] = await Promise.all([
    lastReport(store),
    readReadings(store, nowMs),
    notifiedFindings(store),
  ]);
  const disks = readings && (await disksOf());
  // A run for some projects says nothing of the others.
  const whole = report && ((await describing(store, report)) ?? null);
  return prometheusText(storeMetricsOf({ nowMs, report, whole, readings, disks, notified }));
};
