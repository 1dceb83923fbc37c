import type { LoggedFinding } from '../../../lib/core/notices/logged-findings.ts';
import type { Notified } from '../../../lib/core/notices/messages.ts';

export const sender = { organization: 'org-example' };

/** A full disk of which people know. */
export const known = (given: Partial<LoggedFinding> = {}): LoggedFinding => ({
  code: 'disk-full',
  project: 'shop',
  service: 'orders',
  subject: '',
  message: 'The disk is full.',
  details: {},
  owner: 'storage',
  since: '2030-01-01T07:59:00.000Z',
  ...given,
});

/** What a run notifies of on 1 January 2030; what it names and has not ended is open. */
export const notifiedOf = (given: Partial<Notified>): Notified => ({
  ...{ atMs: Date.parse('2030-01-01T08:00:00Z'), urgent: [], news: null, before: [], runs: [] },
  open: [...(given.urgent ?? []), ...(given.news ?? [])].filter(({ endedAt }) => endedAt === undefined),
  earlier: { open: [], entries: [] },
  ...given,
});
