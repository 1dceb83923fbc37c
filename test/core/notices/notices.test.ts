import { describe, expect, it } from 'vitest';
import { emptyFindingLog, lastDailyTime, recordFindings } from '../../../lib/core/notices/finding-log.ts';
import type { FindingChanges, KnownFinding } from '../../../lib/core/notices/known-findings.ts';
import { channelMessages } from '../../../lib/core/notices/messages.ts';
import { dailyNotices, mostBytes, urgentNotices } from '../../../lib/core/notices/notices.ts';

const sender = { organization: 'org-example' };
const finding = (given: Partial<KnownFinding> = {}): KnownFinding => ({
  code: 'disk-full',
  project: 'shop-prod',
  service: 'orders',
  subject: '',
  message: 'The disk has reached its maximum. Raise it, or make room.',
  details: {},
  owner: 'team-shop',
  since: '2026-03-02T08:00:00.000Z',
  ...given,
});
const minor = (given: Partial<KnownFinding> = {}) =>
  finding({ code: 'not-eligible', message: 'It is powered off.', ...given });
const course = (given: Partial<FindingChanges>): FindingChanges => ({ opened: [], ended: [], open: [], ...given });
const time = (iso: string) => Date.parse(iso);
const written = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length;

describe('what is urgent', () => {
  const soon = Array.from({ length: 30 }, (_, place) =>
    finding({ code: 'disk-fills-up', subject: 'soon', service: `soon-${place}` }),
  );
  const worse = [
    finding({ code: 'autoscaler-stuck', subject: '90 %', service: 'stuck' }),
    finding({ code: 'disk-full', subject: '100 %', service: 'full' }),
    finding({ code: 'disk-full', subject: '90 %', service: 'nearly' }),
    finding({ code: 'run-failed', project: '', service: '' }),
    finding({ code: 'mode-unreadable', project: '', service: '' }),
  ];
  const order = [
    'run failed',
    'mode unreadable',
    'shop-prod/full: disk full',
    'shop-prod/nearly: disk full',
    'shop-prod/stuck: autoscaler stuck',
  ];

  it('begins with full disks in a message, which has room for 20 findings', () => {
    const all = { urgent: [...soon, ...worse], ended: [], daily: null };
    const [first] = channelMessages(sender, [{ channel: 'pager', match: { owner: ['*'] } }], all);
    expect(first?.message.items.slice(0, 6).map(({ title }) => title)).toEqual([
      ...order,
      'shop-prod/soon-0: disk fills up',
    ]);
    expect(first?.message.omitted).toBe(15);
  });

  it('begins with full disks in a notice, whose text has a limit', () => {
    const [notice] = urgentNotices(sender, [...soon, ...worse]);
    expect(notice?.text.split('\n').slice(1, 6)).toEqual(
      order.map((title, place) => expect.stringContaining(`${place + 1}. ${title},`)),
    );
  });
});

