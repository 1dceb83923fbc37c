import type { ProjectHistory } from '../core/forecast/project-history.ts';
import { dayOf } from '../core/forecast/project-history.ts';
import { withTimes } from '../core/inventory/confirmed.ts';
import { byText } from '../core/model/grouping.ts';
import { mbPerGb } from '../core/model/sizes.ts';
import { type Backtest, type BacktestOptions, backtest, type PastService } from '../core/twin/backtest.ts';
import { drawsOfPlace } from '../emulator/autoscaler/turns.ts';
import type { Store } from '../ports.ts';
import { inBatches } from '../run/store/in-batches.ts';
import { keys } from '../run/store/keys.ts';
import { readIfWhole, readObject } from '../run/store/objects.ts';
import type { InventoryIndex, InventoryRecord } from '../run/store/run-objects.ts';
import { sizeOn, storedPoints } from './stored.ts';

/** The services of a project with a disk and their past, which is empty for those that were never measured. */
const servicesOf = (
  project: string,
  record: InventoryRecord,
  history: ProjectHistory | undefined,
  day: number,
): PastService[] => {
  const histories = new Map(history?.services.map((service) => [service.name, service]));
  return record.services.flatMap(({ name, type, diskMb }) => {
    const stored = histories.get(name);
    const sizeMb = (stored && sizeOn(stored, day)) ?? diskMb ?? 0;
    if (sizeMb <= 0) return [];
    const points = stored === undefined ? [] : storedPoints(stored, Date.parse(record.readAt));
    return [{ place: `${project}/${name}`, type, diskGb: sizeMb / mbPerGb, points }];
  });
};

/**
 * Lives the past of a store's organization from a day on, with the draws of the embedded platform.
 * @throws Error if the store has no history of any disk
 */
export const backtestStored = async (
  store: Store,
  options: Omit<BacktestOptions, 'drawsOf'>,
): Promise<Backtest & { readonly organization: string }> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  const services: PastService[] = [];
  await inBatches(Object.entries(index?.projects ?? {}), async ([project, known]) => {
    const record = await readIfWhole<InventoryRecord>(store, keys.reading(project));
    const history = await readIfWhole<ProjectHistory>(store, keys.history(project));
    if (record === undefined || record.organization !== index?.organization) return;
    services.push(...servicesOf(project, withTimes(record, known), history, dayOf(options.fromMs)));
  });
  if (index === undefined || services.every(({ points }) => points.length === 0)) {
    throw new Error("No measured disk use in this store. Run 'headroom forecast' first.");
  }
  services.sort((a, b) => byText(a.place, b.place));
  return { organization: index.organization, ...backtest(services, { ...options, drawsOf: drawsOfPlace }) };
};
