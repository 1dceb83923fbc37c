import { LeaseHeld, LeaseLost, StoreConflict, StoreUnavailable } from '../../contract/errors.ts';
import { hourMs, isoInstant } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { sealRun, unsealedRuns } from '../audit/log.ts';
import { heldBy, isLive, parseLease } from '../inventory/lease-holder.ts';
import { objectText, readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { replacing } from '../store/objects.ts';
import type { Lease } from '../store/run-objects.ts';

/** Longer than the time-out of the workflow (6 h), so that an expired lease belongs to a finished run. */
const leaseMs = 6.5 * hourMs;

/**
 * Takes the lease for a run; idempotent for the same run. No other run can then start a write, so this also seals every run
 * that died without a report: its writes are in the audit before this run writes.
 * @throws LeaseHeld if another run has it or took it first; LeaseLost if this run is over; StoreDamaged if the lease is unreadable
 */
export const takeLease = async ({ store, clock }: StorePorts, runId: string, holder: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const current = stored && readContent<Lease>(keys.lease, stored.body);
  if (current !== undefined && current.runId !== runId && isLive(current, clock.now())) {
    throw heldBy(current);
  }
  // AWS may start a task once more after its run has ended; nothing would release the lease that this copy took.
  if (current?.runId === runId && current.released)
    throw new LeaseLost(`run ${runId} is over and has released the lease`);
  const lease: Lease = { runId, holder, expiresAt: isoInstant(clock.now() + leaseMs) };
  try {
    const condition = replacing(stored);
    await store.put(keys.lease, objectText(lease), condition);
  } catch (error) {
    if (error instanceof StoreConflict) throw new LeaseHeld('another run took the lease at the same moment');
    throw error;
  }
  const dead = new Set(await unsealedRuns(store));
  // Runs of the previous version recorded no unsealed run.
  if (current !== undefined && !current.released && !current.rests) dead.add(current.runId);
  dead.delete(runId);
  for (const other of dead) await sealRun({ store, clock }, other);
};

/** Gives the lease to others while this run asks the platform; the run takes it again before it decides. */
export const restLease = async ({ store, clock }: StorePorts, runId: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const lease = stored && parseLease(stored.body);
  if (stored === undefined || lease?.runId !== runId) return;
  const resting: Lease = { ...lease, expiresAt: isoInstant(clock.now()), rests: true };
  await store.put(keys.lease, objectText(resting), { ifVersion: stored.version });
};

/** Whether this run has the lease, or was the last to have it. */
export const hadLease = async (store: Store, runId: string): Promise<boolean> => {
  const stored = await store.get(keys.lease);
  return stored !== undefined && parseLease(stored.body)?.runId === runId;
};

/**
 * Called before every write to the platform.
 * @throws LeaseLost if this run has no live lease
 */
export const assertLease = async ({ store, clock }: StorePorts, runId: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const lease = stored && parseLease(stored.body);
  if (lease?.runId === runId && isLive(lease, clock.now())) return;
  throw new LeaseLost(`run ${runId} no longer has the lease, so it must not write`);
};

/** Attempts to end the lease while the store rejects the write of an unchanged object. */
const mostTries = 3;

/**
 * Ends the lease if this run has it; ignores a lease of another run and a damaged one.
 * @throws StoreUnavailable if the store rejects the change, because no other run could then begin
 */
export const releaseLease = async ({ store, clock }: StorePorts, runId: string): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const stored = await store.get(keys.lease);
    const lease = stored && parseLease(stored.body);
    if (stored === undefined || lease?.runId !== runId) return;
    const ended: Lease = { ...lease, expiresAt: isoInstant(clock.now()), released: true };
    try {
      return await store.put(keys.lease, objectText(ended), { ifVersion: stored.version });
    } catch (error) {
      // Another run may have taken an expired lease between the read and the write.
      if (!(error instanceof StoreConflict)) throw error;
    }
  }
  throw new StoreUnavailable(
    `${keys.lease} in the store still belongs to run ${runId}, which is over, because the store rejects every change; ` +
      'use apply --break-lease',
  );
};
