import { describe, expect, it } from 'vitest';
import { createChannels, rendered } from '../../lib/channels/channels.ts';
import { minuteMs } from '../../lib/core/model/durations.ts';
import { channelMessages, type Notified } from '../../lib/core/notices/messages.ts';
import type { Sender } from '../../lib/core/notices/sender.ts';
import { deliverDue } from '../../lib/run/publish/deliver.ts';
import { leaveMessages } from '../../lib/run/publish/deliveries.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import { known, notifiedOf, sender } from '../core/notices/notified.ts';
import { startReceiver } from './receiver.ts';

const routingKey = 'canary'.padEnd(32, '0');
const links = { dashboard: 'https://headroom.example.com' };

/** Pagers at a local receiver, and what each run of `notified` sends to them. */
const pagerOf = async (kind: 'pagerduty' | 'slack') => {
  const receiver = await startReceiver();
  const settings = {
    pagerduty: { kind, url: `${receiver.url}/v2/enqueue`, routingKey },
    slack: { kind, url: receiver.url },
  }[kind];
  const store = createMemoryStore();
  let nowMs = Date.parse('2030-01-01T08:00:00Z');
  let runs = 0;
  const clock = { now: () => nowMs };
  const document = JSON.stringify({ pager: settings });
  const channels = createChannels({ read: async () => document, approval: null, clock });
  const deliver = () => deliverDue({ store, clock, bus: { publish: async () => undefined }, channels });
  const leave = async (notified: Partial<Notified>, from: Sender = sender) => {
    runs += 1;
    nowMs += 1;
    const routes = { notify: [{ channel: 'pager', match: { owner: ['*'] } }], links };
    await leaveMessages({ store, clock }, from, `run-${runs}`, routes, notifiedOf(notified));
  };
  const wait = (minutes: number) => {
    nowMs += minutes * minuteMs;
  };
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
  return { ...receiver, deliver, leave, wait, bodies };
};

describe('PagerDuty', () => {
  it('opens one incident for an urgent finding, and closes the same one when the finding is over', async () => {
    const { leave, deliver, bodies, received } = await pagerOf('pagerduty');
    await leave({ urgent: [known()] });
    await leave({ before: [known()] });
    expect(await deliver()).toEqual({ delivered: 2, waiting: 0, dead: 0 });
    const [opened, closed] = bodies();
    expect(received.map(({ path }) => path)).toEqual(['/v2/enqueue', '/v2/enqueue']);
    expect(opened).toMatchObject({
      routing_key: routingKey,
      event_action: 'trigger',
      payload: {
        summary: 'Headroom (org-example): shop/orders: disk full',
        severity: 'critical',
        custom_details: { owner: 'storage', finding: expect.stringContaining('The disk is full.') },
      },
      links: [{ text: 'Dashboard', href: 'https://headroom.example.com/services/shop/orders' }],
    });
    expect(closed).toEqual({ routing_key: routingKey, event_action: 'resolve', dedup_key: opened.dedup_key });
  });

  it('gets every incident, also after one that it refuses for good', async () => {
    const { leave, deliver, bodies, answers } = await pagerOf('pagerduty');
    answers.push({ status: 400 });
    await leave({ urgent: ['billing', 'orders', 'users'].map((service) => known({ service })) });
    expect(await deliver()).toMatchObject({ delivered: 0, dead: 1 });
    expect(bodies().map(({ payload }) => payload.summary)).toEqual(
      ['billing', 'orders', 'users'].map((service) => `Headroom (org-example): shop/${service}: disk full`),
    );
  });

  it('gets the end of a finding after its beginning, also where the beginning had to wait', async () => {
    const { leave, deliver, wait, bodies, answers } = await pagerOf('pagerduty');
    answers.push({ status: 503 });
    await leave({ urgent: [known()] });
    await leave({ urgent: [known({ service: 'users' })] });
    await leave({ before: [known()] });
    await deliver();
    wait(5);
    expect(await deliver()).toMatchObject({ dead: 0 });
    await deliver();
    const actions = bodies().map(({ event_action: action, payload }) => [action, payload?.summary]);
    expect(actions[0]).toEqual(actions.at(-2));
    expect(actions.at(-1)).toEqual(['resolve', undefined]);
  });

  it('has one incident for all levels of a finding, and another for each service', () => {
    const urgent = [known({ subject: 'a' }), known({ subject: 'b' }), known({ service: 'users' })];
    const [sent] = channelMessages(sender, [{ channel: 'pager', match: {} }], notifiedOf({ urgent }));
    const keys = sent?.message.items.map(({ incident }) => incident?.key);
    expect([new Set(keys).size, keys?.[0]]).toEqual([2, keys?.[1]]);
  });

  it('learns from the daily message of what is not urgent, and at once of every end, also of a part of the levels', async () => {
    const { leave, deliver, bodies } = await pagerOf('pagerduty');
    const begun = known({ code: 'drift' });
    const over = known({ code: 'maintenance-pending', service: 'users' });
    const news = [begun, { ...begun, endedAt: '2030-01-01T06:00:00.000Z' }];
    await leave({ news, before: [over, known({ subject: 'fills' })], open: [begun, known({ subject: '100 %' })] });
    await deliver();
    expect(
      bodies()
        .map(({ event_action: action, payload }) => [action, payload?.severity])
        .sort(),
    ).toEqual([
      ['resolve', undefined],
      ['trigger', 'warning'],
    ]);
  });

  it('gets one incident more for the findings that a message has no room for', async () => {
    const { leave, deliver, bodies } = await pagerOf('pagerduty');
    await leave({ urgent: Array.from({ length: 23 }, (_, n) => known({ service: `s${n}` })) });
    await deliver();
    expect(bodies()).toHaveLength(21);
    expect(bodies().at(-1)?.payload.summary).toBe('Headroom (org-example): 3 more findings');
  });
});

