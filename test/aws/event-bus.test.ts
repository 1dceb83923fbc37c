import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { describe, expect, it } from 'vitest';
import { createEventBus } from '../../lib/aws/event-bus.ts';
import { BusUnavailable } from '../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import { busContract } from '../contracts/bus.ts';
import { mockedEventBridge, toEvent } from './mocked-event-bridge.ts';

const open = (codeOf?: Parameters<typeof mockedEventBridge>[0]) => {
  const bridge = mockedEventBridge(codeOf);
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const bus = createEventBus({ client: bridge.client, bus: 'the-bus', sleep, random: () => 0 });
  return { ...bridge, bus, waits };
};

const failed = (runId: string, cause = ''): HeadroomEvent => ({
  type: 'RunFailed',
  detail: { runId, error: 'E', cause },
});
const many = (count: number, cause?: string) => Array.from({ length: count }, (_, n) => failed(`run-${n}`, cause));
const runIds = (entries: readonly Parameters<typeof toEvent>[0][]) =>
  entries.map((entry) => (toEvent(entry).detail as { runId: string }).runId);

busContract('the EventBridge bus', () => open());

describe('the EventBridge bus', () => {
  it('sends ten events a call, with the source and type by which rules match', async () => {
    const { bus, calls } = open();
    await bus.publish(many(23));
    expect(calls.map((entries) => entries.length)).toEqual([10, 10, 3]);
    expect(calls[0]?.[0]).toEqual({
      EventBusName: 'the-bus',
      Source: 'headroom',
      DetailType: 'RunFailed',
      Detail: '{"runId":"run-0","error":"E","cause":""}',
    });
  });

  it('keeps every call below 256 KB, counted in bytes', async () => {
    const { bus, calls, heard } = open();
    // Two bytes each in UTF-8.
    await bus.publish(many(9, 'ä'.repeat(30_000)));
    expect(heard).toHaveLength(9);
    expect(calls.map((entries) => entries.length)).toEqual([4, 4, 1]);
  });

  it('sends again only what was not taken, after growing waits', async () => {
    const { bus, calls, heard, waits } = open(({ detail }, call) =>
      'runId' in detail && detail.runId === 'run-1' && call < 2 ? 'ThrottlingException' : undefined,
    );
    await bus.publish(many(3));
    expect(calls.map(runIds)).toEqual([['run-0', 'run-1', 'run-2'], ['run-1'], ['run-1']]);
    expect(heard).toHaveLength(3);
    expect(waits).toEqual([200, 400]);
  });

  it('gives up after four tries, and says of what and why', async () => {
    const { bus, calls } = open(() => 'InternalFailure');
    const publishing = bus.publish([failed('run-1')]);
    await expect(publishing).rejects.toThrow(BusUnavailable);
    await expect(publishing).rejects.toThrow('the-bus refused 1 of 1 events: RunFailed (InternalFailure)');
    expect(calls).toHaveLength(4);
  });

  it('does not repeat what was refused for good, and sends the rest', async () => {
    const { bus, calls, heard } = open(({ type }) => (type === 'RunFailed' ? 'MalformedDetail' : undefined));
    const created: HeadroomEvent = { type: 'ServiceCreated', detail: { project: 'p', service: 's' } };
    await expect(bus.publish([failed('run-1'), created])).rejects.toThrow('MalformedDetail');
    expect(calls).toHaveLength(1);
    expect(heard).toEqual([created]);
  });

  it('says what was refused for good beside an event that it takes at the second try', async () => {
    const code = { 'run-0': 'ThrottlingException', 'run-1': 'MalformedDetail' } as Record<string, string>;
    const { bus, heard } = open(({ detail }, call) => {
      const { runId = '' } = detail as { runId?: string };
      return runId === 'run-0' && call > 0 ? undefined : code[runId];
    });
    await expect(bus.publish(many(3))).rejects.toThrow('refused 1 of 3 events: RunFailed (MalformedDetail)');
    expect(heard).toEqual([failed('run-2'), failed('run-0')]);
  });

  it('says which event is too large for any call, and sends the rest', async () => {
    const { bus, heard } = open();
    await expect(bus.publish([failed('run-1', 'x'.repeat(256 * 1024)), failed('run-2')])).rejects.toThrow(
      'RunFailed (TooLarge)',
    );
    expect(heard).toEqual([failed('run-2')]);
  });

  it('names the bus when it cannot be called at all', async () => {
    const { bus, mock } = open();
    mock.on(PutEventsCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }));
    const publishing = bus.publish([failed('run-1')]);
    await expect(publishing).rejects.toThrow(BusUnavailable);
    await expect(publishing).rejects.toThrow('cannot use the bus the-bus (AccessDeniedException: no)');
  });

  it('takes the others where one event fails its whole call, and says which was refused', async () => {
    const { bus, mock } = open();
    const sent: string[][] = [];
    mock.on(PutEventsCommand).callsFake(({ Entries }) => {
      const ids = runIds(Entries);
      sent.push(ids);
      if (ids.includes('run-1')) throw Object.assign(new Error('no'), { name: 'InternalError' });
      return { FailedEntryCount: 0, Entries: Entries.map(() => ({})) };
    });
    const refused = await bus.publish(many(12)).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      message: 'the bus the-bus refused 1 of 12 events: RunFailed (CallFailed)',
      refused: new Set([1]),
    });
    expect(sent.slice(1).flat().toSorted()).toEqual(
      many(12)
        .map(({ detail }) => (detail as { runId: string }).runId)
        .toSorted(),
    );
  });

  it('makes a few calls only of a bus that is down', async () => {
    const { bus, mock } = open();
    mock.on(PutEventsCommand).rejects(Object.assign(new Error('no'), { name: 'TimeoutError' }));
    await expect(bus.publish(many(100))).rejects.toMatchObject({ refused: { size: 100 } });
    expect(mock.commandCalls(PutEventsCommand)).toHaveLength(3);
  });
});
