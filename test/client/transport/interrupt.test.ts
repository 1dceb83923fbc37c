import { describe, expect, it } from 'vitest';
import { interruptible, throwIfInterrupted } from '../../../lib/client/transport/interrupt.ts';
import { RunInterrupted } from '../../../lib/contract/errors.ts';

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
