import { expect, it } from 'vitest';
import type { LoggedFinding } from '../../../lib/core/notices/logged-findings.ts';
import { noticeLines } from '../../../lib/run/status/notice-facts.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';

const since = '2030-01-01T12:00:00.000Z';
const full = (service: string): LoggedFinding => ({
  ...{ code: 'disk-full', project: 'shop', service, subject: '100 %', message: 'The disk is full.' },
  ...{ details: {}, owner: 'ann', since },
});

it('urgent findings that reach no channel are counted without those that the policy accepts', async () => {
  const store = createMemoryStore();
  const open = [full('orders'), { ...full('users'), isAccepted: true }];
  await writeObject(store, keys.findingLog, { open, news: [] });
  const [line] = await noticeLines(store, Date.parse(since));
  expect(line?.says).toMatch(/^1 urgent finding reached no channel/);
  await writeObject(store, keys.findingLog, { open: open.slice(1), news: [] });
  expect(await noticeLines(store, Date.parse(since))).toEqual([]);
});
