import { countDisks, fleetDisks } from '../../../core/disk/fleet-disks.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { serviceFilter } from '../../from-store/service-filter.ts';
import { disksInStore } from '../../from-store/stored-disks.ts';
import type { CommandContext } from '../command.ts';
import type { DisksFlags } from './options.ts';
import { disksHead, showDisks } from './view.ts';

/** `headroom disks`: the disks of the organization, the most urgent first, from the store alone. */

const changedText = (projects: number): string =>
  projects === 1
    ? '1 project was changed by a run since its reading; the next run reads it again.'
    : `${projects} projects were changed by a run since their reading; the next run reads them again.`;

export const run = async ({ flags, console, openStore }: CommandContext<DisksFlags>): Promise<void> => {
  console.expectRecords(disksHead(console, flags.sort));
  const { store } = await openStore();
  const nowMs = systemClock.now();
  const { subjects, forecasts, withoutReading, changedSince } = await disksInStore(store, nowMs);
  const services = subjects.map(({ project, service, rule }) => ({ project, service: service.name, rule }));
  const shows = await serviceFilter(store, flags, services);
  const all = fleetDisks(subjects, forecasts);
  const disks = shows === undefined ? all : all.filter(shows);
  const counts = countDisks(disks);
  const hidden = withoutReading.filter((place) => shows === undefined || shows(place));
  console.answer({ total: all.length, counts, disks, withoutReading: hidden, changedSince }, () =>
    showDisks(console, { disks, counts, total: all.length, nowMs, sort: flags.sort }),
  );
  for (const { project, message } of hidden) console.problem(`disks unknown: project ${project}: ${message}`);
  if (changedSince.length > 0) console.note(changedText(changedSince.length));
};
