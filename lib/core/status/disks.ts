import { troublesIn } from '../disk/disk-troubles.ts';
import { type KnownDisks, knownDisksText } from '../disk/known-disks.ts';
import { counted } from '../model/visible-text.ts';
import { actionOf } from '../notices/actions.ts';
import type { KnownFinding } from '../notices/known-findings.ts';
import { attention, namesInLine, ok, problem, type StatusLine } from './status.ts';

/** What runs found out about the disks. */
export interface DiskFacts {
  /** Of the last run that described the organization; null without one. */
  readonly known: KnownDisks | null;
  /** Findings that are open since some run; accepted ones are none. */
  readonly open: readonly KnownFinding[];
}

/**
 * Whether every disk has room as far as runs know: a setting that is right is no room yet. A disk that is full, or cannot grow
 * when it has to, is a problem until a person helps it or accepts it in the policy.
 */
export const judgeDisks = ({ known, open }: DiskFacts): StatusLine => {
  const troubles = troublesIn(open);
  const unseen = open.filter(({ code }) => code === 'alerts-unlisted').map(({ project }) => project);
  const says = [
    ...troubles.map((trouble) => trouble.says),
    ...(unseen.length === 0
      ? []
      : [`full disks are known late in ${counted(unseen.length, 'project')} (${namesInLine(unseen)})`]),
    known === null ? 'unknown: no run has described the organization yet' : knownDisksText(known),
  ].join('; ');
  const [first] = troubles.flatMap(({ at }) => at);
  if (first !== undefined) {
    const judge = troubles.some(({ isNow }) => isNow) ? problem : attention;
    return judge('disks', says, `headroom runbook ${actionOf(first).section}`);
  }
  if (known === null) return attention('disks', says, 'headroom plan');
  return unseen.length === 0 ? ok('disks', says) : attention('disks', says, 'headroom report');
};
