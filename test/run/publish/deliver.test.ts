import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Notify } from '../../../lib/core/model/policy-document.ts';
import { type Delivery, mostAttempts } from '../../../lib/core/notices/delivery.ts';
import { deliverDue } from '../../../lib/run/publish/deliver.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import { startReceiver } from '../../channels/receiver.ts';
import { deadLetters, everything, finding, signingKey, start, workerWith } from './delivering.ts';

describe('messages of a run', () => {
  it('are one for each channel, with every finding that one of its entries matches, once', async () => {
    const receiver = await startReceiver();
    const channel = (path: string) => ({ kind: 'webhook', url: `${receiver.url}${path}`, signingKey });
    const worker = workerWith({ ops: channel('/ops'), team: channel('/team') });
    const notify: Notify[] = [
      { channel: 'ops', match: everything },
      { channel: 'ops', match: { code: ['maximum-*'] } },
      { channel: 'team', match: { owner: ['storage'], project: ['shop'] } },
    ];
    const urgent = [finding('orders'), finding('users'), finding('lake', { project: 'data', owner: 'data' })];
    await worker.leave(notify, urgent);
    await worker.leave(notify, urgent);
    expect(await deliverDue(worker.ports)).toEqual({ delivered: 2, waiting: 0, dead: 0 });
    // A repeated report of the same run adds nothing, also after the delivery.
    await worker.leave(notify, urgent);
    expect(await deliverDue(worker.ports)).toEqual({ delivered: 0, waiting: 0, dead: 0 });
    const titles = Object.fromEntries(
      receiver.received.map(({ path, body }) => [
        path,
        JSON.parse(body).items.map(({ title }: { title: string }) => title),
      ]),
    );
    expect(receiver.received).toHaveLength(2);
    expect(titles).toEqual({
      '/ops': ['shop/orders: disk full', 'shop/users: disk full', 'data/lake: disk full'],
      '/team': ['shop/orders: disk full', 'shop/users: disk full'],
    });
  });

  it('are none for a channel whose entries match nothing', async () => {
    const worker = workerWith({});
    await worker.leave([{ channel: 'ops', match: { owner: ['others'] } }], [finding('orders')]);
    await worker.leave([{ channel: 'ops', match: { urgent: false, owner: ['*'] } }], [finding('orders')]);
    expect(await worker.store.list('')).toEqual([]);
  });
});

