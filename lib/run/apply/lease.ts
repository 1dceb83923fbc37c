import { LeaseHeld, LeaseLost } from '../../contract/errors.ts';
import { completed, type StoreOwner } from '../../core/audit/store-owner.ts';
import { isoInstant, minuteMs } from '../../core/model/durations.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { isSealed, sealRun, unsealedRuns } from '../audit/log.ts';
import { assertOwner, heldBy, isGivenUp, isLive } from '../inventory/lease-holder.ts';
import { putOwn } from '../store/conditions.ts';
import { objectText, readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { replacing, updateObject } from '../store/objects.ts';
import type { Lease } from '../store/run-objects.ts';

/**
 * A run renews its lease while it lives, so this is about how long others wait after it died. Half of it is longer than a
 * write takes from its lease check to its answer, and all of it than a plan with the wait before its next attempt
 * (docs/internals/decisions.md, "A run renews its lease while it lives").
 */
const leaseMs = 20 * minuteMs;

/**
 * Takes the lease for a run; idempotent for the same run. No other run can then start a write, so this also seals every run
 * that died without a report: its writes are in the audit before this run writes. The lease then says whose the store is.
 * @param own what the run knows of whose it is
 * @throws StoreOwned if the store belongs to another organization or deployment; LeaseHeld if another run has it or took it first;
 *   LeaseLost if this run is over; StoreDamaged if the lease is unreadable
 */
export const takeLease = async (
  { store, clock }: StorePorts,
  runId: string,
  holder: string,
  own: StoreOwner = {},
): Promise<void> => {
  const stored = await store.get(keys.lease);
  const current = stored && readContent<Lease>(keys.lease, stored.body);
  if (current !== undefined) assertOwner(current, own);
  if (current !== undefined && current.runId !== runId && isLive(current, clock.now())) {
    throw heldBy(current);
  }
  // AWS may start a task once more after its run has ended; nothing would release the lease that this copy took.
  if (current?.runId === runId && current.released)
    throw new LeaseLost(`run ${runId} is over and has released the lease`);
  // The run that took the lease over has sealed this one: later writes would have no record, and would use approvals that were
  // given back.
  if (current?.runId !== runId && (await isSealed(store, runId)))
    throw new LeaseLost(`run ${runId} is over: another run took its lease and sealed its writes`);
  const owner = completed(current?.owner, own);
  const lease: Lease = { runId, holder, expiresAt: isoInstant(clock.now() + leaseMs), owner };
  if (!(await putOwn(store, keys.lease, objectText(lease), replacing(stored))))
    throw new LeaseHeld('another run took the lease at the same moment');
  const dead = new Set(await unsealedRuns(store));
  // A run that died before it was noted there may have reserved approved changes, which sealing gives back.
  if (current !== undefined && !current.released && !current.rests) dead.add(current.runId);
  dead.delete(runId);
  for (const other of dead) await sealRun({ store, clock }, other);
};

/**
 * Changes the lease of a run while it is that run's; a lease of another run and a damaged one stay as they are.
 * @param change the new lease, or the same one to leave it
 * @returns the lease of the run; undefined if the run was not the last to have it
 */
const changeOwn = async (store: Store, runId: string, change: (lease: Lease) => Lease): Promise<Lease | undefined> => {
  let own: Lease | undefined;
  await updateObject<Lease>(store, keys.lease, (lease) => {
    own = lease?.runId === runId ? change(lease) : undefined;
    return own === lease ? undefined : own;
  });
  return own;
};

/** Gives the lease to others while this run asks the platform; the run takes it again before it decides. */
export const restLease = async ({ store, clock }: StorePorts, runId: string): Promise<void> => {
  await changeOwn(store, runId, (lease) => ({ ...lease, expiresAt: isoInstant(clock.now()), rests: true }));
};

/** Lets the next run say whose the store is. */
export const disownStore = (store: Store): Promise<void> =>
  updateObject<Lease>(store, keys.lease, (lease) => {
    if (lease?.owner === undefined) return undefined;
    const { owner: _, ...disowned } = lease;
    return disowned;
  });

/** Renews the lease of a run if less than half is left. @returns undefined if this run was not the last to have it */
const renew = ({ store }: Pick<StorePorts, 'store'>, runId: string, untilMs: number): Promise<Lease | undefined> =>
  changeOwn(store, runId, (lease) =>
    isGivenUp(lease) || Date.parse(lease.expiresAt) - untilMs >= leaseMs / 2
      ? lease
      : { ...lease, expiresAt: isoInstant(untilMs + leaseMs) },
  );

/**
 * Called before every write to the platform, and before a wait of the run. It renews the lease if less than half is left,
 * also if it has expired: as long as no other run has taken it, no other run has decided anything.
 * @param untilMs moment at which half of the lease must still be left, in milliseconds since 1970; default: now
 * @throws LeaseLost if another run has taken the lease, or this run has released it; StoreUnavailable if the store rejects
 *   every renewal
 */
export const assertLease = async (ports: StorePorts, runId: string, untilMs = ports.clock.now()): Promise<void> => {
  const lease = await renew(ports, runId, untilMs);
  if (lease === undefined || isGivenUp(lease))
    throw new LeaseLost(`run ${runId} no longer has the lease, so it must not write`);
};

/** Whether this run has the lease, which is renewed like before a write, or was the last to have it. */
export const hadLease = async (ports: StorePorts, runId: string): Promise<boolean> =>
  (await renew(ports, runId, ports.clock.now())) !== undefined;

/**
 * Ends the lease if this run has it.
 * @throws StoreUnavailable if the store rejects the change, because no other run could then begin
 */
export const releaseLease = async ({ store, clock }: StorePorts, runId: string): Promise<void> => {
  await changeOwn(store, runId, (lease) => ({ ...lease, expiresAt: isoInstant(clock.now()), released: true }));
};
