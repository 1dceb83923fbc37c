import { dailyPass, type RunRequest } from '../../contract/run-request.ts';
import { isReading, leavesReading, type Reader, readerInstead } from '../../core/inventory/coalesce.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { appliesPolicy } from '../../core/plan/plan-input.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, updateObject } from '../store/objects.ts';
import type { Readers } from '../store/schemas/memory.ts';
import { sha256 } from '../store/sha256.ts';

/** Whether a request covers the whole organization and applies its policy, as a scheduled pass does. */
const isPass = (request: RunRequest): boolean =>
  request.projects === undefined && appliesPolicy(request) && request.approvedDigest === undefined;

/** A request that waits for the next run. */
export type OpenRequest = NonNullable<Readers['requests']>[number];

/** What else is going on when a run begins to read. */
interface Beginning {
  /** The run that does the work of this one; undefined if this run reads. */
  readonly instead: Reader | undefined;
  /** Requests that wait for a run; empty if this one covers neither the organization nor what events name. */
  readonly open: readonly OpenRequest[];
  /** Projects that this run reads at most; undefined: all. */
  readonly reads: number | undefined;
}

/** The beginning of a run that neither waits for others nor serves them. */
export const alone: Omit<Beginning, 'reads'> = { instead: undefined, open: [] };

/** A run that is about to read. */
interface NewReader {
  readonly runId: string;
  readonly request: RunRequest;
  /** Text of the policy document. */
  readonly policy: string;
}

/**
 * Notes that a run begins to read, unless another run that has not planned yet does its work.
 * @throws StoreUnavailable
 */
export const beginReading = async (
  { store, clock }: StorePorts,
  { runId, request, policy }: NewReader,
): Promise<Beginning> => {
  const { everyMinutes = 0 } = request;
  const whole: Reader = {
    runId,
    by: request.trigger.by,
    since: isoInstant(clock.now()),
    isPass: isPass(request),
    isDaily: request.trigger.by === dailyPass,
    reads: request.reads ?? null,
    policy: sha256(policy),
  };
  let self = whole;
  let instead: Reader | undefined;
  let open: readonly OpenRequest[] = [];
  await updateObject<Readers>(store, keys.readers, (noted) => {
    const others = (noted?.runs ?? []).filter((other) => other.runId !== runId && isReading(other, clock.now()));
    self = leavesReading(others, whole, everyMinutes, clock.now()) ? { ...whole, reads: 0 } : whole;
    instead = request.trigger.kind === 'schedule' ? readerInstead(others, self, clock.now()) : undefined;
    open = self.isPass || request.trigger.kind === 'event' ? (noted?.requests ?? []) : [];
    if (instead === undefined) return { ...noted, runs: [...others, self] };
    const runs = others.map((other) => (other.runId === instead?.runId ? { ...other, coalesced: runId } : other));
    return { ...noted, runs };
  });
  return { instead, open, reads: self.reads ?? undefined };
};

/** Notes that a run has read, or will not. @returns whether it was noted as reading */
export const endReading = async (store: Store, runId: string): Promise<boolean> => {
  let wasReading = false;
  await updateObject<Readers>(store, keys.readers, (noted) => {
    const isReader = noted?.runs.some((reader) => reader.runId === runId) ?? false;
    // Tried again, because the answer to the first write was lost, it no longer is.
    wasReading ||= isReader;
    return noted && isReader ? { ...noted, runs: noted.runs.filter((reader) => reader.runId !== runId) } : undefined;
  });
  return wasReading;
};

/** Leaves the request of a run that waited for the lease in vain to the next run (scale §4). */
export const leaveRequest = (store: Store, request: OpenRequest): Promise<void> =>
  updateObject<Readers>(store, keys.readers, (noted) => {
    const others = (noted?.requests ?? []).filter(({ runId }) => runId !== request.runId);
    return { runs: [], ...noted, requests: [...others, request] };
  });

/** Notes that the requests of these runs are served. */
export const endRequests = (store: Store, served: readonly string[]): Promise<void> =>
  updateObject<Readers>(store, keys.readers, (noted) => {
    const requests = noted?.requests?.filter(({ runId }) => !served.includes(runId)) ?? [];
    return noted && { runs: noted.runs, ...(requests.length > 0 && { requests }) };
  });

/** Runs that read the organization. */
export const currentReaders = async (store: Store, nowMs: number): Promise<readonly Reader[]> =>
  ((await readIfWhole<Readers>(store, keys.readers))?.runs ?? []).filter((reader) => isReading(reader, nowMs));
