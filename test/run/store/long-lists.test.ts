import { describe, expect, it } from 'vitest';
import { StoreDamaged } from '../../../lib/contract/errors.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import type { Store } from '../../../lib/ports.ts';
import { approvedDigestOf, proposedBy, proposedHere, withoutReason } from '../../../lib/run/approval/proposed-plans.ts';
import { readLatestReport } from '../../../lib/run/publish/reports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { jsonWithLists, listsApart } from '../../../lib/run/store/long-lists.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { needObject, readIfWhole, writeObject } from '../../../lib/run/store/objects.ts';
import type { ProposedPlan, ReportObject, RunObject } from '../../../lib/run/store/run-objects.ts';
import { aPolicy, aService, aSnapshot, aSummary, planOf } from '../../core/organization.ts';
import { platformPrices } from '../../core/platform-prices.ts';
import { storeReport } from '../stored.ts';

const budget = {
  name: 'all',
  match: { project: ['*'] },
  monthly: '9000000',
  basis: 'run-rate',
  rest: 'share',
  deadBandGb: 0,
  warnPercent: 0,
} as const;

/** A plan that enables so many services within one budget. */
const planFor = (services: number) =>
  planOf([aSnapshot({ services: Array.from({ length: services }, (_, n) => aService({ name: `s${n}` })) })], {
    policy: aPolicy({ budgets: [budget] }),
    prices: platformPrices([['pg/startup-4/aws-eu-west-1', '0.0005']]),
  }).plan;

const large = planFor(2_100);

const reportOf = (plan: ReportObject['plan']): ReportObject => ({
  runId: 'run-1',
  startedAt: null,
  endedAt: '2026-03-02T08:00:00Z',
  outcome: 'applied',
  error: null,
  cause: null,
  plan,
  results: [],
  unread: [],
});

const sizes = async (store: Store) =>
  Promise.all((await store.list('')).map(async (key) => (await store.get(key))?.body.length ?? 0));

const partsIn = async (store: Store): Promise<string[]> =>
  (await store.list('runs/run-1/plan/')).filter((key) => /[0-9a-f]{64}/.test(key));

describe('a list that is too long for one object', () => {
  it('is read as it was written', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.plan('run-1'), large);
    expect(large.changes).toHaveLength(4_200);
    const read = await needObject<typeof large>(store, keys.plan('run-1'));
    expect(read).toEqual(JSON.parse(JSON.stringify(large)));
  });

  it('is in parts, which the report of the plan does not store again', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.plan('run-1'), large);
    const parts = await partsIn(store);
    await storeReport(store, reportOf(await needObject(store, keys.plan('run-1'))));
    expect(await partsIn(store)).toEqual(parts);
    expect(parts).toHaveLength(2);
    expect(Math.max(...(await sizes(store)))).toBeLessThan(4_000_000);
    expect((await readLatestReport(store))?.plan).toEqual(JSON.parse(JSON.stringify(large)));
  });

  it('is read again as it is stored then, also where only a part was changed', async () => {
    const many = planFor(4_100);
    const store = createMemoryStore();
    await writeObject(store, keys.plan('run-1'), many);
    const read = () => readIfWhole<typeof many>(store, keys.plan('run-1'));
    const first = await read();
    const again = await read();
    expect(again).toEqual(first);
    const parts = await partsIn(store);
    const ofDecisions = await Promise.all(
      parts.map(async (key) => ({ key, body: (await store.get(key))?.body ?? '' })),
    );
    const { key, body } = ofDecisions.find(({ body }) => body.includes('"service":"s0","effect"')) ?? {
      key: '',
      body: '',
    };
    await store.put(key, body.replace('"service":"s0","effect"', '"service":"s1","effect"'));
    expect(await read()).toBeUndefined();
    await store.put(key, body);
    expect(await read()).toEqual(first);
  });

  it('may be anywhere in an object, and what looks like a list in parts and is none stays as it is', async () => {
    const store = createMemoryStore();
    const long = Array.from({ length: 8_001 }, (_, n) => ({ n }));
    const none = [
      { inParts: ['a'] },
      { inParts: [7] },
      { inParts: 'a'.repeat(64) },
      { inParts: ['a'.repeat(64)], n: 1 },
    ];
    const json = { budgets: [{ shares: long }, { shares: [] }], long, none: null, none2: none, text: '"inParts":[' };
    const key = keys.proposedPlan('d');
    const { replace, store: storeLists } = listsApart(key);
    const text = JSON.stringify(json, replace);
    await storeLists(store);
    expect(text.length).toBeLessThan(1_000);
    // The same content is the same part.
    expect(await store.list('proposed-plans/d/')).toHaveLength(3);
    expect(await jsonWithLists(store, key, text)).toEqual(json);
  });

  it('leaves the decisions of a plan of usual size in its object', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.plan('run-1'), planFor(100));
    expect(JSON.parse((await store.get(keys.plan('run-1')))?.body ?? '').decisions).toHaveLength(100);
  });

  it.each<[string, (store: Store, part: string) => Promise<void>, string]>([
    ['is missing', (store, part) => store.delete(part), 'is missing'],
    ['was changed', async (store, part) => store.put(part, '[]'), 'was changed'],
  ])('is no list if a part of it %s', async (_, spoil, problem) => {
    const store = createMemoryStore();
    await writeObject(store, keys.plan('run-1'), large);
    const [part = ''] = await partsIn(store);
    await spoil(store, part);
    const reading = needObject(store, keys.plan('run-1'));
    await expect(reading).rejects.toThrow(StoreDamaged);
    await expect(reading).rejects.toThrow(
      `runs/run-1/plan/plan.json in the store cannot be read (its part ${part} ${problem})`,
    );
    expect(await readIfWhole(store, keys.plan('run-1'))).toBeUndefined();
  });
});

