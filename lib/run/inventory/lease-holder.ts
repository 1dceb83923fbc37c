import { LeaseHeld, StoreOwned } from '../../contract/errors.ts';
import { holderText } from '../../core/audit/holder-text.ts';
import { isOthers, ownerText, type StoreOwner } from '../../core/audit/store-owner.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { contentOf, readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import type { Lease } from '../store/run-objects.ts';

/** Parses a lease; undefined if it is damaged. */
export const parseLease = (body: string): Lease | undefined => {
  const content = contentOf<Lease>(keys.lease, body);
  return 'value' in content ? content.value : undefined;
};

/** Whether the run that had a lease has let it go, for good or while it asks the platform. */
export const isGivenUp = ({ released, rests }: Lease): boolean => released === true || rests === true;

/** A released or resting lease is free at once, also for a machine whose clock is behind the holder's. */
export const isLive = (lease: Lease, nowMs: number) => !isGivenUp(lease) && Date.parse(lease.expiresAt) > nowMs;

/** The error for a run that must wait for the holder. */
export const heldBy = (lease: Lease): LeaseHeld =>
  new LeaseHeld(
    `run ${lease.runId} (${holderText(lease.holder)}) is active and has the lease until ${lease.expiresAt}; wait for it to end, or, if it is surely over, use apply --break-lease`,
  );

/**
 * @param own what the run knows of whose it is
 * @throws StoreOwned if the lease says that the store belongs to another organization or deployment
 */
export const assertOwner = ({ owner }: Lease, own: StoreOwner): void => {
  if (owner === undefined || !isOthers(owner, own)) return;
  throw new StoreOwned(
    `this store belongs to ${ownerText(owner)}, and this run is for ${ownerText(own)}: give each organization a deployment and ` +
      'a store of its own; to hand this store over, use apply --break-lease',
  );
};

/** @throws StoreOwned if the lease of the store is another organization's or deployment's; StoreDamaged if it is unreadable */
export const assertOwnStore = async (store: Store, own: StoreOwner): Promise<void> => {
  const stored = await store.get(keys.lease);
  if (stored !== undefined) assertOwner(readContent<Lease>(keys.lease, stored.body), own);
};

/** @throws LeaseHeld if this run has a live lease; StoreDamaged if the lease is unreadable */
export const assertOver = async ({ store, clock }: StorePorts, runId: string): Promise<void> => {
  const stored = await store.get(keys.lease);
  const lease = stored && readContent<Lease>(keys.lease, stored.body);
  if (lease?.runId === runId && isLive(lease, clock.now())) throw heldBy(lease);
};

/**
 * Whether a run that had the lease may still start a write: until it releases the lease or another run takes it, because it
 * may renew an expired one. A damaged lease proves nothing.
 */
export const mayStillWrite = async (store: Store, runId: string): Promise<boolean> => {
  const stored = await store.get(keys.lease);
  if (stored === undefined) return false;
  const lease = parseLease(stored.body);
  return lease === undefined || (runId === lease.runId && !isGivenUp(lease));
};
