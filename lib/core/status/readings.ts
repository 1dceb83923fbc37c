import { isOverdue, wantedMinutes } from '../inventory/readings.ts';
import { inWords, minuteMs } from '../model/durations.ts';
import { namesInLine, ok, type StatusLine } from './status.ts';

/** The last readings of all projects. */
export interface ReadingFacts {
  /** Projects with a reading. */
  readonly projects: number;
  /** Null without any reading. */
  readonly oldest: { readonly project: string; readonly msAgo: number } | null;
  /** The age that no reading should exceed; null where no schedule promises one. */
  readonly promisedMinutes: number | null;
  /** The minutes within which a new service has its autoscaler; null where no schedule promises it. */
  readonly newServiceMinutes: number | null;
  /** Projects that were listed and never read. */
  readonly neverRead: readonly string[];
  /** Projects whose last attempt failed. */
  readonly troubled: readonly { readonly project: string; readonly error: string }[];
}

const section = 'headroom runbook readings-overdue';

/** Problem of the facts, the worst first; undefined if there is none. */
const judge = (
  { oldest, promisedMinutes, neverRead, troubled }: ReadingFacts,
  everyMinutes: number | null,
): readonly ['attention' | 'problem', remedy: string] | undefined => {
  const ageMs = oldest?.msAgo ?? 0;
  if (isOverdue(ageMs, promisedMinutes)) return ['problem', section];
  if (promisedMinutes !== null && ageMs > promisedMinutes * minuteMs) return ['attention', section];
  if (troubled.length > 0) return ['attention', 'headroom runbook projects-unread'];
  if (neverRead.length > 0) {
    const isNext = promisedMinutes !== null;
    return ['attention', isNext ? 'none needed: the next passes read them first' : 'headroom runbook projects-unread'];
  }
  if (promisedMinutes === null || promisedMinutes <= wantedMinutes) return undefined;
  // With two intervals every project is read in every pass, so more calls would change nothing.
  const isTooRare = everyMinutes !== null && promisedMinutes <= 2 * everyMinutes;
  const setting = isTooRare ? 'start passes more often: schedules.reconcile' : 'raise callsPerMinute';
  return ['attention', `more than a day; ${setting} in cdk.json`];
};

/**
 * Whether the last readings of the projects are as young as the schedule promises.
 * @param facts null before the first run
 * @param everyMinutes minutes between two passes; null when unknown
 */
export const judgeReadings = (facts: ReadingFacts | null, everyMinutes: number | null = null): StatusLine => {
  if (facts === null) return ok('readings', 'none yet; the next run reads every project');
  const { projects, oldest, promisedMinutes, newServiceMinutes, neverRead, troubled } = facts;
  const age = oldest === null ? '' : `; the oldest is ${inWords(oldest.msAgo)} old (${oldest.project})`;
  const promised = promisedMinutes === null ? '' : `; promised: ${inWords(promisedMinutes * minuteMs)}`;
  const failures = troubled.map(({ project, error }) => `${project} (${error})`);
  const failed = troubled.length === 0 ? '' : `; ${troubled.length} failed last time: ${namesInLine(failures)}`;
  const never = neverRead.length === 0 ? '' : `; ${neverRead.length} never read: ${namesInLine(neverRead)}`;
  const served =
    newServiceMinutes === null
      ? ''
      : `; a new service gets its autoscaler within ${inWords(newServiceMinutes * minuteMs)}`;
  const says = `${projects} ${projects === 1 ? 'project' : 'projects'}${age}${promised}${served}${failed}${never}`;
  const oldestMinutes = oldest === null ? null : Math.floor(oldest.msAgo / minuteMs);
  const figures = { projects, oldestMinutes, promisedMinutes, newServiceMinutes };
  const [verdict, remedy] = judge(facts, everyMinutes) ?? (['ok', ''] as const);
  return { subject: 'readings', verdict, says, figures, remedy };
};
