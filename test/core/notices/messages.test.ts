import { describe, expect, it } from 'vitest';
import type { LoggedFinding } from '../../../lib/core/notices/logged-findings.ts';
import { channelMessages, ownerMessages } from '../../../lib/core/notices/messages.ts';
import { noticeOf } from '../../../lib/core/notices/plain-text.ts';
import { known, notifiedOf, sender } from './notified.ts';

const everything = [{ channel: 'team', match: { owner: ['*'] } }];
const toOwners = (...given: Parameters<typeof notifiedOf>) => ownerMessages(sender, notifiedOf(...given));
const toChannel = (...given: Parameters<typeof notifiedOf>) =>
  channelMessages(sender, everything, notifiedOf(...given)).map(({ message }) => message);
const notices = (...given: Parameters<typeof notifiedOf>) =>
  toOwners(...given).map(({ owner, message }) => noticeOf(owner, message, {}).detail);
const minor = (given: Partial<LoggedFinding> = {}) =>
  known({ code: 'not-eligible', message: 'It is powered off.', ...given });
/** A disk to which budget "all" gives no room. */
const short = (service: string, daysSoonest: number, given: Partial<LoggedFinding> = {}) =>
  known({
    ...{ code: 'disk-fills-up', subject: 'fills', service },
    details: { budget: 'all', raiseMonthly: '3.00', currency: 'EUR', daysSoonest },
    ...given,
  });

describe('an urgent message', () => {
  it('says what, where, since when and what to do, the same to an owner and to a channel', () => {
    expect(notices({ urgent: [known()] })).toEqual([
      {
        owner: 'storage',
        urgent: true,
        subject: 'Headroom (org-example): shop/orders: disk full',
        text: [
          'org-example',
          '',
          '1. shop/orders: disk full (storage)',
          'The disk is full. (since 2030-01-01 07:59 UTC)',
          'Do what the message says: the disk is full and cannot grow. headroom explain shop/orders',
          'Read: headroom runbook when-a-disk-is-full',
        ].join('\n'),
      },
    ]);
    expect(toChannel({ urgent: [known()] })).toEqual(toOwners({ urgent: [known()] }).map(({ message }) => message));
  });

  it('begins with what concerns all disks, then with full ones, and counts what it has no room for', () => {
    const soon = Array.from({ length: 30 }, (_, place) => known({ subject: 'fills', service: `fills-${place}` }));
    const worse = [
      known({ code: 'autoscaler-stuck', subject: '100 %', service: 'stuck' }),
      known({ subject: '100 %', service: 'full' }),
      known({ code: 'run-failed', project: '', service: '' }),
      known({ code: 'mode-unreadable', project: '', service: '' }),
    ];
    const [message] = toChannel({ urgent: [...soon, ...worse] });
    expect(message?.items.slice(0, 5).map(({ title }) => title)).toEqual([
      ...['run failed', 'mode unreadable', 'shop/full: disk full', 'shop/stuck: autoscaler stuck'],
      'shop/fills-0: disk full',
    ]);
    expect([message?.subject, message?.omitted]).toEqual(['Headroom (org-example): 34 urgent findings', 14]);
  });

  it('is one for each owner', () => {
    const exceeded = known({ code: 'budget-exceeded', project: '', service: '', subject: 'storage', owner: 'unowned' });
    const all = [known(), known({ service: 'carts' }), exceeded];
    expect(toOwners({ urgent: all }).map(({ owner, message }) => [owner, message.subject])).toEqual([
      ['storage', 'Headroom (org-example): 2 urgent findings for storage'],
      ['unowned', 'Headroom (org-example): storage: budget exceeded'],
    ]);
  });

  it('of a plan says how many services it changes and what that costs, not its digest, and how to approve it', () => {
    const place = { project: '', service: '', subject: 'd43e17ea01'.repeat(6) };
    const details = { size: '17 services, +240 GB, +36.00 a month' };
    const [notice] = notices({ urgent: [known({ code: 'plan-needs-approval', ...place, details })] });
    expect(notice?.subject).toBe('Headroom (org-example): plan needs approval: 17 services, +240 GB, +36.00 a month');
    expect(notice?.text).toContain('then approve it. headroom approve d43e17ea01d4\n');
  });

  it('has a subject of one line under 100 characters, whatever the names', () => {
    const [notice] = notices({ urgent: [known({ project: `a\nb${'😀'.repeat(120)}`, owner: 'x\r\n\u202ey' })] });
    expect([...(notice?.subject ?? '')].length).toBe(99);
    expect(notice?.subject).not.toMatch(/\p{Cc}/u);
    expect([notice?.text.split('\n').length, notice?.owner]).toEqual([6, 'x y']);
  });

  it('can be published, however many findings there are: events have at most 256 KB', () => {
    const many = Array.from({ length: 3_000 }, (_, n) => known({ service: `s${n}`, message: '"ü"'.repeat(4_000) }));
    const [notice] = notices({ urgent: many });
    expect(Buffer.byteLength(JSON.stringify(notice))).toBeLessThan(240 * 1024);
    expect(notice?.text.split('\n').at(-1)).toBe('and 2980 more: headroom report');
  });

  it.each([
    [known(), 'critical'],
    [known({ code: 'budget-exceeded' }), 'critical'],
    [short('a', 5), 'critical'],
  ] as const)('opens a critical incident: %j', (finding, level) => {
    expect(toChannel({ urgent: [finding] })[0]?.items.map(({ incident }) => incident?.level)).toEqual([level]);
  });
});

