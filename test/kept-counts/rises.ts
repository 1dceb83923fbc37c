import type { Counts } from './counts.ts';

/** Sums of much may rise by a hundredth: a fix adds some lines, a new dependency or a second look at everything adds more. */
const allowed = (name: string, before: number): number =>
  /kilobytes|: calls a service/i.test(name) ? before * 1.01 : before;

/** Every count that is higher than the kept one, or not kept yet, as a line. */
export const rises = (kept: Counts, now: Counts): string[] =>
  Object.entries(now).flatMap(([name, count]) => {
    const before = kept[name];
    if (before === undefined) return [`${name}: not kept before, ${count} now`];
    return count > allowed(name, before) ? [`${name}: ${before} before, ${count} now`] : [];
  });
