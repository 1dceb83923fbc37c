import { describe, expect, it } from 'vitest';
import { createTime } from './time.ts';

describe('simulated time', () => {
  it('wakes sleepers in the order of their moments, and of their beginning where these are the same', async () => {
    const time = createTime(1000);
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number) => {
      await time.sleep(ms);
      woken.push(`${name} at ${time.now()}`);
    };
    await time.until(Promise.all([sleeper('c', 30), sleeper('a', 10), sleeper('b', 10), sleeper('d', 40)]));
    expect(woken).toEqual(['a at 1010', 'b at 1010', 'c at 1030', 'd at 1040']);
  });

  it('stands still while anything is at work', async () => {
    const time = createTime(0);
    const work = async () => {
      for (let n = 0; n < 1000; n += 1) await Promise.resolve();
      return time.now();
    };
    expect(await time.until(work())).toBe(0);
  });

  it('says so when the work waits for something that never comes', async () => {
    const never = new Promise<never>(() => undefined);
    await expect(createTime(0).until(never)).rejects.toThrow('waits for something that never comes');
  });

  it('does what is due by a moment, and then it is that moment', async () => {
    const time = createTime(0);
    const done: number[] = [];
    for (const ms of [50, 20, 70]) time.at(ms, () => done.push(ms));
    await time.runTo(60);
    expect([done, time.now()]).toEqual([[20, 50], 60]);
  });

  it('ends a wait whose signal aborts', async () => {
    const time = createTime(0);
    const controller = new AbortController();
    time.at(5, () => controller.abort());
    await time.until(time.sleep(1000, controller.signal));
    expect(time.now()).toBe(5);
  });

  it('hands out many timers in order', async () => {
    const time = createTime(0);
    const order: number[] = [];
    for (let n = 0; n < 500; n += 1) time.at((n * 7919) % 503, () => order.push(time.now()));
    await time.runTo(600);
    expect(order).toHaveLength(500);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});
