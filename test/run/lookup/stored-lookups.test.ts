import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import type { Lookup } from '../../../lib/core/plan/lookups.ts';
import { doneLookups } from '../../../lib/run/lookup/run-lookups.ts';
import { openLookupReader, storedLookups } from '../../../lib/run/lookup/stored-lookups.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import type { StoredLookup } from '../../../lib/run/store/run-objects.ts';
import { start } from './asked-platform.ts';

const plan = { project: 'a', serviceType: 'pg', plan: 'startup-4' };
const price = { ...plan, cloud: 'aws-eu-west-1' };
const size: Lookup = { kind: 'plan-disk', ...plan };
const cost: Lookup = { kind: 'price', ...price };
const sizeKey = keys.planDisk('pg', 'startup-4');
const priceKey = keys.price('pg', 'startup-4', 'aws-eu-west-1');
const disk = { diskMb: 81_920, capMb: 409_600 };

const ago = (ms: number): string => new Date(start - ms).toISOString();
const since = <T>(answer: T, ageMs: number): StoredLookup<T> => ({ askedAt: ago(ageMs), answer });
const deniedOnce: StoredLookup<null> = { ...since(null, hourMs), deniedAt: ago(hourMs) };

interface Looked {
  readonly stored?: Readonly<Record<string, StoredLookup<unknown>>>;
  /** What the run has asked before. */
  readonly lookups?: readonly Lookup[];
  readonly refreshes?: boolean;
}

const hourly = { kind: 'hourly', dollars: '0.15' };

/** What a run sees in the store of its plan's size and price. */
const seen = async ({ stored = {}, lookups = [], refreshes = true }: Looked = {}, store = createMemoryStore()) => {
  for (const [key, answer] of Object.entries(stored)) await writeObject(store, key, answer);
  const asked = doneLookups({ runId: 'run-1', refreshes }, { rounds: 1, lookups });
  const ports = { store, clock: { now: () => start } };
  const found = await storedLookups(openLookupReader(ports), { needs: [plan], priceNeeds: [price] }, asked);
  const { planDiskMb, planCapMb, unreadPlans, prices } = found.answers;
  return {
    ...found,
    diskMb: planDiskMb.get('pg/startup-4'),
    capMb: planCapMb.get('pg/startup-4'),
    isUnread: unreadPlans.has('pg/startup-4'),
    price: prices.get('pg/startup-4/aws-eu-west-1'),
  };
};