describe('a pager that several organizations and deployments share', () => {
  const stackOf = (name: string) => `arn:aws:cloudformation:eu-west-1:111122223333:stack/${name}`;
  const senders: readonly Sender[] = [
    { organization: 'org-eu' },
    { organization: 'org-us' },
    { organization: 'org-us', stack: stackOf('headroom') },
    { organization: 'org-us', stack: stackOf('headroom-test') },
  ];
  const exceeded = known({ code: 'budget-exceeded', project: '', service: '', subject: 'storage' });

  it('has an incident for each of them, which says whose it is, and none closes that of another', async () => {
    const { leave, deliver, bodies } = await pagerOf('pagerduty');
    for (const sender of senders) await leave({ urgent: [exceeded] }, sender);
    for (const sender of senders) await leave({ before: [exceeded] }, sender);
    await deliver();
    const [opened, closed] = [bodies().slice(0, 4), bodies().slice(4)];
    expect(new Set(opened.map(({ dedup_key: key }) => key)).size).toBe(4);
    expect(closed.map(({ dedup_key: key }) => key)).toEqual(opened.map(({ dedup_key: key }) => key));
    const names = ['org-eu', 'org-us', 'org-us, headroom', 'org-us, headroom-test'];
    expect(opened.map(({ payload }) => payload.source)).toEqual(names);
    expect(opened.map(({ payload }) => payload.summary)).toEqual(
      names.map((name) => `Headroom (${name}): storage: budget exceeded`),
    );
  });
});

it('people read of the end of an urgent finding in the daily notice alone', async () => {
  const { leave, deliver, received } = await pagerOf('slack');
  await leave({ before: [known()] });
  expect(await deliver()).toEqual({ delivered: 1, waiting: 0, dead: 0 });
  expect(received).toEqual([]);
});

it('a dry run shows the incidents without any key', () => {
  const [sent] = channelMessages(sender, [{ channel: 'x', match: {} }], notifiedOf({ urgent: [known()] }));
  const message = sent?.message ?? expect.unreachable();
  const text = rendered('pagerduty', { id: 'x', message }, { links, approval: null });
  expect(JSON.parse(text)).toHaveLength(1);
  expect(text).not.toMatch(/routing_key|canary/);
});
