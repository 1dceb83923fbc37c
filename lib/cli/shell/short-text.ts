import { inWords } from '../../core/model/durations.ts';
import { shortestDigest } from '../../core/plan/plan-result.ts';

/** The beginning of a digest, long enough for `--approve`. The JSON of a plan has the whole digest. */
export const shortDigest = (digest: string): string => digest.slice(0, shortestDigest);

/** A time in words, `12 minutes ago`; the exact one if it is in the future, or not a time at all. */
export const agoText = (time: string, nowMs: number): string => {
  const ageMs = nowMs - Date.parse(time);
  return ageMs >= 0 ? `${inWords(ageMs)} ago` : time;
};

/** The same with the exact time beside it: `12 minutes ago (2026-03-02T08:00:00.000Z)`. */
export const timeText = (time: string, nowMs: number): string => {
  const ago = agoText(time, nowMs);
  return ago === time ? time : `${ago} (${time})`;
};
