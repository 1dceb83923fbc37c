import { type Change, type ChangeOf, grows, resizes } from '../../../core/change/change.ts';
import { peakUseMb } from '../../../core/forecast/peak-use.ts';
import { dayOf } from '../../../core/forecast/project-history.ts';
import { hourMs, isoInstant, secondMs } from '../../../core/model/durations.ts';
import { wholeGb } from '../../../core/model/sizes.ts';
import { leastDiskMb } from '../../../core/resize/resize-facts.ts';
import type { ListedService, Platform } from '../../../ports.ts';
import type { WriteCheck, WriteCheckInput } from './write-check.ts';

/** A look that is older no longer precedes the write: its try has waited for its turn, or for the platform. */
const freshMs = 20 * secondMs;

/** Older readings of use say nothing about the disk now. */
const oldestReadingMs = hourMs;

type Resizing = ChangeOf<'resize-disk'>;

const nextStepOf = (change: Resizing): string =>
  `nothing was written; run headroom ${grows(change) ? 'grow' : 'reclaim'} again`;

/** The plan of the same day would rest on the same measurement. */
const tomorrow = 'nothing was written; run headroom reclaim tomorrow, because it measures each disk once a day';

/** What has changed of the service itself; undefined if it is as the plan saw it. */
const movedSince = (change: Resizing, now: ListedService): string | undefined => {
  const { fromMb, toMb } = change;
  const nextStep = nextStepOf(change);
  // An earlier try was carried out although its answer was lost.
  if (now.diskMb === toMb) return undefined;
  if (now.state !== 'RUNNING') return `the service is in state ${now.state}; ${nextStep}`;
  if (now.diskMb === fromMb) return undefined;
  return `the disk was ${fromMb} MB in the plan and is ${now.diskMb ?? 'unknown'} MB now; ${nextStep}`;
};

/** Why the use of now or of the last month forbids the smaller disk; undefined if it fits below the threshold. */
const tooFull = async (
  platform: Pick<Platform, 'diskUsage' | 'lastAnswerAt'>,
  change: Resizing,
  { type, diskMb }: ListedService,
  clockMs: number,
): Promise<string | undefined> => {
  const { project, service, toMb } = change;
  const nextStep = nextStepOf(change);
  const hour = await platform.diskUsage(project, service, 'hour');
  const reading = hour.at(-1);
  // The platform's clock dates its readings, and it may differ from this one by any amount.
  const nowMs = Date.parse(platform.lastAnswerAt() ?? isoInstant(clockMs));
  if (reading === undefined || nowMs - reading.timeMs > oldestReadingMs)
    return `the platform gives no reading of the last hour of its use; ${nextStep}`;
  const usedMb = Math.ceil((reading.percent * (diskMb ?? 0)) / 100);
  const tooLarge = `too much for a disk of ${wholeGb(toMb)} GB; ${tomorrow}`;
  if (leastDiskMb(usedMb, type) > toMb) return `${wholeGb(usedMb)} GB are used by now, ${tooLarge}`;
  // A percentage of a smaller disk of the past counts as one of the present: too much use is supposed, never too little.
  const month = await platform.diskUsage(project, service, 'month');
  const monthMb = peakUseMb(month, dayOf(nowMs), () => diskMb ?? 0);
  if (monthMb === undefined) return `the platform gives no readings of the last month of its use; ${nextStep}`;
  const peakMb = Math.max(monthMb, peakUseMb(hour, dayOf(nowMs), () => diskMb ?? 0) ?? 0);
  if (leastDiskMb(peakMb, type) <= toMb) return undefined;
  return `${wholeGb(peakMb)} GB were used within the last month, ${tooLarge}`;
};

/**
 * Resizes a disk only if the service is exactly as the plan saw it. Added storage is removed only if the use of now and of the
 * last month fits on the smaller disk with room below the threshold: a load may come every night, use grows between plan and
 * write, and the removal cannot be undone. Asked again before a try of the same change, it looks again if that try comes later.
 */
export const diskFits = ({
  platform,
  clock,
}: Pick<WriteCheckInput, 'clock'> & {
  readonly platform: Pick<Platform, 'getService' | 'diskUsage' | 'lastAnswerAt'>;
}): WriteCheck => {
  let last: { readonly change: Change; readonly atMs: number; readonly reason: string | undefined } | undefined;
  const look = async (change: Resizing): Promise<string | undefined> => {
    const now = await platform.getService(change.project, change.service);
    if (now === undefined) return `the service is gone; ${nextStepOf(change)}`;
    const moved = movedSince(change, now);
    // More room always fits.
    if (moved !== undefined || grows(change)) return moved;
    return tooFull(platform, change, now, clock.now());
  };
  return async (change) => {
    if (!resizes(change)) return undefined;
    if (last?.change === change && Math.abs(clock.now() - last.atMs) <= freshMs) return last.reason;
    const reason = await look(change);
    last = { change, atMs: clock.now(), reason };
    return reason;
  };
};
