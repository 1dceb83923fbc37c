import { describe, expect, it } from 'vitest';
import { version } from '../../lib/contract/version.ts';
import type { Platform } from '../../lib/ports.ts';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { expectDistinct, nameOf, plannedWrites, recordsOf, scenario } from './audited-run.ts';
import { operatorToken, startHeadroom } from './local-headroom.ts';
import { enableAll, even, wantedByTag as policy } from './scenarios.ts';

describe('the audit of a run', () => {
  it('has one record for each write, with what it changed, why, by whom, and the request id of the platform', async () => {
    const headroom = await startHeadroom(scenario, policy);
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ runId: 'run' }));
    const records = await recordsOf(headroom);
    expect(records).toHaveLength(writes);
    expect(writes).toBe(plannedWrites);
    expectDistinct(records);
    expect(records.map(nameOf)).toEqual(
      result.plan?.changes.map(({ kind, project, service }) => `run ${kind} ${project}/${service}`),
    );
    expect(new Set(records.map(({ requestId }) => requestId)).size).toBe(writes);
    const endpoint = (gb: number) => ({ kind: 'endpoint', maximum: { kind: 'additional', gb }, maxAdditionalGb: gb });
    const common = {
      runId: 'run',
      digest: result.plan?.digest,
      trigger: { kind: 'manual', by: 'a test' },
      project: 'a',
      at: '2026-03-02T08:00:00.000Z',
      status: 'confirmed',
      error: null,
      requestId: expect.stringMatching(/^req-/),
    };
    const update = { kind: 'update-endpoint', endpointName: 'headroom-raise', rule: 'rest', before: endpoint(100) };
    expect(records).toContainEqual(expect.objectContaining({ ...common, ...update, after: endpoint(200) }));
    const created = records.find(({ kind, project }) => kind === 'create-endpoint' && project === 'a');
    expect(created).toMatchObject({ ...common, service: 'new', before: null, after: endpoint(200) });
    const id = headroom.platform.state().projects[0]?.endpoints.find(({ name }) => name === 'headroom-new')?.id;
    expect(created?.endpointId).toBe(id);
    const attached = records.find(({ kind, project }) => kind === 'create-integration' && project === 'a');
    expect(attached).toMatchObject({ after: { kind: 'integration', integrationId: null, endpointId: id } });
    const deleted = records.find(({ kind, project }) => kind === 'delete-endpoint' && project === 'a');
    expect(deleted).toMatchObject({ ...common, service: 'off', rule: 'off', before: endpoint(100), after: null });
  });

  it('names the build that sealed it', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(100));
    await headroom.reconcile();
    const { build } = JSON.parse((await headroom.store.get(keys.auditFile(1)))?.body ?? '{}');
    expect(build).toBe(version);
  });

  it('has no file for a run that writes nothing, and one chain over all that do', async () => {
    const headroom = await startHeadroom(scenario, policy);
    await headroom.reconcile();
    await headroom.reconcile();
    await headroom.store.put(keys.policy, enableAll(120));
    await headroom.reconcile();
    expect((await headroom.store.list(keys.audit)).length).toBe(2);
    expect(await verifyAudit(headroom.store)).toMatchObject({ files: 2, headBehind: false });
  });

  it('has writes that the platform refused, and none that were skipped or failed before they were sent', async () => {
    const headroom = await startHeadroom(even(1, 3), enableAll(200));
    await headroom.control('faults', [{ operation: 'ServiceIntegrationEndpointCreate', times: 1, status: 400 }]);
    const { writes } = await headroom.counted(() => headroom.reconcile());
    const records = await recordsOf(headroom);
    expect(records).toHaveLength(writes);
    expect(records.map(({ service, status }) => [service, status])).toEqual([
      ['service-0', 'failed'],
      ['service-1', 'confirmed'],
      ['service-1', 'confirmed'],
      ['service-2', 'confirmed'],
      ['service-2', 'confirmed'],
    ]);
    expect(records[0]?.error).toContain('PlatformRefused');
  });

  it('says unconfirmed of what reading back does not show', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200));
    const createIntegration: Platform['createIntegration'] = async (_project, _service, _endpoint, watch) =>
      watch?.mayStart?.();
    await headroom.reconcile({ ports: { platform: { ...headroom.ports.platform, createIntegration } } });
    expect((await recordsOf(headroom)).map(({ status }) => status)).toEqual(['unconfirmed', 'unconfirmed']);
  });

  it('holds no token', async () => {
    const headroom = await startHeadroom(scenario, policy);
    await headroom.reconcile();
    for (const key of [keys.auditHead, ...(await headroom.store.list(keys.audit))]) {
      expect((await headroom.store.get(key))?.body).not.toContain(operatorToken);
    }
  });
});
