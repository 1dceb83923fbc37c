import { describe, expect, it } from 'vitest';
import { StoreDamaged } from '../../../../lib/contract/errors.ts';
import { type Change, type ChangeEnd, resultsOf } from '../../../../lib/core/change/change.ts';
import { createMemoryStore } from '../../../../lib/local/memory-store.ts';
import { keys } from '../../../../lib/run/store/keys.ts';
import { readObject, writeObject } from '../../../../lib/run/store/objects.ts';
import type { ReportObject } from '../../../../lib/run/store/run-objects.ts';
import { reportJson } from '../../../../lib/run/store/schemas/report-json.ts';
import { aChange, aPlan, at } from '../../stored.ts';

const changes: readonly Change[] = [aChange('a'), aChange('b'), { ...aChange('c'), budget: 'all' }];
const ends: readonly ChangeEnd[] = [
  { status: 'confirmed' },
  { status: 'failed', error: 'no', notOffered: true },
  { status: 'skipped', error: 'frozen', restrained: true },
];

const reportOf = (results: ReportObject['results']): ReportObject => ({
  runId: 'run-1',
  startedAt: at,
  endedAt: at,
  outcome: 'partial',
  error: null,
  cause: null,
  plan: aPlan({ changes }),
  results,
  unread: [],
});

const key = keys.report('run-1');

describe('a report in the store', () => {
  it('has the same JSON for people after it was stored, and repeats no change', async () => {
    const store = createMemoryStore();
    const report = reportOf(resultsOf(changes, ends));
    await writeObject(store, key, report);
    const stored = JSON.parse((await store.get(key))?.body ?? '');
    expect(stored.results).toEqual(ends.map((end, change) => ({ change, ...end })));
    const read = await readObject<ReportObject>(store, key);
    expect(JSON.stringify(read && reportJson(read))).toBe(JSON.stringify(reportJson(report)));
    await writeObject(store, key, read);
    expect(JSON.parse((await store.get(key))?.body ?? '')).toEqual(stored);
  });

  it('has a result whole whose change the plan has otherwise or not at all', async () => {
    const store = createMemoryStore();
    const others = [{ ...aChange('a'), toGb: 7 }, { ...aChange('b'), budget: 'all' }, aChange('d')] as Change[];
    const report = reportOf(resultsOf(others, ends));
    await writeObject(store, key, report);
    const read = await readObject<ReportObject>(store, key);
    expect(JSON.stringify(read && reportJson(read))).toBe(JSON.stringify(reportJson(report)));
  });

  it('is damaged where a result names a change that the plan does not have', async () => {
    const store = createMemoryStore();
    await writeObject(store, key, reportOf(resultsOf(changes, ends)));
    const body = (await store.get(key))?.body ?? '';
    await store.put(key, body.replace('"change":2', '"change":3'));
    await expect(readObject(store, key)).rejects.toThrow(StoreDamaged);
  });
});