describe('a delivery', () => {
  it('is signed with the key of the channel, for the moment of each attempt', async () => {
    const receiver = await startReceiver([{ status: 500 }]);
    const worker = workerWith({ ops: { kind: 'webhook', url: `${receiver.url}/hook?x=1`, signingKey } });
    await worker.leave([{ channel: 'ops', match: everything }], [finding('orders')]);
    await deliverDue(worker.ports);
    worker.pass(1);
    await deliverDue(worker.ports);
    const key = Buffer.from(signingKey.slice('whsec_'.length), 'base64');
    const timestamps = receiver.received.map(({ path, headers, body }) => {
      const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      expect([path, headers['webhook-signature']]).toEqual(['/hook?x=1', `v1,${expected}`]);
      return Number(timestamp);
    });
    expect(timestamps).toEqual([start / 1000, start / 1000 + 60]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('waits longer after each failure, and as long as the channel asks for', async () => {
    const busy = { status: 429, headers: { 'retry-after': '600' } };
    const receiver = await startReceiver([null, { status: 503 }, busy]);
    const worker = workerWith({ ops: { kind: 'slack', url: receiver.url } });
    await worker.leave([{ channel: 'ops', match: everything }], [finding('orders')]);
    const [key = ''] = await worker.store.list(keys.deliveries);
    const waits: string[] = [];
    for (const minutes of [0, 1, 2]) {
      worker.pass(minutes);
      expect(await deliverDue(worker.ports)).toMatchObject({ waiting: 1 });
      waits.push((await readObject<Delivery>(worker.store, key))?.nextAt ?? '');
    }
    expect(waits).toEqual(['2030-01-01T08:01:00.000Z', '2030-01-01T08:03:00.000Z', '2030-01-01T08:13:00.000Z']);
    // Nothing is sent before its time.
    await deliverDue(worker.ports);
    expect(receiver.received).toHaveLength(3);
    worker.pass(10);
    expect(await deliverDue(worker.ports)).toEqual({ delivered: 1, waiting: 0, dead: 0 });
  });

  it('follows no redirect', async () => {
    const elsewhere = await startReceiver();
    const receiver = await startReceiver([{ status: 302, headers: { location: elsewhere.url } }]);
    const worker = workerWith({ ops: { kind: 'teams', url: receiver.url } });
    await worker.leave([{ channel: 'ops', match: everything }], [finding('orders')]);
    expect(await deliverDue(worker.ports)).toMatchObject({ dead: 1 });
    expect(elsewhere.received).toEqual([]);
  });

  it('is sent once by two workers at the same time', async () => {
    const receiver = await startReceiver();
    const worker = workerWith({ ops: { kind: 'slack', url: receiver.url } });
    await worker.leave([{ channel: 'ops', match: everything }], [finding('orders')]);
    await Promise.all([deliverDue(worker.ports), deliverDue(worker.ports)]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a channel that does not work', () => {
  it('costs one attempt a pass, whatever waits for it, and delays no other channel', async () => {
    const down = await startReceiver([{ status: 500 }, { status: 500 }, { status: 500 }]);
    const up = await startReceiver();
    const worker = workerWith({ down: { kind: 'slack', url: down.url }, up: { kind: 'slack', url: up.url } });
    const notify: Notify[] = [
      { channel: 'down', match: everything },
      { channel: 'up', match: everything },
    ];
    for (const run of ['run-1', 'run-2', 'run-3']) await worker.leave(notify, [finding('orders')], run);
    expect(await deliverDue(worker.ports)).toEqual({ delivered: 3, waiting: 3, dead: 0 });
    expect([down.received.length, up.received.length]).toEqual([1, 3]);
  });

  it('ends in dead letters after the last attempt, and is reported once on the other channels and on the bus', async () => {
    const up = await startReceiver();
    const gone = `${up.url.replace(/:\d+$/, ':1')}/canary-path`;
    const worker = workerWith({ gone: { kind: 'slack', url: gone }, up: { kind: 'webhook', url: up.url, signingKey } });
    const notify: Notify[] = [
      { channel: 'gone', match: everything },
      { channel: 'up', match: { owner: ['nobody'] } },
    ];
    await worker.leave(notify, [finding('orders')], 'run-1');
    await worker.leave(notify, [finding('users')], 'run-2');
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      expect(up.received).toEqual([]);
      await deliverDue(worker.ports);
      worker.pass(60);
    }
    expect((await deadLetters(worker.store)).map(({ channel, attempts, error }) => [channel, attempts, error])).toEqual(
      [
        ['gone', mostAttempts, 'the channel did not answer (ECONNREFUSED)'],
        ['gone', mostAttempts, 'the channel did not answer (ECONNREFUSED)'],
      ],
    );
    expect(up.received).toHaveLength(1);
    expect(JSON.parse(up.received[0]?.body ?? '')).toMatchObject({
      subject: 'Headroom (org-example): channel gone does not work',
      items: [{ steps: [{ code: 'headroom notify test gone' }, { label: 'Read:' }] }],
    });
    expect(worker.events).toEqual([
      {
        type: 'Notice',
        detail: expect.objectContaining({ subject: 'Headroom (org-example): channel gone does not work' }),
      },
    ]);
    expect(await worker.store.list(keys.deliveries)).toEqual([]);
  });

  it('is final at once if the channel refuses the message, or has no settings', async () => {
    const receiver = await startReceiver([{ status: 404 }]);
    const worker = workerWith({ ops: { kind: 'slack', url: receiver.url } });
    const notify = ['ops', 'unknown'].map((channel) => ({ channel, match: everything }));
    await worker.leave(notify, [finding('orders')]);
    await deliverDue(worker.ports);
    const letters = await deadLetters(worker.store);
    expect(
      letters.filter(({ message }) => !message.subject.includes('does not work')).map(({ error }) => error),
    ).toEqual(['the channel answered HTTP 404', 'the settings have no channel unknown']);
  });

  it('tells no channel of its own failure, so that two broken ones do not write to each other forever', async () => {
    const worker = workerWith({});
    const notify = ['one', 'two'].map((channel) => ({ channel, match: everything }));
    await worker.leave(notify, [finding('orders')]);
    await deliverDue(worker.ports);
    await deliverDue(worker.ports);
    expect(await worker.store.list(keys.deliveries)).toEqual([]);
    expect(await deadLetters(worker.store)).toHaveLength(4);
  });

  it('waits, and keeps the error of its adapter out of the store, if the settings cannot be read', async () => {
    const worker = workerWith(() => ({ send: () => Promise.reject(new TypeError('canary-address')) }));
    await worker.leave([{ channel: 'ops', match: everything }], [finding('orders')]);
    expect(await deliverDue(worker.ports)).toEqual({ delivered: 0, waiting: 1, dead: 0 });
    const [key = ''] = await worker.store.list(keys.deliveries);
    expect((await worker.store.get(key))?.body).not.toContain('canary');
    expect(await readObject<Delivery>(worker.store, key)).toMatchObject({
      error: 'the channel could not be used (TypeError)',
    });
  });
});
