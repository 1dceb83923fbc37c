import { type DiskCounts, diskCountsText } from '../disk/disk-state.ts';
import { troublesIn } from '../disk/disk-troubles.ts';
import type { Finding } from '../model/decision.ts';
import { dayMs, inWords } from '../model/durations.ts';
import type { ServiceName } from '../model/grouping.ts';
import { actionOf } from '../notices/actions.ts';
import { attention, namesInLine, ok, problem, type StatusLine } from './status.ts';

/** What runs found out about the disks. */
export interface DiskFacts {
  /** Of the last run that described the organization; null without one. */
  readonly counts: DiskCounts | null;
  /** Time since that run, in milliseconds; null without one. */
  readonly msAgo: number | null;
  /** The disk that may reach its maximum first if no run raises it; absent while none is expected to. */
  readonly first?: ServiceName & { /** `YYYY-MM-DD`, UTC. */ readonly day: string };
  /** Open findings, and those of a run that only looked; accepted ones are none. */
  readonly findings: readonly Finding[];
}

/** What comes of the disks if Headroom itself stops now. */
const withoutRuns = ({ project, service, day }: NonNullable<DiskFacts['first']>): string =>
  `without further runs the first disk may stop growing on ${day} (${project}/${service})`;

/** A project without alerts: a full disk in it is known when it is measured. */
const isUnwatched = ({ code }: Finding): boolean => code === 'alerts-unlisted';

/** A project without a reading of this run: its disks are as old as its last one, or none of them is known. */
const isUnread = ({ code }: Finding): boolean => code === 'project-unread';

/** Remedy of a line that says too little of the disks; undefined if it says enough. */
const tooLittle = ({ counts, msAgo, findings }: DiskFacts, longestMsAgo: number | null): string | undefined => {
  const isOld = longestMsAgo !== null && (msAgo ?? 0) > Math.max(longestMsAgo, dayMs);
  if (counts === null || isOld) return 'start a run for all projects';
  if (findings.some(isUnread)) return 'headroom runbook projects-unread';
  if (findings.some(isUnwatched)) return 'headroom report';
  return counts.known + counts.withoutAlert === 0 && counts.unknown > 0 ? 'headroom forecast --all' : undefined;
};

/**
 * Whether the disks have room, as far as runs know. A disk that is full and cannot grow, or has no room when it needs some,
 * is a problem until a person helps it or accepts it in the policy.
 * @param longestMsAgo the age up to which a run is the present, at least a day; null while no schedule starts runs
 */
export const judgeDisks = (facts: DiskFacts, longestMsAgo: number | null = dayMs): StatusLine => {
  const { counts, msAgo, findings, first: next } = facts;
  const troubles = troublesIn(findings);
  const unread = [...new Set(findings.filter(isUnread).map(({ project }) => project))].sort();
  const says = [
    ...troubles.map((trouble) => trouble.says),
    ...(findings.some(isUnwatched)
      ? ['the platform lists no alerts of some projects, so a full disk there is noticed late']
      : []),
    ...(unread.length > 0 ? [`not read: ${namesInLine(unread)}, so nothing is known of new or full disks there`] : []),
    ...(next === undefined ? [] : [withoutRuns(next)]),
    counts === null || msAgo === null
      ? 'unknown: no run has described the organization'
      : `${diskCountsText(counts)}; as of ${inWords(msAgo)} ago`,
  ].join('; ');
  const [first] = troubles.flatMap(({ at }) => at);
  if (first !== undefined) {
    const judge = troubles.some(({ isNow }) => isNow) ? problem : attention;
    return judge('disks', says, `headroom runbook ${actionOf(first).section}`);
  }
  const remedy = tooLittle(facts, longestMsAgo);
  return remedy === undefined ? ok('disks', says) : attention('disks', says, remedy);
};
