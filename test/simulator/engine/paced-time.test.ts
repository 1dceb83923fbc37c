import { describe, expect, it } from 'vitest';
import { createPacedTime } from './paced-time.ts';

/** A million simulated milliseconds take one of the machine's. */
const speed = 1_000_000;

describe('paced time', () => {
  it('does what is due in the order of its moments, and none of it early', async () => {
    const time = createPacedTime(1_000, speed);
    const done: { readonly dueMs: number; readonly atMs: number }[] = [];
    const dueMs = [5_000_000, 2_000_000, 3_000_000, 2_000_000].map((ms) => time.now() + ms);
    for (const ms of dueMs) time.at(ms, () => done.push({ dueMs: ms, atMs: time.now() }));
    await time.runTo(time.now() + 6_000_000);
    expect(done.map((one) => one.dueMs)).toEqual(dueMs.toSorted((a, b) => a - b));
    expect(done.filter((one) => one.atMs < one.dueMs)).toEqual([]);
  });

  it('wakes a sleeper that comes while it waits for a later one', async () => {
    const time = createPacedTime(0, speed);
    const woken: string[] = [];
    const late = time.sleep(60_000_000).then(() => woken.push('late'));
    await time.sleep(1_000_000);
    woken.push('early');
    await late;
    expect(woken).toEqual(['early', 'late']);
  });

  it('passes while something is at work, which simulated time does not', async () => {
    const time = createPacedTime(0, speed);
    const begunMs = time.now();
    const work = async () => {
      while (time.now() === begunMs) await Promise.resolve();
      return 'done';
    };
    expect(await time.until(work())).toBe('done');
  });

  it('ends a wait whose signal aborts, and knows the next moment at which anything happens', async () => {
    const time = createPacedTime(0, 1);
    const controller = new AbortController();
    const wait = time.sleep(1_000_000, controller.signal);
    expect(time.nextMs()).toBeGreaterThanOrEqual(1_000_000);
    controller.abort();
    await wait;
    expect(time.now()).toBeLessThan(1_000_000);
  });
});
