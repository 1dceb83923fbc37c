import { judgeOutbox } from '../../core/status/notices.ts';
import { problem, type StatusLine } from '../../core/status/status.ts';
import type { Store } from '../../ports.ts';
import { learn } from '../../run/status/store-facts.ts';
import { readContent } from '../../run/store/content.ts';
import { keys } from '../../run/store/keys.ts';
import type { Outbox } from '../../run/store/schemas/notices.ts';

/** Events that the bus has yet to take; no line if it took all. */
export const outboxLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const stored = await learn(() => store.get(keys.outbox));
  // A store that cannot be read has its lines already.
  if ('error' in stored || stored.value === undefined) return [];
  const { body } = stored.value;
  const read = await learn(async () => readContent<Outbox>(keys.outbox, body));
  if ('error' in read) return [problem('events', read.error, 'headroom runbook events-not-published')];
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
