import { describe, expect, it, onTestFinished } from 'vitest';
import { createRateLimiter } from '../../../lib/client/transport/rate-limiter.ts';
import { RunInterrupted } from '../../../lib/contract/errors.ts';
import { until } from '../../until.ts';
import { clientOnServer, errorOf } from '../client-on-server.ts';

const projects = { json: { projects: [] } };
const never = () => new Promise<never>(() => {});

describe('once the run is stopped', () => {
  const interruptedAt = async (where: 'token' | 'turn' | 'answer' | 'body' | 'retry') => {
    const controller = new AbortController();
    const abortAndHang = () => {
      controller.abort();
      return never();
    };
    const clock = { now: () => 0 };
    const limiter = (callsPerMinute: number) => createRateLimiter({ callsPerMinute, clock, sleep: abortAndHang });
    const { client, server } = await clientOnServer(
      () => {
        if (where === 'answer') controller.abort();
        if (where === 'body') setImmediate(() => controller.abort());
        if (where === 'answer') return 'hang';
        if (where === 'body') return { headers: { 'content-length': '1000' }, text: '{' };
        return where === 'retry' ? { status: 503 } : projects;
      },
      {
        signal: controller.signal,
        ...(where === 'token' ? { secrets: { token: abortAndHang } } : {}),
        ...(where === 'turn' ? { rateLimiter: limiter(1) } : {}),
        ...(where === 'retry' ? { sleep: abortAndHang } : {}),
      },
    );
    if (where === 'turn') await client.listProjects();
    const error = await errorOf(client.listProjects());
    const sent = server.received.length;
    const later = await errorOf(client.createIntegration('p', 's', 'e'));
    return { error, later, sent, sentLater: server.received.length - sent };
  };

  it.each([
    ['token', 0],
    ['turn', 1],
    ['answer', 1],
    ['body', 1],
    ['retry', 1],
  ] as const)('a call that waits for its %s rejects, and nothing more is sent', async (where, sent) => {
    const outcome = await interruptedAt(where);
    expect(outcome.error).toBeInstanceOf(RunInterrupted);
    expect(outcome.later).toBeInstanceOf(RunInterrupted);
    expect(outcome).toMatchObject({ sent, sentLater: 0 });
  });

  it('before the first call, none is sent', async () => {
    const { client, server } = await clientOnServer([projects], { signal: AbortSignal.abort() });
    expect(await errorOf(client.listProjects())).toBeInstanceOf(RunInterrupted);
    expect(server.received).toEqual([]);
  });

  it('every one of many calls rejects, and no warning of too many listeners is given', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    const controller = new AbortController();
    const { client, server } = await clientOnServer(() => 'hang', { signal: controller.signal });
    const calls = Array.from({ length: 50 }, () => errorOf(client.listProjects()));
    await until(() => server.received.length > 0);
    controller.abort();
    const errors = await Promise.all(calls);
    expect(errors.every((error) => error instanceof RunInterrupted)).toBe(true);
    expect(warnings).toEqual([]);
  });
});
