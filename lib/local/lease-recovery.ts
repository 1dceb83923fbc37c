import { hostname } from 'node:os';
import type { Clock, Store } from '../ports.ts';
import { type Lease, releaseLease } from '../run/lease.ts';
import { keys, readObject } from '../run/objects.ts';

/** Names this process as the holder of a lease, for people and for `recoverLease`. */
export const holderName = (what: string): string => `${what}, process ${process.pid} on ${hostname()}`;

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/**
 * Ends a lease whose holder was a process of this machine that no longer exists (killed, out of memory), so that nobody
 * has to wait for it to expire. A lease held elsewhere is left alone.
 */
export const recoverLease = async (ports: { readonly store: Store; readonly clock: Clock }): Promise<void> => {
  const lease = await readObject<Lease>(ports.store, keys.lease);
  const [, pid, host] = /, process (\d+) on (.+)$/.exec(lease?.holder ?? '') ?? [];
  if (lease === undefined || host !== hostname() || !isGone(Number(pid))) return;
  await releaseLease(ports, lease.runId);
};
