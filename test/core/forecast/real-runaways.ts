import type { Sample } from '../../../lib/core/forecast/growth.ts';
import { runawayOf } from '../../../lib/core/forecast/runaway.ts';
import { readSeries } from './real-growth.ts';

const storedDays = 120;
const firstDay = 30;
const leastChanges = 8;
const quietDays = 60;
const weekDays = 7;
/** A finding this many days after a step still finds it. */
const soonDays = 3;
const leastStep = 0.1;

/** What findings of runaways are worth on real growth. Every source weighs the same in the shares of days. */
interface RunawayFigures {
  /** Share of the days of a disk that have a finding. */
  readonly days: number;
  /** Findings a year of a disk; days in a row are one. */
  readonly aYear: number;
  readonly steps: number;
  /** Share of the steps with a finding on their day or the two days after it. */
  readonly found: number;
  /** Share of each look, and of those the share whose rise was gone, for the most part, within the next week. */
  readonly looks: Readonly<Record<string, { readonly share: number; readonly gone: number }>>;
}

/** Whether a day has a step: within a day more than in the two months before it together, which stays for a week. */
const isStep = (gb: readonly number[], at: number): boolean => {
  const before = gb.slice(at - quietDays, at);
  const rise = Math.min(...gb.slice(at, at + weekDays)) - Math.max(...gb.slice(at - weekDays, at));
  const range = Math.max(...before) - Math.min(...before);
  return rise > Math.max(range, leastStep * (gb[at - 1] ?? 0));
};

/** Judges every day of every series with what was known on it. */
export const runawayFigures = (): RunawayFigures => {
  const shares = new Map<string, { found: number; days: number }>();
  const looks = new Map<string, { all: number; gone: number }>();
  let [findings, days, steps, found] = [0, 0, 0, 0];
  for (const { source, bytes } of readSeries()) {
    if (bytes.filter((value, at) => at > 0 && value !== bytes[at - 1]).length < leastChanges) continue;
    const gb = bytes.map((size) => size / 1e9);
    const samples = gb.map((size, day): Sample => ({ day, gb: size }));
    const share = shares.get(source) ?? { found: 0, days: 0 };
    shares.set(source, share);
    const isFound = gb.map((_, at) => {
      if (at < firstDay) return false;
      const runaway = runawayOf(samples.slice(Math.max(0, at + 1 - storedDays), at + 1));
      share.days += 1;
      if (runaway === null) return false;
      share.found += 1;
      const look = looks.get(runaway.looksLike) ?? { all: 0, gone: 0 };
      looks.set(runaway.looksLike, look);
      look.all += 1;
      const next = gb.slice(at + 1, at + 1 + weekDays);
      look.gone += Number(Math.min(...next) < (gb[at] ?? 0) - runaway.gb / 2);
      return true;
    });
    days += gb.length - firstDay;
    findings += isFound.filter((one, at) => one && !isFound[at - 1]).length;
    for (let at = quietDays; at < gb.length - weekDays; at += 1) {
      if (!isStep(gb, at)) continue;
      steps += 1;
      found += Number(isFound.slice(at, at + soonDays).includes(true));
    }
  }
  const bySource = [...shares.values()].map((one) => one.found / one.days);
  const all = [...looks.values()].reduce((sum, one) => sum + one.all, 0);
  return {
    days: bySource.reduce((sum, one) => sum + one, 0) / bySource.length,
    aYear: (365 * findings) / days,
    steps,
    found: found / steps,
    looks: Object.fromEntries(
      [...looks].map(([name, one]) => [name, { share: one.all / all, gone: one.gone / one.all }]),
    ),
  };
};
