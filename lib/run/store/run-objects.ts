import type * as z from 'zod';
import type { Change, ChangeResult, ProposedChange } from '../../core/change/change.ts';
import type { FreezePeriods } from '../../core/model/freeze.ts';
import type { FoundMode } from '../../core/model/mode.ts';
import type { Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Coverage } from '../../core/notices/coverage.ts';
import type { Outcome } from '../../core/plan/outcome.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { lease } from './schemas/memory.ts';
import type { progress, run } from './schemas/run.ts';

/** As the code has an object of a schema: nothing that was read is changed in place. */
type Stored<S extends z.ZodType> = Immutable<z.infer<S>>;
type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;

export type RunObject = Stored<typeof run>;

/** What survey read of one project. */
export type SurveyObject = Pick<Snapshot, 'services' | 'endpoints'>;

/** How a run ended, for people and for programs. */
export interface ReportObject {
  readonly runId: string;
  readonly startedAt: string | null;
  readonly endedAt: string;
  readonly outcome: Outcome;
  /** Error name and text when the run failed as a whole. */
  readonly error: string | null;
  readonly cause: string | null;
  readonly plan: Plan | null;
  readonly results: readonly ChangeResult[];
  readonly unread: readonly UnreadProject[];
  /** How much of the organization Headroom sees; absent when the run ended before it listed the projects. */
  readonly coverage?: Coverage;
}

export type Lease = Stored<typeof lease>;

/** The freeze windows of a run, and the moment for which its plan heeds them. */
export interface RunFreeze extends FreezePeriods {
  /** Milliseconds since 1970. */
  readonly begunMs: number;
  /** The mode of the store that the run was asked to overrule; absent where the mode holds for it. */
  readonly overruled?: FoundMode;
}

export type ProgressObject = Stored<typeof progress>;

/** How trying a change ended, before reading back: `accepted` means that the platform took it. */
export type Attempt = ProgressObject['attempts'][number] & { readonly change: Change };

/** A write to the platform that was sent, or may have been. */
export type SentWrite = NonNullable<Attempt['write']>;

/** The changes of one project in one phase, or how they ended. */
export type ChangeList = readonly Change[];
export type ResultList = readonly ChangeResult[];

/** A plan that was shown to people: in the store because it waits for approval, or in a file. */
export interface Proposal {
  readonly digest: string;
  /** ISO 8601, UTC: when the world was looked at for it. */
  readonly proposedAt: string;
  /** Projects that it was made for; null when for all. */
  readonly projects: readonly string[] | null;
  readonly changes: readonly ProposedChange[];
}

/** An answer of the platform, and when it gave it. */
export interface Kept<T> {
  /** ISO 8601, UTC. */
  readonly askedAt: string;
  readonly answer: T;
}
