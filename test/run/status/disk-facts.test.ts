import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../lib/core/model/decision.ts';
import { hourMs } from '../../../lib/core/model/durations.ts';
import { diskFacts } from '../../../lib/run/status/disk-facts.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';
import { aChange } from '../../core/a-change.ts';
import { known } from '../../core/notices/notified.ts';
import { aPlan, aRun, storeReport } from '../stored.ts';

const now = Date.parse('2030-01-01T02:00:00.000Z');
const disks = { known: 1, unknown: 0, withoutAlert: 0, oldestDays: 0, nearlyFull: 1 };
const full: Finding = { code: 'disk-full', project: 'shop', service: 'orders', message: 'Full.' };
const decisions = [{ project: 'shop', service: 'orders' }] as unknown as NonNullable<ReportObject['plan']>['decisions'];

const reportOf = (given: Partial<ReportObject>): ReportObject => ({
  ...{ runId: 'run-1', startedAt: null, endedAt: '2030-01-01T01:00:00.000Z', outcome: 'nothing' },
  ...{ error: null, cause: null, plan: null, results: [], unread: [] },
  ...given,
});

/** The facts after one run. */
const factsOf = async (given: Partial<ReportObject>, readOnly = false) => {
  const store = createMemoryStore();
  const report = reportOf(given);
  await writeObject(store, keys.run(report.runId), aRun({ runId: report.runId, readOnly }));
  await storeReport(store, report);
  return diskFacts(store, report, now);
};

describe('what runs found out about the disks', () => {
  it('is nothing without a run, and after one that describes no organization', async () => {
    const nothing = { counts: null, msAgo: null, findings: [] };
    expect(await diskFacts(createMemoryStore(), null, now)).toEqual(nothing);
    expect(await factsOf({ outcome: 'failed' })).toEqual(nothing);
    expect(await factsOf({ plan: aPlan({ disks, decisions }), part: true })).toEqual(nothing);
    expect(await factsOf({ plan: aPlan({ disks, mode: 'stop' }), outcome: 'stopped' })).toEqual(nothing);
    // An undo decides nothing and counts no disks.
    expect(await factsOf({ plan: aPlan({}) })).toEqual(nothing);
  });

  it('is as old as the run that described the organization', async () => {
    const plan = aPlan({ disks, decisions });
    expect(await factsOf({ plan })).toEqual({ counts: disks, msAgo: hourMs, findings: [] });
  });

  it('names the disk that may stop growing first, but those at their maximum and those that the run has raised', async () => {
    const forecast = (service: string, soonestDaysToMaximum: number | null, isReached = false) => ({
      ...{ project: 'shop', service, maximum: { kind: 'additional', gb: 10 }, isReached },
      ...{ daysToThreshold: null, daysToMaximum: null, soonestDaysToMaximum },
    });
    const services = [forecast('full', 0, true), forecast('raised', 2), forecast('next', 9), forecast('far', null)];
    const plan = aPlan({
      disks,
      decisions,
      forecast: { services, more: 0, unknown: 0, coverage: { known: 4, disks: 4 } },
    } as object);
    const results = [{ ...aChange({ project: 'shop', service: 'raised' }), status: 'confirmed' as const }];
    expect((await factsOf({ plan, results })).first).toEqual({ project: 'shop', service: 'next', day: '2030-01-10' });
    const failed = results.map((result) => ({ ...result, status: 'failed' as const }));
    expect((await factsOf({ plan, results: failed })).first).toMatchObject({ service: 'raised', day: '2030-01-03' });
  });

  it('is known of an organization without services', async () => {
    const none = { ...disks, known: 0, nearlyFull: 0 };
    expect(await factsOf({ plan: aPlan({ disks: none }) })).toMatchObject({ counts: none, msAgo: hourMs });
  });

  it('has the open findings, but for those that the policy accepts', async () => {
    const store = createMemoryStore();
    const logged = known({ service: 'orders' });
    const open = [logged, { ...known({ service: 'carts' }), isAccepted: true }];
    await writeObject(store, keys.findingLog, { open, news: [] });
    expect((await diskFacts(store, null, now)).findings).toEqual([logged]);
  });

  it('has each finding once, also where a run that only looked found again what is in the log, or is accepted', async () => {
    const store = createMemoryStore();
    const logged = known({ service: 'orders', subject: 'fills' });
    const accepted = { ...known({ service: 'carts' }), isAccepted: true };
    await writeObject(store, keys.findingLog, { open: [logged, accepted], news: [] });
    const findings = [full, { ...full, service: 'carts' }, { ...full, service: 'new' }];
    const report = reportOf({ plan: aPlan({ disks, decisions, findings }) });
    await writeObject(store, keys.run(report.runId), aRun({ runId: report.runId, readOnly: true }));
    await storeReport(store, report);
    expect((await diskFacts(store, report, now)).findings).toEqual([
      logged,
      expect.objectContaining({ service: 'new' }),
    ]);
  });

  it('has the findings of a run that only looked, which notes none', async () => {
    const plan = aPlan({ disks, decisions, findings: [full] });
    expect((await factsOf({ plan }, true)).findings).toMatchObject([full]);
    // What a run notes stands in the log, also when a later run for some projects ends it.
    expect((await factsOf({ plan })).findings).toEqual([]);
  });
});
