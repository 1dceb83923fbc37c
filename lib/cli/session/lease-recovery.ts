import { holderPattern } from '../../core/audit/holder-text.ts';
import { isOver, ownProcess } from '../../local/own-process.ts';
import type { StorePorts } from '../../ports.ts';
import { disownStore, releaseLease } from '../../run/apply/lease.ts';
import { parseLease } from '../../run/inventory/lease-holder.ts';
import { keys } from '../../run/store/keys.ts';
import type { Lease } from '../../run/store/run-objects.ts';

/** Name of this process as the holder of a lease, for users and for `recoverLease`. */
export const holderName = (what: string): string => {
  const { pid, host, realm } = ownProcess();
  return `${what}, process ${pid} on ${host}${realm === '' ? '' : ` (${realm})`}`;
};

/** Whether the holder of a lease is a process of this machine that no longer exists. */
export const isAbandoned = ({ holder }: Pick<Lease, 'holder'>): boolean => {
  const { pid, host, realm } = holderPattern.exec(holder)?.groups ?? {};
  return host !== undefined && isOver({ pid: Number(pid), host, realm: realm ?? '' });
};

/**
 * Releases a lease whose holder is a process of this machine that no longer exists (killed, out of memory), so that the
 * next run need not wait until it expires. Releases a lease of another machine or a damaged one only with `force`, which
 * also lets the store change hands.
 */
export const recoverLease = async (ports: StorePorts, force: boolean): Promise<void> => {
  const stored = await ports.store.get(keys.lease);
  if (stored === undefined) return;
  const lease = parseLease(stored.body);
  if (lease === undefined) {
    if (force) await ports.store.delete(keys.lease);
  } else if (force || isAbandoned(lease)) await releaseLease(ports, lease.runId);
  if (force) await disownStore(ports.store);
};
