import type { AuditedWrite } from '../../core/audit/audit.ts';
import { dayOf } from '../../core/forecast/project-history.ts';
import type { MoneyOfDay } from '../../core/status/money-of-day.ts';
import { type Month, type MonthOfBudget, monthBefore, monthOfBudgets } from '../../core/status/month.ts';
import { disksGrown, maximumsMoved, type SizeChange } from '../../core/status/room-moved.ts';
import type { Store } from '../../ports.ts';
import { auditedRuns } from '../audit/reading.ts';
import { readHistories } from '../store/histories.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject } from '../store/objects.ts';
import type { InventoryIndex } from '../store/run-objects.ts';

/** The money of the budgets in a month, from the records of its days and of the month before. */
export const readMonth = async (store: Store, month: Month, nowMs: number): Promise<MonthOfBudget[]> => {
  const names = [monthBefore(month).name, month.name];
  const listed = await Promise.all(names.map((name) => store.list(`${keys.moneyOfDays}${name}-`)));
  const days = await inBatches(listed.flat(), (key) => readIfWhole<MoneyOfDay>(store, key));
  return monthOfBudgets(
    days.flatMap((day) => day ?? []),
    month,
    nowMs,
  );
};

/** Writes of a month, the oldest first. */
const writesIn = async (store: Store, { fromMs, toMs }: Month): Promise<AuditedWrite[]> => {
  const writes: AuditedWrite[] = [];
  for await (const run of auditedRuns(store)) {
    writes.push(...run.filter(({ at }) => Date.parse(at) >= fromMs && Date.parse(at) < toMs));
    if (run.length > 0 && run.every(({ at }) => Date.parse(at) < fromMs)) break;
  }
  return writes.reverse();
};

/** Whose maximums, and whose disks, a month has changed, the most first. */
export const readRoomMoved = async (
  store: Store,
  month: Month,
  nowMs: number,
): Promise<{ readonly maximums: readonly SizeChange[]; readonly disks: readonly SizeChange[] }> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  const projects = Object.keys(index?.projects ?? {}).map((name) => ({ name }));
  const histories = await readHistories(store, projects);
  const lastDay = dayOf(Math.min(nowMs, month.toMs));
  return {
    maximums: maximumsMoved(await writesIn(store, month)),
    disks: disksGrown(histories, dayOf(month.fromMs), lastDay),
  };
};
