import { PolicyMoved } from '../../contract/errors.ts';
import type { PlatformPorts } from '../../ports.ts';
import { readIndex } from '../inventory/index-of-readings.ts';
import { keys } from '../store/keys.ts';
import type { RunObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';

/**
 * Called with the lease, before a run decides. A run pins its policy before it reads, so another run may have planned by a
 * newer document meanwhile, and this one would undo its changes.
 * @throws PolicyMoved
 */
export const assertNewestPolicy = async (
  {
    store,
    platform,
  }: Pick<PlatformPorts, 'store'> & { readonly platform: Pick<PlatformPorts['platform'], 'organization'> },
  run: Pick<RunObject, 'policy'>,
): Promise<void> => {
  const newest = (await store.get(keys.policy))?.body;
  if (newest === undefined || newest === run.policy) return;
  if ((await readIndex(store, platform.organization)).policy !== sha256(newest)) return;
  throw new PolicyMoved(
    `${keys.policy} changed after this run read it, and another run has already planned by the new document; start the run again`,
  );
};
