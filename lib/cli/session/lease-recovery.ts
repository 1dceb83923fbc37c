import { isOver, ownProcess } from '../../local/own-process.ts';
import type { StorePorts } from '../../ports.ts';
import { parseLease, releaseLease } from '../../run/apply/lease.ts';
import { keys } from '../../run/store/keys.ts';
import type { Lease } from '../../run/store/run-objects.ts';

/** Names this process as the holder of a lease, for people and for `recoverLease`. */
export const holderName = (what: string): string => {
  const { pid, host, realm } = ownProcess();
  return `${what}, process ${pid} on ${host}${realm === '' ? '' : ` (${realm})`}`;
};

const holderPattern = /, process (?<pid>\d+) on (?<host>[^ ]+)(?: \((?<realm>.*)\))?$/;

/** The name of a holder for people: what runs, and on which machine. */
export const holderText = (holder: string): string => {
  const { host } = holderPattern.exec(holder)?.groups ?? {};
  return host === undefined ? holder : `${holder.replace(holderPattern, '')} on ${host}`;
};

/** Whether the holder of a lease was a process of this machine that no longer exists. */
export const isAbandoned = ({ holder }: Lease): boolean => {
  const { pid, host, realm } = holderPattern.exec(holder)?.groups ?? {};
  return host !== undefined && isOver({ pid: Number(pid), host, realm: realm ?? '' });
};

/**
 * Ends a lease whose holder was a process of this machine that no longer exists (killed, out of memory), so that nobody
 * has to wait for it to expire. A lease held elsewhere, or one that is damaged, is left alone unless a person says `force`.
 */
export const recoverLease = async (ports: StorePorts, force: boolean): Promise<void> => {
  const stored = await ports.store.get(keys.lease);
  if (stored === undefined) return;
  const lease = parseLease(stored.body);
  if (lease === undefined) {
    if (force) await ports.store.delete(keys.lease);
  } else if (force || isAbandoned(lease)) await releaseLease(ports, lease.runId);
};
