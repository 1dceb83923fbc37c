import type { ProposedChange } from '../change/change.ts';
import { hourMs, isoInstant, minuteMs } from '../model/durations.ts';
import type { Guardrails } from '../model/policy-document.ts';

/**
 * An approval is an upper bound for the writes of any number of runs (docs/internals/decisions.md, "An approval is an upper bound, not
 * a permit for one plan"). A run proposes it, a person gives it, later runs use its changes.
 */
interface Bound {
  /** Of the proposed plan. */
  readonly digest: string;
  /** When the plan was proposed, by the clock of its machine. */
  readonly proposedAt: string;
  /** Whether the plan is for all projects. */
  readonly isWhole: boolean;
  /** Whether it allows all of its changes together or none. */
  readonly exact: boolean;
  readonly changes: readonly ProposedChange[];
  /** Indexes in `changes` that runs have used: each approved change is carried out once. */
  readonly used: ReadonlySet<number>;
}

/** Who gave an approval, as far as known, and when; ISO 8601, UTC. */
interface Given {
  readonly by: string;
  readonly approvedAt: string;
}

/** An approval that runs may use. */
export interface OpenApproval extends Bound, Given {
  readonly state: 'approved';
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
}

/** An approval by what has become of it; only an approved one allows something. */
export type Approval =
  | OpenApproval
  | (Bound & { readonly state: 'pending' })
  | (Bound & { readonly state: 'used'; readonly last: Use })
  | (Bound & { readonly state: 'expired'; readonly from: 'proposed' | 'approved'; readonly at: string });

/** Changes that a run has used, by their indexes. */
interface Use {
  readonly runId: string;
  readonly at: string;
  readonly indexes: readonly number[];
}

/** From when on the hours of a proposal count in which a person may approve it. */
export const pendingSince = ({
  proposedAt,
  renewedAt,
}: Pick<ApprovalParts['proposed'], 'proposedAt' | 'renewedAt'>): string => renewedAt ?? proposedAt;

/** What different writers store of one approval. */
interface ApprovalParts {
  readonly proposed: Pick<Bound, 'digest' | 'proposedAt' | 'changes'> & {
    readonly renewedAt?: string;
    readonly projects: readonly string[] | null;
  };
  /** Undefined: no person has given it. */
  readonly given: (Given & { readonly exact: boolean }) | undefined;
  readonly uses: readonly Use[];
}

type Hours = Pick<Guardrails, 'approvalHours'>;

/** Allowed clock difference between two machines. */
const clockToleranceMs = 5 * minuteMs;

/** Whether a time is later than clocks of two machines explain. */
export const isFromFuture = (time: string, nowMs: number): boolean => Date.parse(time) > nowMs + clockToleranceMs;

/** Whether approvals of this time have expired. An unreadable time has, and so has one in the future. */
export const isOld = (time: string, { approvalHours }: Hours, nowMs: number): boolean =>
  isFromFuture(time, nowMs) || !(Math.max(0, nowMs - Date.parse(time)) < approvalHours * hourMs);

const openOf = (bound: Bound, { by, approvedAt }: Given, { approvalHours }: Hours): OpenApproval => ({
  ...bound,
  state: 'approved',
  by,
  approvedAt,
  expiresAt: isoInstant(Date.parse(approvedAt) + approvalHours * hourMs),
});

/**
 * The approval that its parts make, with its state.
 * @param exact whether the request wants the whole plan or nothing, also if the approval allows a part
 */
export const approvalFrom = (parts: ApprovalParts, exact: boolean, hours: Hours, nowMs: number): Approval => {
  const { proposed, given, uses } = parts;
  const { digest, proposedAt, changes, projects } = proposed;
  const used = new Set(uses.flatMap(({ indexes }) => indexes));
  const isExact = exact || given?.exact === true;
  const bound: Bound = { digest, proposedAt, isWhole: projects === null, exact: isExact, changes, used };
  const last = uses.at(-1);
  if (last !== undefined && (isExact || used.size >= changes.length)) return { ...bound, state: 'used', last };
  const at = given?.approvedAt ?? pendingSince(proposed);
  if (isOld(at, hours, nowMs)) return { ...bound, state: 'expired', from: given ? 'approved' : 'proposed', at };
  return given === undefined ? { ...bound, state: 'pending' } : openOf(bound, given, hours);
};

/** The same approval, given by a person now. */
export const givenNow = (pending: Bound, by: string, hours: Hours, nowMs: number): OpenApproval =>
  openOf(pending, { by, approvedAt: isoInstant(nowMs) }, hours);
