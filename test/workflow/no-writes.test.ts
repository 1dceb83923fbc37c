import { describe, expect, it } from 'vitest';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { startHeadroom } from './local-headroom.ts';
import { enableAll, even, organizationOf } from './scenarios.ts';

describe('a run that must not write', () => {
  it.each([
    ['a misspelt key', { trigger: { kind: 'manual' }, project: ['project-0'] }],
    ['another misspelt key', { trigger: { kind: 'manual' }, readonly: true }],
    ['no projects at all', { trigger: { kind: 'manual' }, projects: [] }],
  ])('fails on an input with %s instead of taking it for all projects', async (_what, input) => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const { result, reads } = await headroom.counted(() => headroom.reconcile({ input }));
    expect(result.outcome).toBe('failed');
    expect(reads).toBe(0);
  });

  it('does not begin for an event without its project, which is not taken for all projects', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const input = { runId: 'run-1', request: [{ 'detail-type': 'ServiceCreated', detail: {} }] };
    const { result, reads } = await headroom.counted(() => taskHandlers(headroom.ports).discover(input));
    expect(result).toMatchObject({ projects: [], onlyHeartbeat: true, unreadableEvents: 1 });
    expect(reads).toBe(0);
    expect(await headroom.store.list('')).toEqual([keys.policy, keys.unreadableEvents('run-1')].sort());
  });

  it('and only looks leaves the index of readings alone, also where it asks for prices between two plans', async () => {
    const budget = "budgets: [{ name: all, match: { project: '*' }, monthly: '9000.00' }]\n";
    const headroom = await startHeadroom(even(2, 2), enableAll(200, budget));
    const look = { trigger: { kind: 'manual' }, readOnly: true };
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ input: look }));
    expect([result.plan?.changes.length, writes]).toEqual([8, 0]);
    expect(await headroom.store.get(keys.inventoryIndex)).toBeUndefined();
  });

  it('fails when the token sees nothing of the organization', async () => {
    const headroom = await startHeadroom(organizationOf([]), enableAll(200));
    const report = await headroom.reconcile();
    expect(report).toMatchObject({ outcome: 'failed', error: 'NoProjects' });
    expect(report.cause).toContain('operator role');
  });

  it.each([
    ['observe', 'observed', 1 + 3 * 2 + 1 + 2 * 4],
    ['stop', 'stopped', 0],
  ])('in mode %s ends as %s after %i reads', async (mode, outcome, expected) => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200).replace('mode: enforce', `mode: ${mode}`));
    const { result, reads, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.outcome).toBe(outcome);
    expect({ reads, writes }).toEqual({ reads: expected, writes: 0 });
  });

  it.each([
    ['observe', 'enforce', 'observed', 'mode-of-store'],
    ['stop', 'enforce', 'stopped', 'mode-of-store'],
    ['enforce', 'observe', 'observed', undefined],
    ['enforce', 'stop', 'stopped', undefined],
    ['stop', 'observe', 'stopped', 'mode-of-store'],
  ] as const)('with mode %s in the store and %s in the policy ends as %s', async (store, policy, outcome, code) => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200).replace('mode: enforce', `mode: ${policy}`));
    await setStoreMode(headroom.ports, store, 'a person');
    const { result, reads, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.outcome).toBe(outcome);
    expect(result.plan?.mode).toBe(outcome === 'stopped' ? 'stop' : 'observe');
    expect(result.plan?.findings.map((finding) => finding.code)).toEqual(code === undefined ? [] : [code]);
    expect({ reads, writes }).toEqual({ reads: outcome === 'stopped' ? 0 : 1 + 3 * 2 + 1 + 2 * 4, writes: 0 });
  });

  it('takes a mode that cannot be read for stop, and says what to do', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200));
    await headroom.store.put(keys.mode, '{"mode":"enforce"');
    const { result, reads, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.outcome).toBe('stopped');
    expect(result.plan?.findings).toMatchObject([
      { code: 'mode-unreadable', message: expect.stringContaining('headroom mode enforce') },
    ]);
    expect({ reads, writes }).toEqual({ reads: 0, writes: 0 });
    // Nothing looks at any disk until a person sets the mode.
    const notices = headroom.events.flatMap(({ type, detail }) => (type === 'Notice' ? [detail.subject] : []));
    expect(notices).toEqual(['Headroom (org4f2a1c9d0e7): mode unreadable']);
    await setStoreMode(headroom.ports, 'enforce', 'a person');
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('stops at a guardrail, says why, and applies exactly the approved plan', async () => {
    const policy = enableAll(200).replace('maxChanges: 100000', 'maxChanges: 3');
    const headroom = await startHeadroom(even(2, 2), policy);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.outcome).toBe('needs-approval');
    expect(writes).toBe(0);
    const digest = result.plan?.digest ?? '';
    expect(headroom.events.find(({ type }) => type === 'PlanNeedsApproval')?.detail).toMatchObject({
      digest: result.plan?.proposal?.digest,
    });

    const trigger = { kind: 'manual', by: 'a person' };
    const wrong = await headroom.reconcile({ input: { trigger, approvedDigest: 'another' } });
    expect(wrong).toMatchObject({ outcome: 'refused', error: 'ApprovalUnknown' });
    const approved = await headroom.reconcile({ input: { trigger, approvedDigest: digest } });
    expect(approved.outcome).toBe('applied');
    const again = await headroom.reconcile({ input: { trigger, approvedDigest: digest } });
    expect(again).toMatchObject({ outcome: 'refused', error: 'ApprovalUsed' });
  });

  it.each([
    ['proposed', enableAll(200).replace('maxChanges: 100000', 'maxChanges: 0'), false],
    ['made under observe', enableAll(200).replace('mode: enforce', 'mode: observe'), false],
    ['only looked at', enableAll(200), true],
  ])('leaves an apply task nothing to write of a plan that was %s, for any caller', async (_what, policy, readOnly) => {
    const headroom = await startHeadroom(even(1, 1), policy);
    const report = await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a test' }, readOnly } });
    expect(report.plan?.changes).toHaveLength(2);
    const { apply } = taskHandlers(headroom.ports);
    const { writes } = await headroom.counted(() =>
      expect(apply({ runId: report.runId, project: 0, phase: 'grant' })).rejects.toThrow(
        'run run-1 has no changes of project project-0 to carry out',
      ),
    );
    expect(writes).toBe(0);
  });

  it.each([
    ['', enableAll(200)],
    [' of a plan that would need an approval', enableAll(200).replace('maxChanges: 100000', 'maxChanges: 0')],
  ])('ends a look%s as observed, and asks for no approval', async (_, policy) => {
    const headroom = await startHeadroom(even(1, 1), policy);
    const report = await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a test' }, readOnly: true } });
    expect([report.outcome, report.plan?.changes.length]).toEqual(['observed', 2]);
    expect(headroom.events.map(({ type, detail }) => [type, 'outcome' in detail && detail.outcome])).toEqual([
      ['RunCompleted', 'observed'],
    ]);
    const done = await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a test' }, readOnly: true } });
    expect(done.outcome).toBe('observed');
  });

  it('fails with every error of an invalid policy, makes no call, and lets the next run begin', async () => {
    const headroom = await startHeadroom(even(1, 1), 'version: 2\nrules: nonsense\n');
    const { result, reads } = await headroom.counted(() => headroom.reconcile());
    expect(result).toMatchObject({ outcome: 'failed', error: 'PolicyInvalid' });
    expect(result.cause).toMatch(/policy\.yaml:1:\d+ version: .*\npolicy\.yaml:2:\d+ rules: /);
    expect(reads).toBe(0);
    expect(headroom.events.map(({ type }) => type)).toEqual(['RunFailed', 'Notice']);
    await headroom.store.put('policy.yaml', enableAll(200));
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('fails on a wrong token with what to do, and writes nothing', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200), 'wrong-token');
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result).toMatchObject({ outcome: 'failed', error: 'PlatformUnauthorized' });
    expect(result.cause).toContain('HEADROOM_TOKEN');
    expect(writes).toBe(0);
  });
});
