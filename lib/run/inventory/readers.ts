import { appliesPolicy, dailyPass, type RunRequest } from '../../contract/run-request.ts';
import { isReading, type Reader, readerInstead } from '../../core/inventory/coalesce.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, updateObject } from '../store/objects.ts';
import type { Readers } from '../store/schemas/memory.ts';
import { sha256 } from '../store/sha256.ts';

/** Whether a request covers the whole organization and applies its policy, as a scheduled pass does. */
const isPass = (request: RunRequest): boolean =>
  request.projects === undefined && appliesPolicy(request) && request.approvedDigest === undefined;

/**
 * Notes that a run begins to read, unless another run that has not planned yet does its work.
 * @returns that other run; undefined if this run reads
 * @throws StoreUnavailable
 */
export const beginReading = async (
  { store, clock }: StorePorts,
  { runId, request, policy }: { readonly runId: string; readonly request: RunRequest; readonly policy: string },
): Promise<Reader | undefined> => {
  const self: Reader = {
    runId,
    by: request.trigger.by,
    since: isoInstant(clock.now()),
    isPass: isPass(request),
    isDaily: request.trigger.by === dailyPass,
    reads: request.reads ?? null,
    policy: sha256(policy),
  };
  let instead: Reader | undefined;
  await updateObject<Readers>(store, keys.readers, (noted) => {
    const others = (noted?.runs ?? []).filter((other) => other.runId !== runId && isReading(other, clock.now()));
    instead = request.trigger.kind === 'schedule' ? readerInstead(others, self, clock.now()) : undefined;
    if (instead === undefined) return { runs: [...others, self] };
    return { runs: others.map((other) => (other.runId === instead?.runId ? { ...other, coalesced: runId } : other)) };
  });
  return instead;
};

/** Notes that a run has planned, or will not. */
export const endReading = (store: Store, runId: string): Promise<void> =>
  updateObject<Readers>(store, keys.readers, (noted) =>
    noted?.runs.some((reader) => reader.runId === runId)
      ? { runs: noted.runs.filter((reader) => reader.runId !== runId) }
      : undefined,
  );

/** Runs that read the organization and have not planned yet. */
export const currentReaders = async (store: Store, nowMs: number): Promise<readonly Reader[]> =>
  ((await readIfWhole<Readers>(store, keys.readers))?.runs ?? []).filter((reader) => isReading(reader, nowMs));
