import type { StatusLine } from '../../core/status/status.ts';
import type { Store } from '../../ports.ts';
import { approvalLines, grantLines, noticeLines } from '../../run/status/store-facts.ts';
import { outboxLines } from './outbox-lines.ts';

/** What waits in a store: approvals, grants, notices and events. */
export const storeLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const lines = await Promise.all([approvalLines, grantLines, noticeLines, outboxLines].map((of) => of(store, nowMs)));
  return lines.flat();
};
