import { NotFound } from '../../../contract/errors.ts';
import { countDisks, fleetDisks } from '../../../core/disk/fleet-disks.ts';
import { roomFor } from '../../../core/disk/room-for.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { serviceFilter } from '../../from-store/service-filter.ts';
import { disksInStore } from '../../from-store/stored-disks.ts';
import { exitStatus } from '../../shell/command-line.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { disksColumns, disksHead, showDisks } from '../../views/disks-view.ts';
import type { CommandContext } from '../command.ts';
import { parseTarget } from '../service-target.ts';
import type { DisksFlags } from './options.ts';

/** `headroom disks`: the disks of the organization, the most urgent first, from the store alone. */

const changedText = (projects: number): string =>
  projects === 1
    ? '1 project was changed by a run since its reading; the next run reads it again.'
    : `${projects} projects were changed by a run since their reading; the next run reads them again.`;

const daysByDefault = 7;

/** Whether one disk has room, for a pipeline before a heavy job. @throws UsageError, or Error for a disk that the store does not know */
const checkRoom = async ({ flags, console, openStore }: CommandContext<DisksFlags>, target: string | undefined) => {
  const { needs, within = daysByDefault } = flags;
  if (target === undefined || needs === undefined)
    throw new UsageError('name one service and what it needs: headroom disks PROJECT/SERVICE --needs 50 --within 7d');
  const { project, service: name } = parseTarget(target);
  const { store } = await openStore();
  const { subjects, forecasts } = await disksInStore(store, systemClock.now());
  const subject = subjects.find((candidate) => candidate.project === project && candidate.service.name === name);
  const [disk] = subject === undefined ? [] : fleetDisks([subject], forecasts);
  if (subject === undefined || disk === undefined) throw new NotFound(`the store knows no disk of ${target}`);
  const { type, plan, diskMb } = subject.service;
  const ahead = forecasts.useAhead({ project, name, type, plan, diskMb }, within);
  const room = roomFor(disk, ahead, needs, within);
  console.answer({ ...room, needsGb: needs, withinDays: within, disk }, () => console.line(`${room.says}.`));
  return room.hasRoom ? exitStatus.ok : exitStatus.someFailed;
};

export const run = async (context: CommandContext<DisksFlags>, target?: string): Promise<number> => {
  const { flags, console, openStore } = context;
  if (target !== undefined || flags.needs !== undefined || flags.within !== undefined)
    return checkRoom(context, target);
  console.expectRecords(disksHead(console, flags.sort), true);
  const { store } = await openStore();
  const nowMs = systemClock.now();
  const { subjects, forecasts, withoutReading, changedSince } = await disksInStore(store, nowMs);
  const services = subjects.map(({ project, service, rule }) => ({ project, service: service.name, rule }));
  const shows = await serviceFilter(store, flags, services);
  const all = fleetDisks(subjects, forecasts);
  const disks = shows === undefined ? all : all.filter(shows);
  const counts = countDisks(disks);
  const hidden = withoutReading.filter((project) => shows === undefined || shows(project));
  const { rows, leftOut } = console.listed(disksColumns(nowMs), disks);
  console.answer({ total: all.length, counts, disks: rows, leftOut, withoutReading: hidden, changedSince }, () =>
    showDisks(console, { disks, counts, total: all.length, nowMs, sort: flags.sort }),
  );
  for (const { project, message } of hidden) console.problem(`disks unknown: project ${project}: ${message}`);
  if (changedSince.length > 0) console.note(changedText(changedSince.length));
  return exitStatus.ok;
};
