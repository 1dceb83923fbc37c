import { LeaseHeld, PolicyMoved } from '../../contract/errors.ts';
import { isRefusal } from '../../contract/refusals.ts';
import type { PlanPorts } from '../../ports.ts';
import { takeLease } from '../apply/lease.ts';
import { noteReadTimes, readIndex } from '../inventory/index-of-readings.ts';
import { keys } from '../store/keys.ts';
import type { RunObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';

/**
 * Called with the lease, before a run decides. A run pins its policy before it reads, so another run may have planned by a
 * newer document meanwhile, and this one would undo its changes.
 * @throws PolicyMoved
 */
const assertNewestPolicy = async ({ store, platform }: PlanPorts, run: Pick<RunObject, 'policy'>): Promise<void> => {
  const newest = (await store.get(keys.policy))?.body;
  if (newest === undefined || newest === run.policy) return;
  if ((await readIndex(store, platform.organization)).policy !== sha256(newest)) return;
  throw new PolicyMoved(
    `${keys.policy} changed after this run read it, and another run has already planned by the new document; start the run again`,
  );
};

/**
 * Takes the lease: from here to the report no other run decides or writes. Where a run has to
 * wait for the lease, the next pass need not read again what this one has read.
 * @throws StoreOwned, LeaseHeld, PolicyMoved
 */
const beginDeciding = async (ports: PlanPorts, run: RunObject): Promise<void> => {
  const { organization } = ports.platform;
  try {
    await takeLease(ports, run.runId, run.trigger.by, { organization, stack: ports.stack });
  } catch (error) {
    if (error instanceof LeaseHeld) await noteReadTimes(ports, organization, run);
    throw error;
  }
  await assertNewestPolicy(ports, run);
};

/**
 * Decides with the lease; a run that only looks takes none. @throws StoreOwned, LeaseHeld, PolicyMoved, and what `decide` throws
 */
export const deciding = async <T>(ports: PlanPorts, run: RunObject, decide: () => Promise<T>): Promise<T> => {
  if (run.readOnly) return decide();
  await beginDeciding(ports, run);
  try {
    return await decide();
  } catch (error) {
    // The readings of a refused run prove the present state, and the next pass counts their age.
    if (error instanceof Error && isRefusal(error.name)) await noteReadTimes(ports, ports.platform.organization, run);
    throw error;
  }
};
