import { describe, expect, it } from 'vitest';
import { StoreDamaged } from '../../../lib/contract/errors.ts';
import { type Change, type ChangeEnd, resultsOf } from '../../../lib/core/change/change.ts';
import {
  readLatestReport,
  readReport,
  readReportIfWhole,
  reportJson,
  writeReport,
} from '../../../lib/run/publish/reports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';
import { aChange, aPlan, at, storeReport } from '../stored.ts';

const changes: readonly Change[] = [
  aChange('a'),
  { ...aChange('b'), project: 'logs' },
  { ...aChange('c'), budget: 'all' },
];
const ends: readonly ChangeEnd[] = [
  { status: 'confirmed' },
  { status: 'failed', error: 'no', notOffered: true },
  { status: 'skipped', error: 'frozen', restrained: true },
];
const aside = { code: 'store-damaged' as const, project: '', service: '', message: 'an object was moved aside' };

/** Results of the parts of a plan: first those of the project of the first change. */
const results = [
  ...resultsOf([changes[0], changes[2]] as Change[], [ends[0], ends[2]] as ChangeEnd[]),
  ...resultsOf([changes[1]] as Change[], [ends[1]] as ChangeEnd[]),
];

const reportOf = (some: Partial<ReportObject> = {}): ReportObject => ({
  runId: 'run-1',
  startedAt: at,
  endedAt: at,
  outcome: 'partial',
  error: null,
  cause: null,
  plan: aPlan({ changes }),
  results,
  unread: [],
  ...some,
});

const stored = async (report = reportOf()) => {
  const store = createMemoryStore();
  await storeReport(store, report);
  return store;
};

describe('a report in the store', () => {
  it('has the same JSON for people after it was stored, and repeats nothing of its plan', async () => {
    const report = reportOf({ plan: aPlan({ changes, findings: [{ ...aside, code: 'drift' }] }) });
    const store = await stored(report);
    const { plan } = report;
    const shown = { ...report, plan: plan && { ...plan, findings: [...plan.findings, aside] } };
    await writeReport(store, shown, [aside]);
    expect(JSON.parse((await store.get(keys.report('run-1')))?.body ?? '')).toMatchObject({
      plan: 'digest',
      findings: [aside],
      results: [
        { phase: 'grant', project: 'shop', ends: [ends[0], ends[2]] },
        { phase: 'grant', project: 'logs', ends: [ends[1]] },
      ],
    });
    const read = await readReport(store, 'run-1');
    expect(JSON.stringify(read && reportJson(read))).toBe(JSON.stringify(reportJson(shown)));
  });

  it('of a run without a plan needs none', async () => {
    const report = reportOf({ plan: null, results: [] });
    expect(await readReport(await stored(report), 'run-1')).toEqual(report);
  });

  it('is damaged where its plan is missing, is another one, or lacks a change that has a result', async () => {
    const store = await stored();
    const key = keys.plan('run-1');
    const isDamaged = async (problem: string) => {
      await expect(readReport(store, 'run-1')).rejects.toThrow(StoreDamaged);
      await expect(readReport(store, 'run-1')).rejects.toThrow(
        `runs/run-1/report.json in the store cannot be read (${problem}`,
      );
      expect(await readReportIfWhole(store, 'run-1')).toBeUndefined();
    };
    await writeObject(store, key, aPlan({ changes: changes.slice(0, 2) }));
    await isDamaged('it has results of changes that are not in its plan)');
    await writeObject(store, key, aPlan({ changes, digest: 'other' }));
    await isDamaged('runs/run-1/plan/plan.json is another plan)');
    await store.delete(key);
    await isDamaged('runs/run-1/plan/plan.json is missing)');
  });
});

describe('the latest report', () => {
  it('is that of the run that it names, of which it repeats nothing', async () => {
    const store = await stored();
    expect(await readLatestReport(store)).toEqual(await readReport(store, 'run-1'));
    expect(Object.keys((await readObject<object>(store, keys.latestReport)) ?? {})).toEqual(['runId', 'endedAt']);
  });

  it('is none before the first one', async () => {
    expect(await readLatestReport(createMemoryStore())).toBeUndefined();
  });

  it('is an error where the run that it names is gone, and not as if there had been none', async () => {
    const store = await stored();
    await store.delete(keys.report('run-1'));
    await expect(readLatestReport(store)).rejects.toThrow(
      `reported.json#latestReport in the store names run run-1, which ended at ${at}, but runs/run-1/report.json is gone. The next run writes a report again.`,
    );
  });
});
