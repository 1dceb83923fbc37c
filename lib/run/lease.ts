import { LeaseHeld, LeaseLost, StoreConflict } from '../contract/errors.ts';
import type { Clock, Store } from '../ports.ts';
import { sealRun } from './audit-log.ts';
import { keys } from './objects.ts';

/** Longer than the workflow may take (6 h), so that a lease that has expired belongs to a run that is over. */
const leaseMs = 6.5 * 60 * 60 * 1000;

export interface Lease {
  readonly runId: string;
  /** Who runs, in words for people. */
  readonly holder: string;
  /** ISO 8601, UTC; in the past once released. */
  readonly expiresAt: string;
}

type LeasePorts = { readonly store: Store; readonly clock: Clock };

/** An unreadable lease belongs to nobody; the conditional write still lets only one run take its place. */
export const parseLease = (body: string): Lease | undefined => {
  try {
    const read = JSON.parse(body) as Partial<Lease> | null;
    const isLease = typeof read?.runId === 'string' && typeof read.expiresAt === 'string';
    return isLease ? (read as Lease) : undefined;
  } catch {
    return undefined;
  }
};

const isLive = (lease: Lease, nowMs: number) => Date.parse(lease.expiresAt) > nowMs;

/**
 * Takes the one lease for a run; taking it again for the same run is fine. The run that had it before is sealed first,
 * so that one that died without a report has its writes in the audit before any other run writes.
 * @throws LeaseHeld when another run has it, or was quicker just now.
 */
export const takeLease = async ({ store, clock }: LeasePorts, runId: string, holder: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const current = stored && parseLease(stored.body);
  if (current !== undefined && current.runId !== runId && isLive(current, clock.now())) {
    throw new LeaseHeld(
      `run ${current.runId} (${current.holder}) is at work and holds the lease until ${current.expiresAt}; wait for it to end, or, when you know that it is over, use apply --break-lease`,
    );
  }
  const lease: Lease = { runId, holder, expiresAt: new Date(clock.now() + leaseMs).toISOString() };
  // Whoever held it cannot write any more, so this is the moment when all its writes are known.
  if (current !== undefined && current.runId !== runId) await sealRun({ store, clock }, current.runId);
  try {
    const condition = stored === undefined ? { ifAbsent: true as const } : { ifVersion: stored.version };
    await store.put(keys.lease, `${JSON.stringify(lease)}\n`, condition);
  } catch (error) {
    if (error instanceof StoreConflict) throw new LeaseHeld('another run took the lease at the same moment');
    throw error;
  }
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
export const assertLease = async ({ store, clock }: LeasePorts, runId: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const lease = stored && parseLease(stored.body);
  if (lease?.runId === runId && isLive(lease, clock.now())) return;
  throw new LeaseLost(`run ${runId} does not hold the lease (any more), so it must not write`);
};

/** Ends the lease if this run has it; a lease of another run is left alone. */
export const releaseLease = async ({ store, clock }: LeasePorts, runId: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const lease = stored && parseLease(stored.body);
  if (stored === undefined || lease?.runId !== runId) return;
  const ended: Lease = { ...lease, expiresAt: new Date(clock.now()).toISOString() };
  try {
    await store.put(keys.lease, `${JSON.stringify(ended)}\n`, { ifVersion: stored.version });
  } catch (error) {
    // Somebody took it between reading and writing, which is possible only when it had expired: theirs now.
    if (!(error instanceof StoreConflict)) throw error;
  }
};
