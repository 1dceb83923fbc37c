import { minuteMs } from '../../lib/core/model/durations.ts';
import type { Edge } from '../../lib/platform/index.ts';
import { fullTimeOf } from '../../lib/platform/truth.ts';
import { unreported } from './laws/full-disks.ts';
import { type Law, nameOf } from './laws/law.ts';
import { truthAt } from './surroundings/truth.ts';

/** Minutes of one life, all disks together. */
export interface FullMinutes {
  /** At 100 %. */
  readonly full: number;
  /** At 90 % or more and not growing, from the pass that read the disk until a report named it; 0 is the promise. */
  readonly unreported: number;
}

export interface FullMinutesCount {
  /** Breaks for no pass: it only counts. */
  readonly law: Law;
  readonly minutes: () => FullMinutes;
}

/** Counts the minutes for which disks were full, and those that reports kept silent about. */
export const createFullMinutes = (edge: Edge): FullMinutesCount => {
  const startMs = edge.clock.nowMs();
  /** Silent disks, with the moment up to which their time is counted. */
  let silent = new Map<string, number>();
  let silentMs = 0;
  return {
    law: {
      name: 'minutes of full disks',
      source: 'what the product is for',
      afterPass: (pass, circumstances) => {
        if (pass.isDisturbed) return [];
        for (const sinceMs of silent.values()) silentMs += pass.atMs - sinceMs;
        const found = unreported(pass, circumstances);
        for (const { truth, readMs } of found) if (!silent.has(nameOf(truth))) silentMs += pass.atMs - readMs;
        silent = new Map(found.map(({ truth }) => [nameOf(truth), pass.atMs]));
        return [];
      },
    },
    minutes: () => {
      const nowMs = edge.clock.nowMs();
      const fullMs = truthAt(edge).reduce((ms, { service }) => ms + fullTimeOf(service, startMs, nowMs).ms, 0);
      const openMs = [...silent.values()].reduce((ms, sinceMs) => ms + nowMs - sinceMs, 0);
      return { full: Math.round(fullMs / minuteMs), unreported: Math.ceil((silentMs + openMs) / minuteMs) };
    },
  };
};
