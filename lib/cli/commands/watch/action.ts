import { StoreUnavailable } from '../../../contract/errors.ts';
import { countDisks, type FleetDisk } from '../../../core/disk/fleet-disks.ts';
import { isoInstant, minuteMs, secondMs } from '../../../core/model/durations.ts';
import { createReader, type Latest } from '../../../dashboard/facts/latest.ts';
import { progressText } from '../../../dashboard/facts/progress.ts';
import { systemClock, systemSleep } from '../../../run/system-clock.ts';
import { fleetInStore } from '../../from-store/stored-disks.ts';
import { textTable } from '../../shell/columns.ts';
import { disksColumns, showDisks } from '../../views/disks-view.ts';
import type { CommandContext } from '../command.ts';
import type { WatchFlags } from './options.ts';

/** Between two looks at the store, which are as cheap as those of an open page of the dashboard. */
const everyMs = 2 * secondMs;

/** The run at work with its progress, else the last one with its outcome; undefined before the first. */
const runIn = ({ runs: [last], open }: Latest) => {
  const atWork = open.find(({ progress }) => progress !== null);
  if (atWork?.progress) {
    const { run, progress } = atWork;
    return { runId: run.runId, outcome: null, ...progress, says: `run ${run.runId}: ${progressText(progress)}` };
  }
  const { runId, outcome = null } = last ?? {};
  return outcome === null ? undefined : { runId, outcome, says: `run ${runId}: ${outcome}` };
};

/** Each disk in the words of a terminal: they have no ages, which change without a reason. */
const saidDisks = (disks: readonly FleetDisk[], nowMs: number): readonly (readonly [FleetDisk, string])[] => {
  const { head, rows } = textTable(disksColumns(nowMs), disks, (all) => all.map((disk) => [disk]));
  return disks.map((disk, row) => [
    disk,
    head.map((name, column) => `${name} ${rows[row]?.[column] ?? ''}`).join(', '),
  ]);
};

/**
 * Follows a store until the signal aborts. One that does not answer is a problem, which ends only the first look.
 * @param wait until the next look; rejects when the signal aborts
 */
export const watch = async (context: CommandContext<WatchFlags>, wait: typeof systemSleep): Promise<void> => {
  const { line, flags, console, openStore } = context;
  const { store } = await openStore();
  const reader = createReader({ store, clock: systemClock });
  const said = new Map<string, string>();
  let kept = { stamp: '', atMs: 0, disks: [] as readonly FleetDisk[] };
  const say = (name: string, says: string, document: object): void => {
    if (said.get(name) === says) return;
    said.set(name, says);
    if (flags.json) console.json({ at: isoInstant(systemClock.now()), ...document }, 0);
    else console.line(says);
  };
  /** Runs change the disks, and a forecast measures them. */
  const disksAt = async (stamp: string, nowMs: number) => {
    if (kept.stamp !== stamp || nowMs - kept.atMs >= minuteMs)
      kept = { stamp, atMs: nowMs, disks: (await fleetInStore(store, nowMs)).disks };
    return kept.disks;
  };
  const look = async (): Promise<void> => {
    const nowMs = systemClock.now();
    const latest = await reader.latest();
    const run = runIn(latest);
    const disks = run?.outcome === null ? null : await disksAt(latest.stamp, nowMs);
    if (console.reader === 'terminal') {
      console.clear();
      if (run !== undefined) console.line(run.says);
      if (disks === null) return;
      showDisks(console, { disks, counts: countDisks(disks), total: disks.length, nowMs, sort: undefined });
      return;
    }
    if (run !== undefined) say('', run.says, { run: { ...run, says: undefined } });
    for (const [disk, says] of saidDisks(disks ?? [], nowMs)) say(`${disk.project}/${disk.service}`, says, { disk });
  };
  await look();
  while (!line.signal.aborted) {
    try {
      await wait(everyMs, line.signal);
      await look();
    } catch (error) {
      if (line.signal.aborted) return;
      if (!(error instanceof StoreUnavailable)) throw error;
      console.problem(error.message);
    }
  }
};

export const run = (context: CommandContext<WatchFlags>): Promise<void> => watch(context, systemSleep);
