import { StoreUnavailable } from '../../../contract/errors.ts';
import { countDisks, type FleetDisk } from '../../../core/disk/fleet-disks.ts';
import { isoInstant, minuteMs, secondMs } from '../../../core/model/durations.ts';
import { createReader, type Latest } from '../../../dashboard/facts/latest.ts';
import { progressText } from '../../../dashboard/facts/progress.ts';
import type { StorePorts } from '../../../ports.ts';
import { systemClock, systemSleep } from '../../../run/system-clock.ts';
import { fleetInStore } from '../../from-store/stored-disks.ts';
import { textTable } from '../../shell/columns.ts';
import { disksColumns, showDisks } from '../../views/disks-view.ts';
import type { CommandContext } from '../command.ts';
import type { WatchFlags } from './options.ts';

/** Time between two looks at the store, which are as cheap as those of an open page of the dashboard. */
const everyMs = 2 * secondMs;

/** Disks are read anew after each run, and after this time, because a forecast measures them too. */
const disksMs = minuteMs;

/** Something that is watched, by a name of its own, with what is said of it. */
interface Watched {
  readonly name: string;
  readonly says: string;
  readonly document: object;
}

/** What one look sees; no disks while a run is at work. */
interface Look {
  readonly atMs: number;
  readonly runs: readonly Watched[];
  readonly disks: readonly FleetDisk[] | null;
}

/** The run at work with its progress, else the last one with its outcome; none before the first. */
const runsIn = ({ runs: [last], open }: Latest): Watched[] => {
  const working = open.flatMap(({ run: { runId: name }, progress }): Watched[] =>
    progress === null
      ? []
      : [{ name, says: `run ${name}: ${progressText(progress)}`, document: { run: { runId: name, ...progress } } }],
  );
  if (working.length > 0 || last === undefined || last.outcome === null) return working;
  const { runId: name, outcome } = last;
  return [{ name, says: `run ${name}: ${outcome}`, document: { run: { runId: name, outcome } } }];
};

/** Says each disk in the words of the columns at a terminal: they have no ages, which change without a reason. */
const saidDisks = (disks: readonly FleetDisk[], atMs: number): Watched[] => {
  const { head, rows } = textTable(disksColumns(atMs), disks, (all) => all.map((disk) => [disk]));
  return disks.map((disk, index) => ({
    name: `${disk.project}/${disk.service}`,
    says: head.map((name, column) => `${name} ${rows[index]?.[column] ?? ''}`).join(', '),
    document: { disk },
  }));
};

/** Looks at the store; reads the disks only when they may have changed. */
const createLook = (ports: StorePorts): (() => Promise<Look>) => {
  const reader = createReader(ports);
  let kept: { readonly stamp: string; readonly atMs: number; readonly disks: readonly FleetDisk[] } | undefined;
  return async () => {
    const atMs = ports.clock.now();
    const latest = await reader.latest();
    const runs = runsIn(latest);
    if (latest.open.some(({ progress }) => progress !== null)) return { atMs, runs, disks: null };
    const { stamp } = latest;
    if (kept?.stamp !== stamp || atMs - kept.atMs >= disksMs)
      kept = { stamp, atMs, disks: await fleetInStore(ports.store, atMs) };
    return { atMs, runs, disks: kept.disks };
  };
};

/** Draws the whole at a terminal; elsewhere writes a line for each change. */
const show = (
  { console, flags }: CommandContext<WatchFlags>,
  { atMs, runs, disks }: Look,
  said: Map<string, string>,
) => {
  if (console.reader === 'terminal') {
    console.clear();
    for (const { says } of runs) console.line(says);
    if (disks === null) return;
    showDisks(console, { disks, counts: countDisks(disks), total: disks.length, nowMs: atMs, sort: undefined });
    return;
  }
  for (const { name, says, document } of [...runs, ...saidDisks(disks ?? [], atMs)]) {
    if (said.get(name) === says) continue;
    said.set(name, says);
    if (flags.json) console.json({ at: isoInstant(atMs), ...document }, 0);
    else console.line(says);
  }
};

/**
 * Watches a store until the signal of the line aborts. A store that does not answer is a problem, which ends only the first look.
 * @param wait until the next look; rejects when the signal aborts
 */
export const watch = async (context: CommandContext<WatchFlags>, wait: typeof systemSleep): Promise<void> => {
  const { line, console, openStore } = context;
  const look = createLook({ ...(await openStore()), clock: systemClock });
  const said = new Map<string, string>();
  show(context, await look(), said);
  while (!line.signal.aborted) {
    try {
      await wait(everyMs, line.signal);
      show(context, await look(), said);
    } catch (error) {
      if (line.signal.aborted) return;
      if (!(error instanceof StoreUnavailable)) throw error;
      console.problem(error.message);
    }
  }
};

export const run = (context: CommandContext<WatchFlags>): Promise<void> => watch(context, systemSleep);
