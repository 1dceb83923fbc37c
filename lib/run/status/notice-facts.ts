import { isUrgent } from '../../core/model/findings/findings.ts';
import type { DeadLetter, Delivery } from '../../core/notices/delivery.ts';
import { reachesChannel } from '../../core/notices/messages.ts';
import { judgeNotices } from '../../core/status/notices.ts';
import type { StatusLine } from '../../core/status/status.ts';
import type { Store } from '../../ports.ts';
import { readMessages } from '../publish/deliveries.ts';
import { readFindingLog } from '../publish/notices.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import type { Lease } from '../store/run-objects.ts';

/**
 * Open findings that people were notified of, and the others. A stack publishes every notice on its bus and its topic;
 * elsewhere the entries of the last run's policy decide alone.
 */
export const notifiedFindings = async (store: Store) => {
  const [{ open, routes }, lease] = await Promise.all([readFindingLog(store), readIfWhole<Lease>(store, keys.lease)]);
  const reaches = lease?.owner?.stack === undefined ? reachesChannel(routes?.notify ?? []) : () => true;
  return { notified: open.filter(reaches), others: open.filter((finding) => !reaches(finding)) };
};

/** Messages to channels, and urgent findings that reach none and that no one accepted; no line without one. */
export const noticeLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const waiting = await readMessages<Delivery>(store, keys.deliveries);
  const failed = await readMessages<DeadLetter>(store, keys.deadLetters);
  const { others } = await notifiedFindings(store);
  const unsent = others.filter((finding) => isUrgent(finding) && !finding.isAccepted).length;
  return judgeNotices({ waiting, failed, unsent }, nowMs);
};
