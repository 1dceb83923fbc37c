import { inWords, minuteMs, secondMs } from '../../../core/model/durations.ts';
import { counted } from '../../../core/model/visible-text.ts';

/** Part of the work after which the rest can be estimated. */
const estimatedAfter = 0.1;

/** Where no bar shows the progress, a note says it about this often. */
const apartMs = minuteMs;

/** A rest that is not worth a note. */
const shortMs = 5 * secondMs;

/**
 * Notes on the progress of a simulation: when the rest can be estimated first, and where no bar shows the progress once a minute.
 * @param total simulated days of all lives
 */
export const progressNotes = (total: number, begunMs: number, hasBar: boolean) => {
  let lastMs = begunMs;
  /** The note to show when this many days are done; undefined for none. */
  return (done: number, nowMs: number): string | undefined => {
    if (done >= total) return undefined;
    const leftMs = ((nowMs - begunMs) / done) * (total - done);
    const isFirst = done === Math.ceil(total * estimatedAfter) && leftMs > shortMs;
    const isDue = !hasBar && nowMs - lastMs >= apartMs;
    if (!isFirst && !isDue) return undefined;
    lastMs = nowMs;
    const left = `about ${inWords(leftMs)} left`;
    return hasBar ? left : `${done} of ${counted(total, 'day')} simulated, ${left}`;
  };
};