describe('an urgent notice', () => {
  it('says what, where, since when and what to do', () => {
    expect(urgentNotices(sender, [finding()])).toEqual([
      {
        owner: 'team-shop',
        urgent: true,
        subject: 'Headroom (org-example): shop-prod/orders: disk full',
        text: 'Type first: headroom explain shop-prod/orders (what to do: headroom runbook when-a-disk-is-full)\n1. shop-prod/orders: disk full, since 2026-03-02 08:00 UTC. The disk has reached its maximum. Raise it, or make room.',
      },
    ]);
  });

  it('is one per owner, and none for what can wait', () => {
    const notices = urgentNotices(sender, [
      finding(),
      finding({ service: 'carts' }),
      finding({ code: 'budget-exceeded', project: '', service: '', subject: 'production', owner: 'unowned' }),
      finding({ code: 'run-failed', project: '', service: '', owner: 'unowned' }),
      minor(),
    ]);
    expect(notices.map(({ owner, subject }) => [owner, subject])).toEqual([
      ['team-shop', 'Headroom (org-example): 2 urgent findings for team-shop'],
      ['unowned', 'Headroom (org-example): 2 urgent findings for unowned'],
    ]);
    expect(notices[1]?.text).toContain('1. run failed,');
    expect(notices[1]?.text).toContain('2. production: budget exceeded,');
  });

  it('of a plan says how many services it changes and what that costs, not its digest, and how to approve it', () => {
    const place = { project: '', service: '', subject: 'd43e17ea01'.repeat(6) };
    const details = { size: '17 services, +240 GB, +36.00 a month' };
    const [notice] = urgentNotices(sender, [finding({ code: 'plan-needs-approval', ...place, details })]);
    expect(notice?.subject).toBe('Headroom (org-example): plan needs approval: 17 services, +240 GB, +36.00 a month');
    expect(notice?.text.split('\n')[0]).toBe(
      'Type first: headroom approve d43e17ea01d4 (what to do: headroom runbook planneedsapproval)',
    );
  });

  it('of several findings begins with the command that shows them all', () => {
    expect(urgentNotices(sender, [finding(), finding({ service: 'carts' })])[0]?.text).toMatch(
      /^Type first: headroom report\n1\. /,
    );
  });

  it('comes for a disk that no run helps once it is full within days, and when it is full', () => {
    const at = (subject: string) => urgentNotices(sender, [finding({ code: 'disk-fills-up', subject })]).length;
    expect(['soon', 'fills', '100 %'].map(at)).toEqual([0, 1, 1]);
  });

  it('has one item for all disks of a budget that does not reach, with the first day on which one is full', () => {
    const details = { budget: 'all', raiseMonthly: '3.00' };
    const filling = (service: string, daysSoonest: number) =>
      finding({ code: 'disk-fills-up', subject: 'fills', service, details: { ...details, daysSoonest } });
    const [notice] = urgentNotices(sender, [filling('a', 5), filling('b', 2), filling('c', 6)]);
    expect(notice?.subject).toBe('Headroom (org-example): budget short: 3 disks, first full on 2026-03-04');
    expect(notice?.text).toMatch(/^Type first: headroom budget .*\n1\. .*: shop-prod\/a, shop-prod\/b, shop-prod\/c\./);
  });

  it('has a subject of one line under 100 characters, whatever the names', () => {
    const [notice] = urgentNotices(sender, [finding({ project: `a\nb${'😀'.repeat(120)}`, owner: 'x\r\n\u202ey' })]);
    expect([...(notice?.subject ?? '')].length).toBe(99);
    expect(notice?.subject).not.toMatch(/\p{Cc}/u);
    // The line with the command, and one for the finding.
    expect(notice?.text.split('\n').length).toBe(2);
    expect(notice?.owner).toBe('x y');
  });

  it('leaves out what is too much to be delivered, and says how many', () => {
    const many = Array.from({ length: 3_000 }, (_, n) => finding({ service: `s${n}`, message: '"ü"'.repeat(40) }));
    const [notice] = urgentNotices(sender, many);
    const lines = notice?.text.split('\n') ?? [];
    expect(written(notice?.text ?? '')).toBeLessThanOrEqual(mostBytes);
    expect(lines.at(-1)).toBe(`and ${3_000 - (lines.length - 2)} more, not shown here`);
  });
});

