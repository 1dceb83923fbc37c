import type * as z from 'zod';
import type { Change, ChangeEnd, ChangeResult, ProposedChange } from '../../core/change/change.ts';
import type { RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Coverage } from '../../core/notices/coverage.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Outcome } from '../../core/plan/run-summary.ts';
import type { inventoryIndex } from './schemas/inventory.ts';
import type { lease } from './schemas/memory.ts';
import type { latestReport, progressStep, report, run, runQuestions } from './schemas/run.ts';

/** Type of a schema's object in the code: deeply read-only. */
type ReadOnlyOf<S extends z.ZodType> = Immutable<z.infer<S>>;
type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;

export type RunObject = ReadOnlyOf<typeof run>;

/** The last reading of a project. */
export interface InventoryRecord extends Omit<RememberedProject, 'project' | 'recordedAt'> {
  readonly organization: string;
  /** The run that read it. */
  readonly runId: string;
  /** Begin of the reading. */
  readonly readAt: string;
  /** The run that changes the project since; absent if none does. */
  readonly changedBy?: string;
  /** Why the last attempt to read it failed; absent if it succeeded. */
  readonly trouble?: { readonly runId: string; readonly at: string; readonly error: string; readonly message: string };
  /** Services that count as published. */
  readonly announced: readonly string[];
  /** Day (since 1970, UTC) whose sizes are in the project's history; absent while a list is or was unexpectedly empty. */
  readonly historyDay?: number;
}

export type InventoryIndex = ReadOnlyOf<typeof inventoryIndex>;

/** What a project is made of, by one reading. */
export type SurveyObject = Pick<Snapshot, 'services' | 'endpoints' | 'readAt'>;

/** A project as the plan of a run saw it, and its changes of both phases that the run carries out, in the order of the plan. */
export interface PlannedProject extends SurveyObject {
  readonly changes: ChangeList;
}

/** Outcome of a run, for people and programs. */
export interface ReportObject {
  readonly runId: string;
  /** Version of Headroom that began the run; absent if it failed before it stored its request. */
  readonly codeVersion?: string;
  readonly startedAt: string | null;
  readonly endedAt: string;
  readonly outcome: Outcome;
  /** Error name if the whole run failed; `cause` is its message. */
  readonly error: string | null;
  readonly cause: string | null;
  readonly plan: Plan | null;
  readonly results: readonly ChangeResult[];
  readonly unread: readonly UnreadProject[];
  /** Coverage of the organization; absent if the run ended before it listed the projects. */
  readonly coverage?: Coverage;
  /** Whether the run was for some projects of the organization; absent: for all. */
  readonly part?: true;
  /** Events of the run that the bus did not take; absent: none. */
  readonly unpublished?: number;
}

/** A report as the store has it (lib/run/publish/reports.ts). */
export type StoredReport = ReadOnlyOf<typeof report>;

export type LatestReport = ReadOnlyOf<typeof latestReport>;

export type RunLookups = ReadOnlyOf<typeof runQuestions>;

export type Lease = ReadOnlyOf<typeof lease>;

export type ProgressStep = ReadOnlyOf<typeof progressStep>;

/** Result of an attempted change before reading back: `accepted` means that the platform accepted it. */
export type Attempt = ProgressStep['attempts'][number] & { readonly change: Change };

/** A write to the platform that was or may have been sent. */
export type SentWrite = NonNullable<Attempt['write']>;

/** Changes of one project in one phase, and how each of them ended. */
export type ChangeList = readonly Change[];
export type EndList = readonly ChangeEnd[];

/** A plan that was shown to people: pending approval in the store, or in a file. */
export interface ProposedPlan {
  readonly digest: string;
  /** ISO 8601, UTC: start of the run that read the platform for it. */
  readonly proposedAt: string;
  /** When a later run last found the same changes to wait; absent: not yet, and in a file. */
  readonly renewedAt?: string;
  /** Projects of the plan; null means all. */
  readonly projects: readonly string[] | null;
  readonly changes: readonly ProposedChange[];
}

/** A cached answer of the platform and its time. */
export interface StoredLookup<T> {
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  readonly answer: T;
  /** When the platform said since then that there is no such thing (404), which a later run must confirm. */
  readonly deniedAt?: string;
}
