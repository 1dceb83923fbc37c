import type { Clock, Store } from '../ports.ts';
import { type Lease, releaseLease } from '../run/lease.ts';
import { keys, readObject } from '../run/objects.ts';
import { isOver, ownProcess } from './own-process.ts';

/** Names this process as the holder of a lease, for people and for `recoverLease`. */
export const holderName = (what: string): string => {
  const { pid, host } = ownProcess();
  return `${what}, process ${pid} on ${host}`;
};

/**
 * Ends a lease whose holder was a process of this machine that no longer exists (killed, out of memory), so that nobody
 * has to wait for it to expire. A lease held elsewhere is left alone.
 */
export const recoverLease = async (ports: { readonly store: Store; readonly clock: Clock }): Promise<void> => {
  const lease = await readObject<Lease>(ports.store, keys.lease);
  const [, pid, host] = /, process (\d+) on (.+)$/.exec(lease?.holder ?? '') ?? [];
  if (lease === undefined || host === undefined || !isOver({ pid: Number(pid), host })) return;
  await releaseLease(ports, lease.runId);
};
