import { describe, expect, it } from 'vitest';
import { BusUnavailable } from '../../../lib/contract/errors.ts';
import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import { emptyFindingLog } from '../../../lib/core/notices/finding-log.ts';
import type { Bus } from '../../../lib/ports.ts';
import { publishEnd } from '../../../lib/run/publish/end-events.ts';
import {
  describesServices,
  describing,
  needReport,
  readLatestReport,
  readReport,
} from '../../../lib/run/publish/reports.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';
import { noteRunEnded } from '../../../lib/run/store/run-summaries.ts';
import { aPlan, aRun, at, storeReport } from '../stored.ts';

const decision = { project: 'shop', service: 'orders', effect: 'ignore', rule: '', reasons: [] } as const;
const finding = { code: 'drift' as const, project: 'shop', service: 'orders', message: '' };

const reportOf = (given: Partial<ReportObject> = {}): ReportObject => ({
  runId: 'run-1',
  startedAt: at,
  endedAt: at,
  outcome: 'applied',
  error: null,
  cause: null,
  plan: aPlan({ decisions: [decision] }),
  results: [],
  unread: [],
  ...given,
});

describe('the events of a run that has ended', () => {
  const ending = async (bus: Bus, given: Partial<ReportObject> = {}) => {
    const store = createMemoryStore();
    const report = reportOf(given);
    await storeReport(store, report);
    const ended = { run: aRun({}), report, besides: [finding], readBefore: [], log: emptyFindingLog };
    const unpublished = await publishEnd({ store, bus, clock: { now: () => Date.parse(at) } }, ended, undefined);
    const stored = await readReport(store, 'run-1');
    return { unpublished, stored, latest: await readLatestReport(store) };
  };

  it('reach the bus with its end last, and the report stays as it is', async () => {
    const events: HeadroomEvent[] = [];
    const bus = { publish: async (published: readonly HeadroomEvent[]) => void events.push(...published) };
    const { unpublished, stored } = await ending(bus);
    expect([unpublished, stored?.unpublished, stored?.plan?.findings]).toEqual([0, undefined, []]);
    expect(events).toMatchObject([{ type: 'RunCompleted', detail: { runId: 'run-1', outcome: 'applied' } }]);
  });

  it.each<[Partial<ReportObject>, number, string]>([
    [{}, 1, '1 event of this run'],
    [
      { outcome: 'needs-approval', plan: aPlan({ verdict: 'needs-approval', proposal: aPlan({}) }) },
      2,
      '2 events of this run',
    ],
  ])('that the bus does not take are said by the report, which keeps its outcome: %j', async (given, count, text) => {
    const bus = { publish: () => Promise.reject(new BusUnavailable('down')) };
    const { unpublished, stored, latest } = await ending(bus, given);
    expect([unpublished, stored?.unpublished, latest?.unpublished]).toEqual([count, count, count]);
    expect(stored?.outcome).toBe(given.outcome ?? 'applied');
    expect(stored?.plan?.findings).toMatchObject([
      finding,
      { code: 'events-not-published', message: expect.stringContaining(`The bus did not take ${text}.`) },
    ]);
  });
});

describe('the report that describes the organization', () => {
  it.each<[string, Partial<ReportObject>, boolean]>([
    ['of all projects', {}, true],
    ['without a plan', { plan: null }, false],
    ['of some projects', { part: true }, false],
    ['that read no service', { plan: aPlan({}) }, false],
    ['of an undo', { plan: aPlan({ decisions: [decision], redone: [] }) }, false],
    ['of an adoption', { plan: aPlan({ decisions: [decision], summary: { ...aPlan({}).summary, adopt: 1 } }) }, false],
    ['of a reclaim', { plan: aPlan({ decisions: [decision], summary: { ...aPlan({}).summary, reclaim: 1 } }) }, false],
  ])('is, for one %s, itself: %j', (_, given, expected) => {
    expect(describesServices(reportOf(given))).toBe(expected);
  });

  it('is the last one that does, where a run was for something else or its report is gone', async () => {
    const store = createMemoryStore();
    const end = async (number: number, given: Partial<ReportObject>) => {
      const report = reportOf({ ...given, runId: `run-${number}`, endedAt: `2030-01-01T0${number}:00:00.000Z` });
      await storeReport(store, report);
      await noteRunEnded(store, aRun({ runId: report.runId, startedAt: report.endedAt }), report, undefined);
      return report;
    };
    await end(1, {});
    expect((await describing(store, reportOf({ plan: null })))?.runId).toBe('run-1');
    await end(2, {});
    const partly = await end(3, { part: true });
    expect((await describing(store, partly))?.runId).toBe('run-2');
    expect((await describing(store, reportOf({ runId: 'run-9' })))?.runId).toBe('run-9');
  });

  it('must be there where an earlier task has stored it', async () => {
    const store = createMemoryStore();
    await expect(needReport(store, 'run-1')).rejects.toThrow('the store has no runs/run-1/report.json');
    await storeReport(store, reportOf());
    expect((await needReport(store, 'run-1')).runId).toBe('run-1');
  });
});
