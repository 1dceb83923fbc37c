import { describe, expect, it } from 'vitest';
import { policyLines } from '../../../lib/run/status/store-lines.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

const hourMs = 60 * 60 * 1000;
const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' } };
const invalid = `${enableAll(200)}\nmodee: stop\n`;

const afterOneRun = async () => {
  const headroom = await startHeadroom(even(1, 2), enableAll(200));
  await headroom.reconcile({ input: scheduled, runId: 'run-1' });
  headroom.pass(hourMs);
  return headroom;
};

describe('an invalid policy in the store', () => {
  it('leaves the last valid one in force for runs that no person started, and the report says so', async () => {
    const headroom = await afterOneRun();
    await headroom.store.put(keys.policy, invalid);
    const report = await headroom.reconcile({ input: scheduled, runId: 'run-2' });
    expect([report.outcome, report.error]).toEqual(['nothing', null]);
    const [finding, ...others] = report.plan?.findings.filter(({ code }) => code === 'policy-invalid') ?? [];
    expect(others).toEqual([]);
    expect(finding?.message).toMatch(
      /^policy\.yaml in the store is invalid, so runs go on with the last valid one \(version [0-9a-f]{12}, in force since \S+\): policy\.yaml:\d+:1 modee/,
    );
    expect(await policyLines(headroom.store)).toMatchObject([{ subject: 'policy', verdict: 'problem' }]);
  });

  it('is an error for a person who starts a run', async () => {
    const headroom = await afterOneRun();
    await headroom.store.put(keys.policy, invalid);
    const report = await headroom.reconcile({ runId: 'run-2' });
    expect([report.outcome, report.error]).toEqual(['failed', 'PolicyInvalid']);
  });

  it('fails every run while there is no earlier valid one, and so does a store without a policy', async () => {
    const headroom = await startHeadroom(even(1, 1), invalid);
    expect(await headroom.reconcile({ input: scheduled })).toMatchObject({ outcome: 'failed', error: 'PolicyInvalid' });
    const later = await afterOneRun();
    await later.store.delete(keys.policy);
    expect(await later.reconcile({ input: scheduled, runId: 'run-2' })).toMatchObject({ error: 'PolicyInvalid' });
  });

  it('is over with the next valid one, which is the last valid one from then on', async () => {
    const headroom = await afterOneRun();
    await headroom.store.put(keys.policy, invalid);
    await headroom.reconcile({ input: scheduled, runId: 'run-2' });
    headroom.pass(hourMs);
    await headroom.store.put(keys.policy, enableAll(300));
    const report = await headroom.reconcile({ input: scheduled, runId: 'run-3' });
    expect(report.plan?.findings.map(({ code }) => code)).not.toContain('policy-invalid');
    expect(report.plan?.changes.length).toBeGreaterThan(0);
    expect(await readObject(headroom.store, keys.policyInForce)).toMatchObject({ document: enableAll(300) });
    expect(await policyLines(headroom.store)).toEqual([]);
  });

  it('does not count while a person tries another document: only runs by themselves put one in force', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    await headroom.reconcile({ runId: 'run-1' });
    expect(await readObject(headroom.store, keys.policyInForce)).toBeUndefined();
  });
});
