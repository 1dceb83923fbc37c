import type { UndoPart } from '../../core/audit/undo-part.ts';
import type { Change, ChangeResult, ProposedChange } from '../../core/model/change.ts';
import type { Finding } from '../../core/model/decision.ts';
import type { FreezePeriods } from '../../core/model/freeze.ts';
import type { FoundMode } from '../../core/model/mode.ts';
import type { Mode, ProjectFacts, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Profile } from '../../core/model/profile.ts';
import type { Coverage } from '../../core/notices/coverage.ts';
import type { Outcome } from '../../core/plan/outcome.ts';
import type { Plan } from '../../core/plan/plan-result.ts';

/** What a run was asked and what it found first; written once by discover. */
export interface RunObject {
  readonly runId: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly trigger: { readonly kind: 'schedule' | 'event' | 'manual'; readonly by: string };
  /** The stricter of the policy's and the store's when the run began. */
  readonly mode: Mode;
  /** What a person should know of the run itself. */
  readonly notes: readonly Finding[];
  /** The policy document as it was when the run began, so that every task of the run decides by the same words. */
  readonly policy: string;
  /** Whose values the policy's search options have; absent: the documented ones. */
  readonly profile?: Profile;
  readonly projects: readonly ProjectFacts[];
  /** Projects that were asked for and are not of this organization: left alone. */
  readonly outside: readonly string[];
  /** Projects that were asked for; null when all were. */
  readonly asked: readonly string[] | null;
  readonly approvedDigest: string | null;
  readonly readOnly: boolean;
  /** The run whose writes are taken back; absent where the policy is carried out. */
  readonly undo?: string;
  /** The part of that run; absent for the whole of it. */
  readonly undoPart?: UndoPart;
  /** Every project of the organization, by name; empty when the run did not ask. */
  readonly listed: readonly string[];
  /** Key of the tag whose value says who is told of a service. */
  readonly ownerTag: string;
}

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

/** Who may write: one run at a time. */
export interface Lease {
  readonly runId: string;
  /** Who runs, in words for people. */
  readonly holder: string;
  /** ISO 8601, UTC; in the past once released. */
  readonly expiresAt: string;
  /** That the run ended in order; absent while it is at work, and where it died. */
  readonly released?: true;
}

/** The freeze windows of a run, and the moment for which its plan heeds them. */
export interface RunFreeze extends FreezePeriods {
  /** Milliseconds since 1970. */
  readonly begunMs: number;
  /** The mode of the store that the run was asked to overrule; absent where the mode holds for it. */
  readonly overruled?: FoundMode;
}

/** A write to the platform that was sent, or may have been. */
export interface SentWrite {
  /** ISO 8601, UTC: when it was first about to be sent. */
  readonly at: string;
  /** The platform's own id of the request; null when no answer came with one. */
  readonly requestId: string | null;
  /** Whether the platform may have done it although the attempt failed. */
  readonly uncertain: boolean;
}

/** How trying a change ended, before reading back: `accepted` means that the platform took it. */
export interface Attempt {
  readonly change: Change;
  readonly status: 'accepted' | 'failed' | 'skipped';
  readonly error?: string;
  /** Skipped because of the mode or a freeze; absent otherwise. */
  readonly restrained?: true;
  /** Absent where surely nothing was sent. */
  readonly write?: SentWrite;
}

/** As it is stored: attempts are in the order of the part's changes, so these need not be repeated. */
export interface ProgressObject {
  readonly attempts: readonly Omit<Attempt, 'change'>[];
  readonly made: readonly (readonly [string, string])[];
  /** The change after the attempts is about to be written, or was when the task died; absent when none is. */
  readonly intent?: { readonly at: string };
}

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
