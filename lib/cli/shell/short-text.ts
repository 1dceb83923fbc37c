import { inWords } from '../../core/model/durations.ts';
import { shortestDigest } from '../../core/plan/plan-result.ts';

/** The beginning of a digest, long enough for `--approve`. The JSON of a plan has the whole digest. */
export const shortDigest = (digest: string): string => digest.slice(0, shortestDigest);

/**
 * A time in words with the exact one beside it: `12 minutes ago (2026-03-02T08:00:00.000Z)`.
 * Only the exact one if it is in the future, or not a time at all.
 */
export const timeText = (time: string, nowMs: number): string => {
  const ageMs = nowMs - Date.parse(time);
  return ageMs >= 0 ? `${inWords(ageMs)} ago (${time})` : time;
};
