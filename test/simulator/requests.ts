import type { HeadroomEvent } from '../../lib/contract/events.ts';
import { type Approval, nameOf, type RunBegun, type WriteSeen } from './laws/law.ts';
import { diskWrites } from './laws/write-kind.ts';
import type { Life } from './life.ts';

/** How a run ended, as far as later requests of people depend on it. */
interface Ended {
  readonly begunMs: number;
  readonly events: readonly HeadroomEvent[];
  readonly writes: readonly WriteSeen[];
}

/** What people may ask of runs: which plan waits, and what which run wrote, as the platform and the events showed it. */
export interface Requests {
  /** What the laws must know of a request before its run begins. */
  readonly claims: (input: unknown) => Pick<RunBegun, 'approval' | 'approvals' | 'undone' | 'isOfOne'>;
  readonly ended: (runId: string, ended: Ended) => void;
  readonly wrote: () => readonly string[];
  readonly waiting: () => string | undefined;
}

interface Asked {
  readonly approvedDigest?: string;
  readonly undo?: string;
  readonly only?: unknown;
}

const askedIn = (input: unknown): Asked => (Array.isArray(input) ? {} : (input as Asked));

export const createRequests = ({ time }: Life): Requests => {
  const shown = new Map<string, Approval>();
  /** Approvals of people, whether a run could use them or not. */
  const given = new Map<string, Approval>();
  const changed: { readonly atMs: number; readonly name: string }[] = [];
  const begun = new Map<string, number>();
  const wrote: string[] = [];
  let waiting: string | undefined;

  /** Notes which plan a pass shows as waiting. */
  const show = (events: Ended['events']) => {
    const last = events.findLast(({ type }) => type === 'PlanNeedsApproval');
    waiting = last?.type === 'PlanNeedsApproval' ? last.detail.digest : undefined;
    if (waiting !== undefined) shown.set(waiting, { digest: waiting, shownMs: time.now(), used: new Set() });
  };

  return {
    claims: (input) => {
      const { approvedDigest: digest, undo, only } = askedIn(input);
      const fromMs = undo === undefined ? Number.POSITIVE_INFINITY : (begun.get(undo) ?? 0);
      const names = changed.filter(({ atMs }) => atMs >= fromMs).map(({ name }) => name);
      const approval = digest === undefined ? undefined : shown.get(digest);
      if (approval !== undefined) given.set(approval.digest, { ...approval, givenMs: time.now() });
      const approvals = [...given.values()];
      return {
        ...(approval && { approval }),
        approvals,
        ...(undo !== undefined && { undone: new Set(names) }),
        isOfOne: only !== undefined,
      };
    },
    ended: (runId, { begunMs, events, writes }) => {
      begun.set(runId, begunMs);
      for (const write of writes) {
        for (const { service } of diskWrites(write)) changed.push({ atMs: write.atMs, name: nameOf(service) });
      }
      if (writes.length > 0) wrote.push(runId);
      const made = writes.flatMap((write) =>
        diskWrites(write).map(({ kind, service }) => `${kind} of ${nameOf(service)}`),
      );
      for (const [digest, one] of given) given.set(digest, { ...one, used: new Set([...one.used, ...made]) });
      show(events);
    },
    wrote: () => wrote,
    waiting: () => waiting,
  };
};
