import type { AuditLink } from '../audit/audit.ts';
import type { ChangeResult, ChangeStatus } from '../change/change.ts';
import { hourMs, inWords } from '../model/durations.ts';
import { byText } from '../model/grouping.ts';
import { mayLook } from '../model/mode.ts';
import type { Mode } from '../model/model.ts';
import { signed } from './line.ts';
import type { Plan, Summary } from './plan-result.ts';

/** How a run ended. */
export type Outcome =
  | 'nothing'
  | 'applied'
  | 'coalesced'
  | 'observed'
  | 'stopped'
  | 'needs-approval'
  | 'refused'
  | 'partial'
  | 'failed';

interface RunFacts {
  readonly mode: Mode;
  /** Null when the run ended before there was a plan. */
  readonly plan: Plan | null;
  readonly results: readonly ChangeResult[];
  /** Projects that could not be read. */
  readonly unread: number;
  /** The run failed as a whole. */
  readonly failed: boolean;
  /** The run declined its request, such as an approval that was already used, and wrote nothing. */
  readonly refused: boolean;
  /** The run ended because another run does its work. */
  readonly coalesced?: boolean;
  /** The run only looked, so it carried out nothing of its plan and proposed nothing. */
  readonly readOnly?: boolean;
}

/**
 * Outcome of a run. Only confirmed changes count as applied. A change without a result, or one that was skipped, failed or
 * not visible when read back, makes the run partial; so does an unread project.
 */
export const outcomeOf = (facts: RunFacts): Outcome => {
  const { mode, plan, results, unread, failed, refused, coalesced, readOnly = false } = facts;
  if (coalesced) return 'coalesced';
  if (refused) return 'refused';
  if (failed || plan === null) return 'failed';
  if (!mayLook(mode)) return 'stopped';
  if (plan.verdict === 'observe' || (readOnly && plan.verdict !== 'nothing')) return 'observed';
  if (plan.verdict === 'needs-approval') return 'needs-approval';
  const confirmed = results.filter((result) => result.status === 'confirmed').length;
  if (unread > 0 || confirmed < plan.changes.length) return 'partial';
  return plan.changes.length === 0 ? 'nothing' : 'applied';
};

/** The time limit of the workflow (lib/workflow/reconcile.ts): an older run is over, whatever its record says. */
export const longestRunMs = 6 * hourMs;

/** One row of the list of runs. It is small, stored separately from the run, and outlives it. */
export interface RunSummary {
  readonly runId: string;
  /** ISO 8601, UTC; the end for a run that failed before its start. */
  readonly startedAt: string;
  /** ISO 8601, UTC; null while it is running, and permanently if it was interrupted. */
  readonly endedAt: string | null;
  /** Null whenever `endedAt` is. */
  readonly outcome: Outcome | null;
  /** Null if the run failed too early. */
  readonly trigger: { readonly kind: 'schedule' | 'event' | 'manual'; readonly by: string } | null;
  readonly mode: Mode | null;
  /** Version of Headroom that began it; absent if it failed too early. */
  readonly codeVersion?: string;
  /** Whether it was for some projects of the organization; absent: for all, or it has not ended. */
  readonly part?: true;
  /** The run that it undoes; null for every other run. */
  readonly undo: string | null;
  readonly digest: string | null;
  /** Numbers of its plan; null without a plan. */
  readonly plan: ReturnType<typeof numbersOf> | null;
  /** Number of its changes by status; each change is one write. */
  readonly results: Readonly<Record<ChangeStatus, number>>;
  readonly findings: number;
  /** Projects that could not be read. */
  readonly unread: number;
  /** Name and text of the error that ended it; null without one. */
  readonly error: string | null;
  /** Events of the run that the bus did not take at its end; absent: none. */
  readonly unpublished?: number;
  /** The end of the audit when the run had ended; absent before, and if it could not be read. */
  readonly audit?: AuditLink;
}

/** Kinds of planned changes and their words, in the order of the plan's own line. */
const plannedKinds = [
  ['enable', 'enable'],
  ['raise', 'raise'],
  ['lower', 'lower'],
  ['disable', 'disable'],
  ['configure', 'configure'],
  ['adopt', 'adopt'],
  ['giveBack', 'give back'],
  ['reclaim', 'reclaim'],
  ['grow', 'grow'],
] as const;

const amounts = ['addedGb', 'addedMonthly', 'netGb', 'netMonthly', 'currency'] as const;

type PlannedNumber = (typeof plannedKinds)[number][0] | (typeof amounts)[number];

/** What the list of runs shows of a plan's numbers. */
export const numbersOf = (summary: Summary): Pick<Summary, PlannedNumber> => {
  const names: readonly PlannedNumber[] = [...plannedKinds.map(([kind]) => kind), ...amounts];
  return Object.fromEntries(names.map((name) => [name, summary[name]])) as Pick<Summary, PlannedNumber>;
};

/** Numbers of what a run planned, such as `4 to enable`; empty for nothing. */
export const plannedText = ({ plan }: RunSummary): string =>
  plannedKinds.flatMap(([kind, word]) => (plan?.[kind] ? [`${plan[kind]} to ${word}`] : [])).join(', ');

/** How many of the writes that a run tried are confirmed, such as `3 of 4`; empty if it tried none. */
export const writtenText = ({ results: { confirmed, unconfirmed, failed, skipped } }: RunSummary): string => {
  const all = confirmed + unconfirmed + failed + skipped;
  return all === 0 ? '' : `${confirmed} of ${all}`;
};

/** What a run adds, less what it takes away: GB and money a month, with a sign; empty if nothing changes, or is known. */
export const netTexts = ({ plan }: RunSummary): { readonly gb: string; readonly monthly: string } => {
  const { addedGb = 0, netGb = 0, netMonthly = null } = plan ?? {};
  if (addedGb === 0 && netGb === 0) return { gb: '', monthly: '' };
  return { gb: signed(`${netGb}`), monthly: netMonthly === null ? '' : signed(netMonthly) };
};

/** Newest first; runs with the same start by id. */
export const byNewest = (a: RunSummary, b: RunSummary): number =>
  byText(b.startedAt, a.startedAt) || byText(b.runId, a.runId);

/** How long a run worked; the moment of its start for a run whose clock went backwards. */
export const tookText = (startedAt: string | null, endedAt: string): string => {
  const ms = startedAt === null ? Number.NaN : Date.parse(endedAt) - Date.parse(startedAt);
  return ms >= 0 ? `after ${inWords(ms)}` : `begun ${startedAt ?? 'at an unknown time'}`;
};