describe('the daily notice', () => {
  const eight = '2026-03-02T08:00:00Z';
  const first = recordFindings(sender, emptyFindingLog, course({ opened: [minor()], open: [minor()] }), time(eight));

  it('is not sent by the first run of all, nor before seven the next day', () => {
    expect(first.notices).toEqual([]);
    expect(
      recordFindings(sender, first.log, course({ open: [minor()] }), time('2026-03-03T06:59:59Z')).notices,
    ).toEqual([]);
  });

  it('reports new findings once, with the first run after seven, and then nothing until the next change', () => {
    const next = recordFindings(sender, first.log, course({ open: [minor()] }), time('2026-03-03T07:10:00Z'));
    expect(next.notices).toEqual([
      {
        owner: 'team-shop',
        urgent: false,
        subject: 'Headroom (org-example) 2026-03-03: 1 new, 0 resolved for team-shop',
        text: '1. shop-prod/orders: not eligible, since 2026-03-02 08:00 UTC. It is powered off.\nOpen now: 1.',
      },
    ]);
    for (const when of ['2026-03-03T08:00:00Z', '2026-03-04T07:10:00Z']) {
      expect(recordFindings(sender, next.log, course({ open: [minor()] }), time(when)).notices).toEqual([]);
    }
  });

  it('is not kept back by one that was sent while the clock was 400 days ahead', () => {
    const ahead = recordFindings(sender, first.log, course({ open: [minor()] }), time('2027-04-06T08:00:00Z'));
    const news = course({ opened: [minor({ service: 'carts' })], open: [minor(), minor({ service: 'carts' })] });
    const back = recordFindings(sender, ahead.log, news, time('2026-03-03T08:00:00Z'));
    expect(back.notices.map(({ subject }) => subject)).toEqual([
      'Headroom (org-example) 2026-03-03: 1 new, 0 resolved for team-shop',
    ]);
    expect(recordFindings(sender, back.log, course({}), time('2026-03-03T09:00:00Z')).notices).toEqual([]);
  });

  it('reports ended findings, also urgent ones, and one that opened and ended since the last notice only with its end', () => {
    const urgent = recordFindings(
      sender,
      emptyFindingLog,
      course({ opened: [finding()], open: [finding()] }),
      time(eight),
    );
    expect(urgent.notices.map(({ urgent }) => urgent)).toEqual([true]);
    const both = course({
      opened: [minor({ service: 'carts' })],
      open: [minor({ service: 'carts' })],
      ended: [finding({ endedAt: '2026-03-02T10:00:00.000Z' })],
    });
    const over = recordFindings(sender, urgent.log, both, time('2026-03-02T10:00:00Z'));
    expect(over.notices).toEqual([]);
    const gone = recordFindings(
      sender,
      over.log,
      course({ ended: [minor({ service: 'carts', endedAt: '2026-03-02T11:00:00.000Z' })] }),
      time('2026-03-02T11:00:00Z'),
    );
    const { notices } = recordFindings(sender, gone.log, course({}), time('2026-03-03T08:00:00Z'));
    expect(notices.map(({ subject, text }) => [subject, text])).toEqual([
      [
        'Headroom (org-example) 2026-03-03: 0 new, 2 resolved for team-shop',
        [
          '1. shop-prod/orders: disk full, 2026-03-02 08:00 UTC to 2026-03-02 10:00 UTC. Resolved. It was: The disk has reached its maximum. Raise it, or make room.',
          '2. shop-prod/carts: not eligible, 2026-03-02 08:00 UTC to 2026-03-02 11:00 UTC. Resolved. It was: It is powered off.',
          'Open now: 0.',
        ].join('\n'),
      ],
    ]);
  });

  it('is one per owner with news', () => {
    const news = [minor(), minor({ owner: 'team-b' })];
    expect(dailyNotices(sender, news, [minor({ owner: 'team-c' })], '2026-03-03').map(({ owner }) => owner)).toEqual([
      'team-b',
      'team-shop',
    ]);
  });

  it('is due at seven, UTC', () => {
    expect(lastDailyTime(time('2026-03-02T06:59:59.999Z'))).toBe(time('2026-03-01T07:00:00Z'));
    expect(lastDailyTime(time('2026-03-02T07:00:00Z'))).toBe(time('2026-03-02T07:00:00Z'));
  });
});

describe('what is urgent again', () => {
  const at = (day: number, hour = 10) => time(`2026-03-${String(day).padStart(2, '0')}T${hour}:00:00Z`);
  const opens = course({ opened: [finding()], open: [finding()] });
  const over = course({ ended: [finding({ endedAt: '2026-03-02T11:00:00Z' })] });
  const first = recordFindings(sender, emptyFindingLog, opens, at(2));
  const urgentIn = ({ notices }: ReturnType<typeof recordFindings>) => notices.filter(({ urgent }) => urgent).length;

  it('of one cause is sent at once only once a day, and else with the daily notice, also to a new channel', () => {
    const again = recordFindings(sender, recordFindings(sender, first.log, over, at(2, 11)).log, opens, at(2, 12));
    expect([urgentIn(first), urgentIn(again)]).toEqual([1, 0]);
    const daily = recordFindings(sender, again.log, course({ open: [finding()] }), at(3));
    const [message] = channelMessages(sender, [{ channel: 'team', match: { owner: ['*'] } }], daily.notified);
    expect(message?.message.items.map(({ title }) => title)).toEqual(Array(2).fill('shop-prod/orders: disk full'));
  });

  it('is sent at once again on another day if it was over meanwhile, and else after 7 days', () => {
    const ended = recordFindings(sender, first.log, over, at(2, 11));
    expect(urgentIn(recordFindings(sender, ended.log, opens, at(3, 12)))).toBe(1);
    expect([3, 8, 9].map((day) => urgentIn(recordFindings(sender, first.log, opens, at(day, 12))))).toEqual([0, 0, 1]);
  });

  it('is repeated weekly while runs are stopped or frozen', () => {
    const stays = course({ open: [finding()] });
    const repeats = (day: number, isHeld: boolean) =>
      urgentIn(recordFindings(sender, first.log, stays, at(day, 12), isHeld));
    expect([repeats(8, true), repeats(9, true), repeats(9, false)]).toEqual([0, 1, 0]);
  });
});
