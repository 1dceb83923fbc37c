import { judgeAudit } from '../../core/status/audit.ts';
import { judgeOutbox } from '../../core/status/notices.ts';
import { problem, type StatusLine } from '../../core/status/status.ts';
import type { Store } from '../../ports.ts';
import { readHead } from '../../run/audit/chain.ts';
import { lastEndNamed } from '../../run/audit/witnesses.ts';
import { noticeLines } from '../../run/status/notice-facts.ts';
import { approvalLines, grantLines, learn } from '../../run/status/store-facts.ts';
import { readContent } from '../../run/store/content.ts';
import { keys } from '../../run/store/keys.ts';
import type { Outbox } from '../../run/store/schemas/notices.ts';

/** Whether the audit lost files at its end; no line if it did not. */
export const auditLines = async (store: Store): Promise<StatusLine[]> => {
  // Records of runs first: the audit may grow meanwhile.
  const ends = await learn(async () => ({ named: await lastEndNamed(store), head: (await readHead(store)).end }));
  return 'error' in ends ? [problem('audit', ends.error, 'check --store')] : judgeAudit(ends.value);
};

/** Events that the bus has yet to take; no line if it took all. */
const outboxLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const stored = await learn(() => store.get(keys.reported));
  // A store that cannot be read has its lines already.
  if ('error' in stored || stored.value === undefined) return [];
  const { body } = stored.value;
  const read = await learn(async () => readContent<Outbox | undefined>(keys.outbox, body));
  if ('error' in read) return [problem('events', read.error, 'headroom runbook events-not-published')];
  if (read.value === undefined) return [];
  const { events, dropped } = read.value;
  // A report holds the others: it is about to publish them.
  const free = events.filter(({ heldUntil }) => Date.parse(heldUntil) <= nowMs);
  const ages = free.map(({ at }) => nowMs - Date.parse(at));
  return judgeOutbox({
    waiting: free.length,
    oldestMs: ages.length === 0 ? null : Math.max(...ages),
    dropped: dropped && { count: dropped.count, msAgo: nowMs - Date.parse(dropped.at) },
  });
};

/** What waits in a store: approvals, grants, notices and events. */
export const storeLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const lines = await Promise.all([approvalLines, grantLines, noticeLines, outboxLines].map((of) => of(store, nowMs)));
  return lines.flat();
};
