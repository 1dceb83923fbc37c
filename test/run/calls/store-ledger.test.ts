import { describe, expect, it } from 'vitest';
import { StoreConflict, StoreUnavailable } from '../../../lib/contract/errors.ts';
import type { Clock, Store } from '../../../lib/ports.ts';
import { createStoreLedger } from '../../../lib/run/calls/store-ledger.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { type LedgerGround, ledgerContract } from '../../contracts/ledger.ts';
import { createDistantStore } from '../../distant-store.ts';
import { drawsOf } from '../../simulator/engine/random.ts';
import { createTime, type SimulatedTime } from '../../simulator/engine/time.ts';

interface Ground extends LedgerGround {
  readonly store: Pick<Store, 'get' | 'put'>;
}

const joinOn =
  ({ time, store, callsPerMinute }: Ground) =>
  (worker: string, clock: Clock) => {
    const random = drawsOf(1, 'jitter', worker).fraction;
    return createStoreLedger({ store, clock, sleep: time.sleep, random, callsPerMinute, worker });
  };

ledgerContract('an object in the store', {
  open: (ground) => joinOn({ ...ground, store: createDistantStore(ground.time).store }),
  clocksDifferByMs: 1_000,
});

const key = keys.callLedger;
const one = { order: 'token', calls: 1 } as const;
const startMs = Date.UTC(2026, 2, 2);
const on = (time: SimulatedTime, store: Pick<Store, 'get' | 'put'>, callsPerMinute = 60) =>
  joinOn({ time, store, callsPerMinute });

describe('the ledger in the store', () => {
  it('reserves with one read and one write, and larger blocks for a worker that uses them up', async () => {
    const time = createTime(startMs);
    const { store, requests } = createDistantStore(time);
    const ledger = on(time, store, 600)('a', time);
    const blocks: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const block = await time.until(ledger.reserve({ order: 'survey', calls: 1 }));
      blocks.push(block.calls);
      if ('untilMs' in block) ledger.used(block, { calls: block.calls, lastMs: time.now() });
    }
    // More than 80 calls would not start in time: those that are left would be lost to everyone until they expire.
    expect(blocks).toEqual([3, 6, 12, 24, 48, 80, 80, 80]);
    expect(requests).toEqual({ gets: 8, puts: 8 });
    await time.until(time.sleep(5_000));
    expect(await time.until(ledger.reserve({ order: 'survey', calls: 1 }))).toMatchObject({ calls: 3 });
  });

  it('writes nothing for a refusal, and spreads the next requests of those who wait', async () => {
    const time = createTime(startMs);
    const { store, requests } = createDistantStore(time);
    const join = on(time, store, 1);
    await time.until(join('first', time).reserve(one));
    const times: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const refused = await time.until(join(`waiting ${n}`, time).reserve(one));
      if ('askAtMs' in refused) times.push(refused.askAtMs);
    }
    expect(new Set(times).size).toBe(5);
    expect(requests.puts).toBe(1);
  });

  it('grants nothing until every call has expired if its object cannot be read, and then continues', async () => {
    const time = createTime(startMs);
    const memory = createMemoryStore();
    await memory.put(key, '{"blocks":');
    const ledger = on(time, memory)('a', time);
    const refused = await time.until(ledger.reserve(one));
    expect(refused).toMatchObject({ calls: 0 });
    const askAtMs = 'askAtMs' in refused ? refused.askAtMs : 0;
    expect(askAtMs).toBeGreaterThanOrEqual(startMs + 72_000);
    await time.runTo(askAtMs);
    expect(await time.until(ledger.reserve(one))).toMatchObject({ calls: 3 });
  });

  it('recovers from a clock that was wrong by an hour for a moment', async () => {
    const time = createTime(startMs);
    const memory = createMemoryStore();
    const join = on(time, memory, 1);
    await time.until(join('wrong', { now: () => time.now() + 3_600_000 }).reserve(one));
    const ledger = join('right', time);
    expect(await time.until(ledger.reserve(one))).toMatchObject({ calls: 0 });
    await time.runTo(startMs + 86_000);
    expect(await time.until(ledger.reserve(one))).toMatchObject({ calls: 1 });
  });

  it('fails with StoreUnavailable, and grants nothing, if the store refuses every write', async () => {
    const time = createTime(startMs);
    const conflicting = {
      ...createMemoryStore(),
      put: async () => {
        throw new StoreConflict('another worker was faster');
      },
    };
    await expect(time.until(on(time, conflicting)('a', time).reserve(one))).rejects.toThrow(StoreUnavailable);
  });
});
