import { figuresOf, prometheusText } from '../../core/status/figures.ts';
import type { StorePorts } from '../../ports.ts';
import { describing } from '../publish/organization-report.ts';
import { lastReport, readReadings } from './store-facts.ts';

/**
 * The figures of a store as text for Prometheus.
 * @throws Error if the store cannot be read: figures of a part would look like all of them
 */
export const figuresText = async ({ store, clock }: StorePorts): Promise<string> => {
  const nowMs = clock.now();
  const [report, readings] = await Promise.all([lastReport(store), readReadings(store, nowMs)]);
  // A run for some projects says nothing of the others.
  const whole = report && ((await describing(store, report)) ?? null);
  return prometheusText(figuresOf({ nowMs, report, whole, readings }));
};
