import { describe, expect, it } from 'vitest';
import type { ChangeResult } from '../../../lib/core/change/change.ts';
import type { Plan } from '../../../lib/core/plan/plan-result.ts';
import { completionOf, publishSome, runEvents, waitingPlan } from '../../../lib/run/publish/run-events.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';
import { aChange, aPlan, at } from '../stored.ts';

const reportOf = (given: Partial<ReportObject>): ReportObject => ({
  runId: 'run-1',
  startedAt: at,
  endedAt: at,
  outcome: 'applied',
  error: null,
  cause: null,
  plan: null,
  results: [],
  unread: [],
  ...given,
});

const ended = (given: Partial<ChangeResult>) =>
  ({ ...aChange('orders'), status: 'confirmed', ...given }) as ChangeResult;
const place = { project: 'shop', service: 'orders', runId: 'run-1' };
const needing = aPlan({
  digest: 'd1',
  violations: [{ guardrail: 'maxChanges', message: 'Too many.' }] as unknown as Plan['violations'],
});

describe('the events of a run', () => {
  it('name each change that was confirmed, once for its service', () => {
    const results = [
      ended({ kind: 'create-endpoint' }),
      ended({ toGb: 100 }),
      ended({ kind: 'update-endpoint', fromGb: 100, toGb: 60 } as never),
      ended({ kind: 'delete-integration' } as never),
      ended({ kind: 'delete-endpoint' } as never),
      ended({ kind: 'adopt-endpoint' } as never),
      ended({ kind: 'return-endpoint' } as never),
      ended({ kind: 'update-search-configuration' } as never),
      ended({ kind: 'resize-disk' } as never),
      ended({ status: 'failed' }),
      ended({ status: 'unconfirmed' }),
    ];
    expect(runEvents(reportOf({ results }))).toEqual([
      { type: 'AutoscalerEnabled', detail: { ...place, maxAdditionalGb: 100 } },
      { type: 'MaximumChanged', detail: { ...place, fromGb: 100, toGb: 60 } },
      { type: 'AutoscalerDisabled', detail: place },
    ]);
  });

  it('name the plan that needs approval: the whole, or the rest that no approval covers', () => {
    const event = { type: 'PlanNeedsApproval', detail: { runId: 'run-1', digest: 'd1', reasons: ['Too many.'] } };
    expect(runEvents(reportOf({ outcome: 'needs-approval', plan: { ...needing, proposal: needing } }))).toEqual([
      event,
    ]);
    const plan: Plan = { ...aPlan({}), proposal: needing };
    expect(runEvents(reportOf({ plan }))).toEqual([event]);
    expect(runEvents(reportOf({ plan: needing }))).toEqual([]);
    expect(waitingPlan({ plan, outcome: 'observed' })).toBeNull();
  });

  it('name the error of a run that failed, which has not completed', () => {
    const report = reportOf({ outcome: 'failed', error: 'StoreDamaged', cause: 'it is not JSON' });
    expect(runEvents(report)).toEqual([
      { type: 'RunFailed', detail: { runId: 'run-1', error: 'StoreDamaged', cause: 'it is not JSON' } },
    ]);
    expect(completionOf(report, undefined)).toEqual([]);
    expect(runEvents(reportOf({ outcome: 'failed' }))).toMatchObject([{ detail: { error: 'Error', cause: '' } }]);
  });

  it('end with its counts and with the end of the audit, as far as that is known', () => {
    const finding = { code: 'drift' as const, project: 'shop', service: 'orders', message: '' };
    const plan = aPlan({ findings: [finding, finding] });
    const results = [ended({}), ended({ status: 'failed' }), ended({ status: 'unconfirmed' })];
    const counts = { runId: 'run-1', outcome: 'applied', confirmed: 1, failed: 2, findings: 2 };
    const audit = { sequence: 3, hash: 'h' };
    expect(completionOf(reportOf({ plan, results }), audit)).toEqual([
      { type: 'RunCompleted', detail: { ...counts, audit } },
    ]);
    expect(completionOf(reportOf({ plan: null, results }), undefined)).toEqual([
      { type: 'RunCompleted', detail: { ...counts, findings: 0 } },
    ]);
  });

  it('go to the bus together, and no bus is called for none', async () => {
    const calls: unknown[] = [];
    const bus = { publish: async (events: unknown) => void calls.push(events) };
    const events = runEvents(reportOf({ outcome: 'failed' }));
    await publishSome(bus, []);
    await publishSome(bus, events);
    expect(calls).toEqual([events]);
  });
});
