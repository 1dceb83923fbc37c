import { dayMs, hourMs, minuteMs } from '../model/durations.ts';

/** The answer to "is it working?": one line for each thing that must be right, judged of facts. Times are milliseconds. */

export type StatusVerdict = 'ok' | 'attention' | 'problem';

/** What is looked at, in the order in which it is shown. */
const statusSubjects = [
  'secret',
  'platform',
  'permissions',
  'mode',
  'schedules',
  'last run',
  'lease',
  'dead letters',
  'versions',
] as const;

export type StatusSubject = (typeof statusSubjects)[number];

export interface StatusLine {
  readonly subject: StatusSubject;
  readonly verdict: StatusVerdict;
  /** What is there, in words. */
  readonly says: string;
  /** What to do about it; empty exactly when the verdict is `ok`. */
  readonly remedy: string;
}

/** A fact, or why it could not be learnt: not knowing is never taken for being well. */
export type Learnt<T> = { readonly value: T } | { readonly error: string };

export const ok = (subject: StatusSubject, says: string): StatusLine => ({ subject, verdict: 'ok', says, remedy: '' });

export const attention = (subject: StatusSubject, says: string, remedy: string): StatusLine => ({
  subject,
  verdict: 'attention',
  says,
  remedy,
});

export const problem = (subject: StatusSubject, says: string, remedy: string): StatusLine => ({
  subject,
  verdict: 'problem',
  says,
  remedy,
});

/** Judges a fact; one that could not be learnt is a problem. */
export const lineOf = <T>(
  subject: StatusSubject,
  learnt: Learnt<T>,
  judge: (value: T) => StatusLine,
  remedy: string,
): StatusLine => ('error' in learnt ? problem(subject, learnt.error, remedy) : judge(learnt.value));

const severity = { ok: 0, attention: 1, problem: 2 } as const;

/** The worst verdict of all lines; `problem` of no lines at all. */
export const worstOf = (lines: readonly StatusLine[]): StatusVerdict =>
  lines.length === 0
    ? 'problem'
    : lines.reduce<StatusVerdict>(
        (worst, { verdict }) => (severity[verdict] > severity[worst] ? verdict : worst),
        'ok',
      );

/** `Status: problem; 7 ok, 1 attention, 1 problem.` */
export const statusSummary = (lines: readonly StatusLine[]): string => {
  const counts = (['ok', 'attention', 'problem'] as const)
    .map((verdict) => ({ verdict, count: lines.filter((line) => line.verdict === verdict).length }))
    .filter(({ count }) => count > 0);
  return `Status: ${worstOf(lines)}; ${counts.map(({ verdict, count }) => `${count} ${verdict}`).join(', ')}.`;
};

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A length of time in its largest unit that makes at least two, `90 minutes`; whole, rounded down. */
export const inWords = (ms: number): string => {
  if (ms < 2 * minuteMs) return counted(Math.max(0, Math.floor(ms / 1000)), 'second');
  if (ms < 2 * hourMs) return counted(Math.floor(ms / minuteMs), 'minute');
  return ms < 2 * dayMs ? counted(Math.floor(ms / hourMs), 'hour') : counted(Math.floor(ms / dayMs), 'day');
};
