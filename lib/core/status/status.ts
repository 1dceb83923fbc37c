/** Status checks: one line for each subject, derived from facts. Times are in milliseconds. */

import { namesText } from '../model/visible-text.ts';

type StatusVerdict = 'ok' | 'attention' | 'problem';

/** The subjects in display order. */
const statusSubjects = [
  'secret',
  'platform',
  'permissions',
  'policy',
  'mode',
  'schedules',
  'last run',
  'disks',
  'lease',
  'audit',
  'approvals',
  'grants',
  'notices',
  'events',
  'readings',
  'dead letters',
  'versions',
] as const;

type StatusSubject = (typeof statusSubjects)[number];

export interface StatusLine {
  readonly subject: StatusSubject;
  readonly verdict: StatusVerdict;
  /** The state as text. */
  readonly says: string;
  /** Figures behind the text, for programs; absent without any. */
  readonly figures?: Readonly<Record<string, number | null>>;
  /** The remedy; empty exactly when the verdict is `ok`. */
  readonly remedy: string;
}

/** A fact, or the error of reading it: an unknown fact never counts as ok. */
export type Learnt<T> = { readonly value: T } | { readonly error: string };

const lineWith =
  (verdict: StatusVerdict) =>
  (subject: StatusSubject, says: string, remedy: string): StatusLine => ({ subject, verdict, says, remedy });

export const ok = (subject: StatusSubject, says: string): StatusLine => lineWith('ok')(subject, says, '');
export const attention = lineWith('attention');
export const problem = lineWith('problem');

/** The status line of a fact; a fact that could not be read is a problem. */
export const lineOf = <T>(
  subject: StatusSubject,
  learnt: Learnt<T>,
  judge: (value: T) => StatusLine,
  remedy: string,
): StatusLine => ('error' in learnt ? problem(subject, learnt.error, remedy) : judge(learnt.value));

/** Lines in display order. */
export const inOrder = (lines: readonly StatusLine[]): StatusLine[] =>
  statusSubjects.flatMap((subject) => lines.filter((line) => line.subject === subject));

/** Most names that one line shows. */
const mostNames = 3;

/** The first names, and the number of the others. */
export const namesInLine = (names: readonly string[]): string => namesText(names, mostNames, ' and');

const verdicts: readonly StatusVerdict[] = ['ok', 'attention', 'problem'];

/** The worst verdict of all lines; `problem` without any line. */
export const worstOf = (lines: readonly StatusLine[]): StatusVerdict =>
  verdicts.findLast((verdict) => lines.some((line) => line.verdict === verdict)) ?? 'problem';

/** How often each state occurs, in their order, such as `2 ok, 1 unknown`; states that do not occur are left out. */
const countsText = <State extends string>(states: readonly State[], all: readonly State[]): string =>
  states
    .map((state) => ({ state, count: all.filter((own) => own === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ');

/** `Status: problem; 7 ok, 1 attention, 1 problem.` */
export const statusSummary = (lines: readonly StatusLine[]): string =>
  `Status: ${worstOf(lines)}; ${countsText(
    verdicts,
    lines.map(({ verdict }) => verdict),
  )}.`;