describe('the disks of a budget that does not reach', () => {
  const disks = [short('a', 5, { owner: 'x' }), short('b', 2), short('c', 9, { subject: 'soon' })];

  it('are one item of a message with all that are open, whose first day counts from the last run', () => {
    const [message] = toChannel({ urgent: disks.slice(0, 1), open: disks });
    expect(message?.subject).toBe('Headroom (org-example): budget short: 3 disks, first full on 2030-01-03');
    expect(message?.items).toMatchObject([
      {
        text: expect.stringMatching(
          /^Budget "all" gives no room to 3 disks, .*: shop\/a, shop\/b, shop\/c\. It lacks 3\.00 EUR a month/,
        ),
        owner: 'x, storage',
        action: { command: 'headroom budget' },
        incident: { level: 'critical' },
      },
    ]);
  });

  it('are one item of the daily message, too, together with what is said about the budget', () => {
    const budget = known({ code: 'budget-short', project: '', service: '', subject: 'all' });
    const [message] = toChannel({ news: [budget, ...disks], open: [budget, ...disks] });
    expect(message?.subject).toBe('Headroom (org-example) 2030-01-01: 1 new, 0 resolved, 4 open');
    expect(message?.items.map(({ title }) => title)).toEqual(['budget short: 3 disks, first full on 2030-01-03']);
    expect(toChannel({ news: [budget] })[0]?.items.map(({ title }) => title)).toEqual(['all: budget short']);
  });

  it('have one incident, from the first disk until the last has room', () => {
    const keyOf = (given: Parameters<typeof notifiedOf>[0]) =>
      toChannel(given).map(({ items }) => items.map(({ incident }) => incident?.key));
    expect(keyOf({ urgent: disks.slice(0, 1) })).toEqual(keyOf({ urgent: disks }));
    expect(keyOf({ before: disks, open: disks.slice(1) })).toEqual([]);
    expect(keyOf({ before: disks.slice(1) })).toEqual(keyOf({ urgent: disks }));
  });
});

describe('the daily message', () => {
  it('has what began and what ended, and for how long that was', () => {
    const over = known({ endedAt: '2030-01-01T08:30:00.000Z' });
    const [notice] = notices({
      news: [over, minor({ service: 'carts' })],
      open: [minor({ service: 'carts' }), minor()],
    });
    expect(notice?.subject).toBe('Headroom (org-example) 2030-01-01: 1 new, 1 resolved, 2 open for storage');
    expect(notice?.text).toContain(
      '1. shop/carts: not eligible (storage)\nIt is powered off. (since 2030-01-01 07:59 UTC)',
    );
    expect(notice?.text).toContain(
      '2. shop/orders: disk full (storage)\nResolved. It was, from 2030-01-01 07:59 UTC to 2030-01-01 08:30 UTC: The disk is full.',
    );
  });

  it('counts no open finding that the policy accepts, to an owner and to a channel', () => {
    const open = [minor(), { ...known({ service: 'carts' }), isAccepted: true as const }];
    const given = { news: open.slice(0, 1), open };
    expect(toOwners(given)[0]?.message.subject).toMatch(/: 1 new, 0 resolved, 1 open for storage$/);
    expect(toChannel(given)[0]?.subject).toMatch(/: 1 new, 0 resolved, 1 open$/);
    expect(toChannel(given)[0]?.lead?.[0]).toBe('Nothing needs a person.');
  });

  it.each([
    [{ percent: 96, days: 9, daysSoonest: 6, daysAtMost: 14 }, ['96 %', '9 (6–14)']],
    [{ percent: 96, daysSoonest: 6 }, ['96 %', 'over 365 (6–more)']],
    [{ percent: 0 }, ['0 %']],
    [{ daysSoonest: 6 }, undefined],
  ])('says of a disk what is known of its use and its days: %j', (details, values) => {
    const [message] = toChannel({ news: [known({ code: 'disk-fills-up', subject: 'soon', details })] });
    expect(message?.items[0]?.facts?.map(({ value }) => value)).toEqual(values);
  });

  it('opens an incident as severe as its finding: a warning wakes no one', () => {
    const news = (['raise-kept', 'plan-limit-reached', 'project-unread'] as const).map((code) => known({ code }));
    const levels = toChannel({ news })[0]?.items.map(({ incident }) => incident?.level);
    expect(levels).toEqual(['info', 'warning', 'error']);
  });

  it('is one for each owner with news', () => {
    const news = [minor(), minor({ owner: 'team-b' })];
    const open = [...news, minor({ owner: 'team-c' })];
    expect(toOwners({ news, open }).map(({ owner }) => owner)).toEqual(['storage', 'team-b']);
  });
});
