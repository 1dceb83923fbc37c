import { expect, it } from 'vitest';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import type { KnownFinding } from '../../../lib/core/notices/known-findings.ts';
import { channelMessages } from '../../../lib/core/notices/messages.ts';
import { isUrgent } from '../../../lib/core/notices/notices.ts';

const finding = (code: FindingCode): KnownFinding => ({
  code,
  project: 'shop',
  service: 'orders',
  subject: '',
  message: 'Something needs a person.',
  details: {},
  owner: 'storage',
  since: '2030-01-01T07:59:00.000Z',
});

it.each([
  ['disk-full', 'critical'],
  ['budget-exceeded', 'critical'],
] as const)('the incident of the urgent finding %s has the level %s: only an error wakes a person', (code, level) => {
  expect(isUrgent(finding(code))).toBe(true);
  const [sent] = channelMessages({ organization: 'org-example' }, [{ channel: 'pager', match: {} }], {
    urgent: [finding(code)],
    ended: [],
    daily: null,
    earlier: undefined,
  });
  expect(sent?.message.items.map(({ incident }) => incident?.level)).toEqual([level]);
});
