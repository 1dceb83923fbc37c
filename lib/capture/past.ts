import { dayMs } from '../core/model/durations.ts';
import { mbPerGb } from '../core/model/sizes.ts';
import { type Backtest, type BacktestOptions, backtest, type PastService } from '../core/twin/backtest.ts';
import { drawsOfPlace } from '../emulator/autoscaler/turns.ts';
import type { Store } from '../ports.ts';
import type { CapturedProject } from './facts.ts';
import { captureStored } from './stored.ts';

/** The services of a project that had a disk then, and their past. The past of a service that was never measured is empty. */
const servicesThen =
  (fromMs: number) =>
  ({ name: project, services }: CapturedProject): PastService[] =>
    services.flatMap(({ name, type, diskMb, points, sizes }) => {
      const then = sizes.findLast((size) => size.fromMs < fromMs + dayMs) ?? sizes[0];
      const sizeMb = then?.mb ?? diskMb ?? 0;
      return sizeMb <= 0 ? [] : [{ place: `${project}/${name}`, type, diskGb: sizeMb / mbPerGb, points }];
    });

/**
 * Lives the past of a store's organization from a day on, with the draws of the embedded platform.
 * @throws Error if the store has no history of any disk
 */
export const backtestStored = async (
  store: Store,
  options: Omit<BacktestOptions, 'drawsOf'>,
): Promise<Backtest & { readonly organization: string }> => {
  const { id: organization, projects } = await captureStored(store, { days: Number.POSITIVE_INFINITY });
  const services = projects.flatMap(servicesThen(options.fromMs));
  if (services.every(({ points }) => points.length === 0))
    throw new Error("No measured disk use in this store. Run 'headroom forecast' first.");
  return { organization, ...backtest(services, { ...options, drawsOf: drawsOfPlace }) };
};
