import { describe, expect, it } from 'vitest';
import { interruptible, throwIfInterrupted } from '../../../lib/client/transport/interrupt.ts';
import { OutOfTime, RunInterrupted } from '../../../lib/contract/errors.ts';
import { additional, clientOnServer, errorOf } from '../client-on-server.ts';

const never = () => new Promise<never>(() => {});

describe('interruptible work', () => {
  it('gives what the work gives, with a signal or without', async () => {
    expect(await interruptible(async () => 1)).toBe(1);
    expect(await interruptible(async () => 2, new AbortController().signal)).toBe(2);
  });

  it('fails as the work fails', async () => {
    const failing = async () => {
      throw new TypeError('broken');
    };
    await expect(interruptible(failing, new AbortController().signal)).rejects.toThrow(TypeError);
  });

  it('rejects as soon as the signal is aborted, though the work never ends', async () => {
    const controller = new AbortController();
    const work = interruptible(never, controller.signal);
    controller.abort();
    await expect(work).rejects.toThrow(RunInterrupted);
  });

  it('rejects with RunInterrupted whatever error the work makes of the signal', async () => {
    const controller = new AbortController();
    const work = interruptible(
      () =>
        new Promise((_, reject) => {
          controller.signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
        }),
      controller.signal,
    );
    controller.abort();
    await expect(work).rejects.toThrow(RunInterrupted);
  });

  it('does not begin once the signal is aborted', async () => {
    let begun = false;
    const work = interruptible(async () => {
      begun = true;
    }, AbortSignal.abort());
    await expect(work).rejects.toThrow(RunInterrupted);
    expect(begun).toBe(false);
  });
});

it('a check throws only once the signal is aborted', () => {
  expect(() => throwIfInterrupted()).not.toThrow();
  expect(() => throwIfInterrupted(new AbortController().signal)).not.toThrow();
  expect(() => throwIfInterrupted(AbortSignal.abort())).toThrow(RunInterrupted);
});

const throttled = { status: 429, headers: { 'retry-after': '90' }, json: { message: 'Rate limit exceeded' } };

describe('a client with a deadline', () => {
  it('does not sleep past it, whatever wait the platform asks for: the error states when to continue', async () => {
    const deadline = { at: Number.POSITIVE_INFINITY };
    const { client, server, waits, clock } = await clientOnServer([throttled, { json: { projects: [] } }], {
      deadline: () => deadline.at,
    });
    deadline.at = clock.now() + 60_000;
    const error = await errorOf(client.listProjects());
    expect(error).toBeInstanceOf(OutOfTime);
    expect(Date.parse((error as OutOfTime).goOnAt) - clock.now()).toBeGreaterThanOrEqual(90_000);
    expect(error.message).toMatch(
      /^\[GET\] "\/organization\/org1\/projects": 429 Rate limit exceeded; the next try is in 9[01] s; this task/,
    );
    expect(waits).toEqual([]);
    expect(server.received).toHaveLength(1);
    // The next task in the same process has its own deadline.
    deadline.at = clock.now() + 900_000;
    expect((await client.listProjects()).projects).toEqual([]);
  });

  it('begins no call after it, also no second try of a write', async () => {
    const deadline = { at: Number.POSITIVE_INFINITY };
    const { client, server, clock } = await clientOnServer(['drop'], { deadline: () => deadline.at });
    deadline.at = clock.now() + 10;
    expect(await errorOf(client.createEndpoint('p', 'n', additional(5)))).toBeInstanceOf(OutOfTime);
    expect(server.received).toHaveLength(1);
  });
});