describe('answers of the platform that a plan finds in the store', () => {
  it('are missing at first: the plan asks, sizes before prices', async () => {
    const first = await seen();
    expect(first).toMatchObject({ lookups: [size, cost], isMissing: true, old: [] });
    expect(first).toMatchObject({ diskMb: undefined, capMb: undefined, isUnread: false, price: undefined });
  });

  it('are read from the store once, however many lookups of a plan are about them', async () => {
    const store = createMemoryStore();
    await writeObject(store, sizeKey, since(disk, hourMs));
    const reads: string[] = [];
    const counted = {
      ...store,
      get: (key: string) => {
        reads.push(key);
        return store.get(key);
      },
    };
    const reader = openLookupReader({ store: counted, clock: { now: () => start } });
    const asked = doneLookups({ runId: 'run-1', refreshes: true }, { rounds: 0, lookups: [] });
    for (let round = 0; round < 3; round += 1) await storedLookups(reader, { needs: [plan], priceNeeds: [] }, asked);
    expect(reads).toEqual([sizeKey]);
  });

  it('are used without a lookup while they are fresh', async () => {
    const fresh = await seen({ stored: { [sizeKey]: since(disk, hourMs), [priceKey]: since('0.15', hourMs) } });
    expect(fresh).toMatchObject({ lookups: [], isMissing: false, old: [] });
    expect(fresh).toMatchObject({ ...disk, isUnread: false, price: hourly });
  });

  it('are asked for one by one: a stored size raises no lookup about it', async () => {
    const half = await seen({ stored: { [sizeKey]: since(disk, hourMs) } });
    expect(half).toMatchObject({ lookups: [cost], isMissing: true, ...disk });
  });

  const dayOld = { [sizeKey]: since(disk, dayMs), [priceKey]: since('0.15', dayMs) };
  const named = [
    { what: 'disk size of plan pg/startup-4', askedAt: ago(dayMs) },
    { what: 'price of plan pg/startup-4/aws-eu-west-1', askedAt: ago(dayMs) },
  ];

  it('are asked for again once they expire, and are better than none meanwhile', async () => {
    const expired = await seen({ stored: dayOld });
    expect(expired).toMatchObject({ lookups: [size, cost], isMissing: false, old: named, ...disk, price: hourly });
  });

  it('stay in use when asking again has failed, and the plan says how old they are', async () => {
    const failed = await seen({ stored: dayOld, lookups: [size, cost] });
    expect(failed).toMatchObject({ lookups: [], isMissing: false, old: named, isUnread: false, ...disk });
    expect(failed.price).toEqual(hourly);
  });

  it('count as old only after a day', async () => {
    const almost = await seen({ stored: { [sizeKey]: since(disk, dayMs - 1), [priceKey]: since('0.15', hourMs) } });
    expect(almost).toMatchObject({ lookups: [size], old: [] });
  });

  it('are as good as old if a clock that was ahead stored them', async () => {
    const ahead = { [sizeKey]: since(disk, -minuteMs), [priceKey]: since('0.15', -minuteMs) };
    const future = await seen({ stored: ahead });
    expect(future).toMatchObject({ lookups: [size, cost], isMissing: false, ...disk });
    expect(future.old.map(({ what }) => what)).toEqual(named.map(({ what }) => what));
  });

  it('are used at any age by the run of an event, which asks only for what is missing', async () => {
    const hurried = await seen({ stored: { [sizeKey]: since(disk, 9 * dayMs) }, refreshes: false });
    expect(hurried).toMatchObject({ lookups: [cost], isMissing: true, ...disk });
  });

  it('that the platform did not give leave the plan unread and the price unreadable, without a second lookup', async () => {
    const silent = await seen({ lookups: [size, cost] });
    expect(silent).toMatchObject({ lookups: [], isMissing: false, isUnread: true, price: { kind: 'unread' } });
  });

  it('say also that the platform does not describe a plan', async () => {
    const custom = await seen({ stored: { [sizeKey]: since(null, hourMs), [priceKey]: since(null, hourMs) } });
    expect(custom).toMatchObject({
      lookups: [],
      diskMb: null,
      capMb: null,
      isUnread: false,
      price: { kind: 'none' },
    });
  });
});

describe('the first denial of a price', () => {
  const otherPrice = keys.price('mysql', 'business-8', 'aws-eu-west-1');

  it('is asked about again, also by the run of an event', async () => {
    const stored = { [sizeKey]: since(disk, hourMs), [priceKey]: deniedOnce };
    expect(await seen({ stored, refreshes: false })).toMatchObject({ lookups: [cost], isMissing: false });
    expect(await seen({ stored, lookups: [cost] })).toMatchObject({ lookups: [] });
  });

  it('is no answer on a platform that has given another price', async () => {
    const stored = { [priceKey]: deniedOnce, [otherPrice]: since('0.20', hourMs) };
    expect(await seen({ stored })).toMatchObject({ price: { kind: 'denied-once' } });
    expect(await seen({ stored, lookups: [size, cost] })).toMatchObject({ price: { kind: 'denied-once' } });
  });

  it('lets the prices of the policy apply on a platform that has none', async () => {
    expect(await seen({ stored: { [priceKey]: deniedOnce } })).toMatchObject({ price: { kind: 'none' } });
    const denied = { [priceKey]: deniedOnce, [otherPrice]: since(null, hourMs) };
    expect(await seen({ stored: denied })).toMatchObject({ price: { kind: 'none' } });
  });

  it('is judged by the whole prices of the store: a damaged one is none', async () => {
    const store = createMemoryStore();
    await store.put(otherPrice, '{"askedAt":"never"}');
    expect(await seen({ stored: { [priceKey]: deniedOnce } }, store)).toMatchObject({ price: { kind: 'none' } });
  });

  it('is all for which a plan looks through the prices of other plans', async () => {
    const inner = createMemoryStore();
    const listed: string[] = [];
    const list: typeof inner.list = (prefix) => {
      listed.push(prefix);
      return inner.list(prefix);
    };
    await seen({ stored: { [priceKey]: since(null, hourMs) } }, { ...inner, list });
    expect(listed).toEqual([]);
    await seen({ stored: { [priceKey]: deniedOnce } }, { ...inner, list });
    expect(listed).toEqual([keys.prices]);
  });

  it('makes no other price unconfirmed', async () => {
    const stored = { [priceKey]: since(null, hourMs), [otherPrice]: since('0.20', hourMs) };
    expect(await seen({ stored })).toMatchObject({ price: { kind: 'none' } });
  });
});
