import type { ProjectHistory } from '../forecast/project-history.ts';
import { dayMs } from '../model/durations.ts';
import { mbPerGb } from '../model/sizes.ts';
import type { LoggedEvent } from '../service/drift.ts';
import type { DiskSize } from './use-points.ts';

/** Sizes of a disk over time: from the event log exactly, from the daily histories by the day. */

type SizeEvent = Omit<LoggedEvent, 'actor'>;

/** The log names both sizes in the text of an event (pf 2.6). */
const growthText = /from (\d+(?:\.\d+)?) Gi?B to (\d+(?:\.\d+)?) Gi?B/;

/** Sizes in texts have one decimal. */
const isSame = (oneMb: number, otherMb: number) => Math.abs(oneMb - otherMb) < mbPerGb / 10;

interface Step {
  readonly fromMb: number;
  readonly toMb: number;
}

/** A step of the disk; null for another change, which may have been one: the texts of the log are not part of its interface. */
const stepOf = ({ description }: SizeEvent): Step | null => {
  const [, from, to] = growthText.exec(description) ?? [];
  return from === undefined || to === undefined ? null : { fromMb: Number(from) * mbPerGb, toMb: Number(to) * mbPerGb };
};

/** A log that is shorter than a page goes back to the beginning. */
const pageOfEvents = 100;

/**
 * Sizes by the event log of the project, back to its oldest event if it may be cut off there, or to a change of the service that
 * may have been one of its disk.
 * @param events null for a log that could not be read
 * @returns oldest first; the present size alone, from now on, without a log
 */
export const loggedSizes = (
  events: readonly SizeEvent[] | null,
  service: string,
  { diskMb, nowMs }: { readonly diskMb: number; readonly nowMs: number },
): DiskSize[] => {
  if (events === null) return [{ fromMs: nowMs, mb: diskMb }];
  const dated = events
    .map((event) => ({ event, atMs: Date.parse(event.time) }))
    .filter(({ atMs }) => atMs <= nowMs)
    .sort((a, b) => b.atMs - a.atMs);
  const sizes: DiskSize[] = [];
  let mb = diskMb;
  for (const { event, atMs } of dated) {
    if (event.service !== service || event.type !== 'service_update') continue;
    const step = stepOf(event);
    if (step === null || !isSame(step.toMb, mb)) return [{ fromMs: atMs, mb }, ...sizes];
    sizes.unshift({ fromMs: atMs, mb });
    mb = step.fromMb;
  }
  const oldestMs = events.length < pageOfEvents ? 0 : (dated.at(-1)?.atMs ?? nowMs);
  return [{ fromMs: oldestMs, mb }, ...sizes];
};

/**
 * Sizes by the history of the project, which has one for each day: when the disk grew between two days is not known.
 * @returns oldest first; empty for a service without a history
 */
export const recordedSizes = ({ days, services }: ProjectHistory, service: string): DiskSize[] => {
  const stored = services.find(({ name }) => name === service);
  return (stored?.provisioned ?? []).map(([day, mb], index) => {
    const lastDay = index === 0 ? undefined : days.findLast((other) => other < day);
    const fromMs = day * dayMs;
    // A day's size is recorded at some time of it: the disk may have grown before or after on both days.
    if (lastDay === undefined) return { fromMs, mb };
    return { fromMs: fromMs + dayMs, mb, beforeUntilMs: lastDay * dayMs };
  });
};

/** The log is exact, so the history counts only for the time before it. */
export const diskSizes = (logged: readonly DiskSize[], recorded: readonly DiskSize[]): DiskSize[] => {
  const [first] = logged;
  if (first === undefined) return [...recorded];
  const before = recorded.filter(({ fromMs }) => fromMs < first.fromMs);
  const last = before.at(-1);
  if (last === undefined) return [...logged];
  // The same size on both sides: nothing happened between them.
  const joined = last.mb === first.mb ? logged.slice(1) : logged;
  return [...before, ...joined];
};
