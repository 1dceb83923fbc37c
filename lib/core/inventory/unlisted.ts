import { type Finding, findingAt } from '../model/decision.ts';
import { dayMs, isoInstant } from '../model/durations.ts';
import { byText } from '../model/grouping.ts';
import type { RememberedProject } from '../model/model.ts';
import { counted } from '../model/visible-text.ts';
import { seenBy } from './due.ts';

/**
 * Time for which a project that is no longer listed counts in budgets: the token may have lost its role in it, and its
 * autoscalers go on. The platform does not tell such a project from a deleted one.
 */
const countsMs = 7 * dayMs;

/** Projects that the platform no longer lists, with the time at which a run first missed each (ISO 8601, UTC). */
type Unlisted = Readonly<Record<string, string>>;

/**
 * The projects that earlier runs read and the platform no longer lists, as long as they count.
 * @param indexed names of the projects that were listed last
 * @param before projects that were missing already
 */
export const unlistedProjects = (
  indexed: Iterable<string>,
  before: Unlisted,
  listed: readonly string[],
  nowMs: number,
): Unlisted => {
  const now = isoInstant(nowMs);
  const isListed = new Set(listed);
  // A time in the future comes from a clock that was ahead.
  const missed = new Map([...indexed].map((name) => [name, now]));
  for (const [name, since] of Object.entries(before)) missed.set(name, seenBy(now, since) || now);
  const counting = [...missed].filter(([name, since]) => !isListed.has(name) && nowMs - Date.parse(since) < countsMs);
  return Object.fromEntries(counting.sort(([a], [b]) => byText(a, b)));
};

/**
 * The number of services that count: by the last reading they have an autoscaler or a nearly full disk, or a run may have granted
 * an autoscaler since.
 */
export const countedServices = ({ services, granted = [], alerts, lastAlerts = [] }: RememberedProject): number => {
  const counting = new Set([...granted, ...(alerts ?? lastAlerts)].map(({ service }) => service));
  return services.filter(({ name, integrations }) => integrations.length > 0 || counting.has(name)).length;
};

/** What was last read of a project that is no longer listed. */
interface LastSeen {
  /** Services that count. */
  readonly counted: number;
  readonly disks: number;
}

/** The finding about a project that is no longer listed: nothing says any more how full its disks are. */
export const unlistedFinding = (project: string, since: string, seen: LastSeen): Finding => {
  const until = isoInstant(Date.parse(since) + countsMs).slice(0, 10);
  const what =
    seen.counted > 0
      ? `${counted(seen.counted, 'service')} with an autoscaler or a nearly full disk count as they were last read, until ${until}. `
      : `Nothing is known of its ${counted(seen.disks, 'disk')} any more. `;
  const message =
    `The platform no longer lists the project: it was deleted, or the token lost its role in it. ${what}` +
    "If the project still exists, give the token's owner the operator role in it.";
  return findingAt({ project, service: '' }, 'project-unlisted', message);
};
