import { describe, expect, it } from 'vitest';
import type { Notify } from '../../../lib/core/model/policy-document.ts';
import { mostAttempts } from '../../../lib/core/notices/delivery.ts';
import { deliverDue } from '../../../lib/run/publish/deliver.ts';
import { deadLetters, everything, finding, workerWith } from './delivering.ts';

const notify: Notify[] = [{ channel: 'ops', match: everything }];

/** A worker whose channel refuses each message of the first run. */
const refusingTheFirstRun = () => {
  const sent: string[] = [];
  const worker = workerWith(() => ({
    send: async ({ id }) => {
      if (id.startsWith('run-1~')) return { problem: 'the channel answered HTTP 500', isFinal: false, waitMs: null };
      sent.push(id);
      return null;
    },
  }));
  return { worker, sent };
};

describe('a channel that takes some messages and not others', () => {
  it('with one message only, delivers the others all the same', async () => {
    const { worker, sent } = refusingTheFirstRun();
    for (const run of ['run-1', 'run-2', 'run-3']) await worker.leave(notify, [finding('orders')], run);
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      await deliverDue(worker.ports);
      worker.pass(60);
    }
    expect(sent.sort()).toEqual(['run-2~ops~urgent', 'run-3~ops~urgent']);
    expect((await deadLetters(worker.store)).map(({ id }) => id)).toEqual(['run-1~ops~urgent']);
  });

  it('has the end of an incident in the same pass in which its beginning failed for good', async () => {
    const worker = workerWith(() => ({
      send: async ({ id }) =>
        id.startsWith('run-1~') ? { problem: 'the channel answered HTTP 400', isFinal: true, waitMs: null } : null,
    }));
    await worker.leave(notify, [finding('orders')]);
    await worker.leave(notify, [], 'run-2', [finding('orders')]);
    expect(await deliverDue(worker.ports)).toEqual({ delivered: 1, waiting: 0, dead: 1 });
  });

  it('has the messages that are due in their order, also while an earlier one waits for its next attempt', async () => {
    const { worker, sent } = refusingTheFirstRun();
    const leave = (run: string) => worker.leave(notify, [finding('orders')], run);
    await leave('run-1');
    await deliverDue(worker.ports);
    worker.pass(60);
    expect(await deliverDue(worker.ports)).toEqual({ delivered: 0, waiting: 1, dead: 0 });
    for (const run of ['run-2', 'run-3']) await leave(run);
    expect(await deliverDue(worker.ports)).toEqual({ delivered: 2, waiting: 1, dead: 0 });
    expect(sent).toEqual(['run-2~ops~urgent', 'run-3~ops~urgent']);
  });
});