/** A store with the proposed plan of the large plan. */
const proposed = async () => {
  const store = createMemoryStore();
  const { digest, changes } = large;
  const proposed = { digest, proposedAt: '2026-03-02T08:00:00Z', projects: null, runId: 'run-1', summary: aSummary() };
  await writeObject(store, keys.proposedPlan(digest), { ...proposed, changes: changes.map(withoutReason) });
  return { store, digest };
};

describe('a proposed plan of more changes than one object holds', () => {
  it('is found by its digest, and is what its digest says', async () => {
    const { store, digest } = await proposed();
    expect(await store.list(keys.proposedPlans)).toHaveLength(3);
    expect(await approvedDigestOf(store, null, digest.slice(0, 12))).toBe(digest);
    expect((await proposedHere(store, digest)).changes).toHaveLength(large.changes.length);
    expect((await needObject<ProposedPlan>(store, keys.proposedPlan(digest))).digest).toBe(digest);
  });

  it('is proposed again with the time that it has', async () => {
    const { store, digest } = await proposed();
    const before = await store.get(keys.proposedPlan(digest));
    const ports = { store, clock: { now: () => Date.parse('2026-03-02T09:00:00Z') } };
    const run = { runId: 'run-2', startedAt: '2026-03-02T09:00:00Z', asked: null } as RunObject;
    const plan: Plan = { ...large, verdict: 'needs-approval', proposal: { ...large, digest: 'rest' } };
    const { toStore } = await proposedBy(ports, run, aPolicy().guardrails, plan);
    expect(toStore.map((one) => one.digest)).toEqual(['rest']);
    expect(await store.get(keys.proposedPlan(digest))).toEqual(before);
  });

  it('stops the run that would propose it again if it cannot be read', async () => {
    const { store, digest } = await proposed();
    const { body = '' } = (await store.get(keys.proposedPlan(digest))) ?? {};
    await store.put(keys.proposedPlan(digest), body.slice(0, -20));
    const ports = { store, clock: { now: () => Date.parse('2026-03-02T09:00:00Z') } };
    const run = { runId: 'run-2', startedAt: '2026-03-02T09:00:00Z', asked: null } as RunObject;
    const plan: Plan = { ...large, verdict: 'needs-approval', proposal: { ...large, digest: 'rest' } };
    const again = proposedBy(ports, run, aPolicy().guardrails, plan);
    await expect(again).rejects.toThrow(StoreDamaged);
  });
});
