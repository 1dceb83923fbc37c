import { LeaseHeld, LeaseLost, StoreConflict, StoreUnavailable } from '../../contract/errors.ts';
import { hourMs, isoInstant } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { sealRun, unsealedRuns } from '../audit/log.ts';
import { contentOf, objectText, readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import type { Lease } from '../store/run-objects.ts';

/** Longer than the workflow may take (6 h), so that a lease that has expired belongs to a run that is over. */
const leaseMs = 6.5 * hourMs;

/** Reads the text of a lease; undefined when it is damaged. */
export const parseLease = (body: string): Lease | undefined => {
  const content = contentOf<Lease>(keys.lease, body);
  return 'value' in content ? content.value : undefined;
};

const isLive = (lease: Lease, nowMs: number) => Date.parse(lease.expiresAt) > nowMs;

/**
 * Takes the one lease for a run; taking it again for the same run is fine. With the lease in hand no other run can begin
 * a write, so every run that died without a report is sealed now: its writes are in the audit before this run writes.
 * @throws LeaseHeld when another run has it, or was quicker just now; StoreDamaged when nobody can tell who has it
 */
export const takeLease = async ({ store, clock }: StorePorts, runId: string, holder: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const current = stored && readContent<Lease>(keys.lease, stored.body);
  if (current !== undefined && current.runId !== runId && isLive(current, clock.now())) {
    throw new LeaseHeld(
      `run ${current.runId} (${current.holder}) is at work and holds the lease until ${current.expiresAt}; wait for it to end, or, when you know that it is over, use apply --break-lease`,
    );
  }
  const lease: Lease = { runId, holder, expiresAt: isoInstant(clock.now() + leaseMs) };
  try {
    const condition = stored === undefined ? { ifAbsent: true as const } : { ifVersion: stored.version };
    await store.put(keys.lease, objectText(lease), condition);
  } catch (error) {
    if (error instanceof StoreConflict) throw new LeaseHeld('another run took the lease at the same moment');
    throw error;
  }
  const dead = new Set(await unsealedRuns(store));
  // One of a version before has left no note.
  if (current !== undefined && !current.released) dead.add(current.runId);
  dead.delete(runId);
  for (const other of dead) await sealRun({ store, clock }, other);
};

/** Whether this run has the lease, or had it last. */
export const hadLease = async (store: Store, runId: string): Promise<boolean> => {
  const stored = await store.get(keys.lease);
  return stored !== undefined && parseLease(stored.body)?.runId === runId;
};

/**
 * Called before every write to the platform.
 * @throws LeaseLost when this run does not hold a live lease.
 */
export const assertLease = async ({ store, clock }: StorePorts, runId: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const lease = stored && parseLease(stored.body);
  if (lease?.runId === runId && isLive(lease, clock.now())) return;
  throw new LeaseLost(`run ${runId} does not hold the lease (any more), so it must not write`);
};

/** Times that ending the lease is tried when the store refuses it and yet shows it unchanged. */
const mostTries = 3;

/**
 * Ends the lease if this run has it; a lease of another run is left alone, and so is one that is damaged.
 * @throws StoreUnavailable when the store does not let it go: no other run could begin then
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
      // Perhaps another run took it between reading and writing, which is possible only when it had expired.
      if (!(error instanceof StoreConflict)) throw error;
    }
  }
  throw new StoreUnavailable(
    `${keys.lease} in the store stays with run ${runId}, which is over, because the store refuses every change of it; ` +
      'use apply --break-lease',
  );
};
