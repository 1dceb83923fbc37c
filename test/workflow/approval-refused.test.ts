import { describe, expect, it } from 'vitest';
import type { FindingLog } from '../../lib/core/notices/finding-log.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import { takeLease } from '../../lib/run/apply/lease.ts';
import { readLatestReport } from '../../lib/run/publish/reports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import type { LocalHeadroom } from './local-headroom.ts';
import { addService, approve, guarded, hour, waiting } from './waiting-plan.ts';

describe('a run whose approval is refused', () => {
  const latestOf = (headroom: LocalHeadroom) => readLatestReport(headroom.store);
  const refusals: readonly (readonly [string, (headroom: LocalHeadroom, digest: string) => Promise<string>])[] = [
    ['mistyped', async (_, digest) => `${digest.slice(0, 40)}${'0'.repeat(24)}`],
    [
      'used already',
      async (headroom, digest) => {
        expect((await approve(headroom, digest)).outcome).toBe('applied');
        return digest;
      },
    ],
    [
      'expired',
      async (headroom, digest) => {
        headroom.pass(24 * hour);
        return digest;
      },
    ],
  ];

  it.each(refusals)(
    'because it is %s leaves the latest report, reports no failed run and frees the lease',
    async (_, prepare) => {
      const { headroom, digest } = await waiting();
      const given = await prepare(headroom, digest);
      const before = await latestOf(headroom);
      headroom.events.length = 0;
      headroom.pass(hour);
      const refused = await approve(headroom, given);
      expect(refused).toMatchObject({ outcome: 'refused', plan: null });
      expect(await latestOf(headroom)).toEqual(before);
      expect(headroom.events.map(({ type }) => type)).toEqual(['RunCompleted']);
      expect(headroom.events[0]?.detail).toMatchObject({ outcome: 'refused' });
      await takeLease(headroom.ports, 'the next run', 'a test');
    },
  );

  it('neither ends the outage that an earlier run reported, nor fails the workflow itself', async () => {
    const { headroom, digest } = await waiting();
    await headroom.store.put(keys.policy, 'version: 2');
    expect((await headroom.reconcile()).outcome).toBe('failed');
    await headroom.store.put(keys.policy, guarded(200));
    await addService(headroom, 'late');
    headroom.events.length = 0;
    const output = await runWorkflow(
      definitions.reconcile,
      { trigger: { kind: 'manual', by: '' }, approvedDigest: digest, exact: true },
      { runId: 'refused', handlers: taskHandlers(headroom.ports) },
    );
    expect(output).toMatchObject({ outcome: 'refused', Error: 'PlanMoved' });
    const open = (await readObject<FindingLog>(headroom.store, keys.findingLog))?.open ?? [];
    expect(open.map(({ code }) => code)).toContain('run-failed');
  });

  it('because it was never proposed makes no calls and does not wait for the lease of another run', async () => {
    const { headroom } = await waiting();
    await takeLease(headroom.ports, 'another', 'a test');
    const { result, reads, writes } = await headroom.counted(() => approve(headroom, 'a'.repeat(64)));
    expect([result.error, reads, writes]).toEqual(['ApprovalUnknown', 0, 0]);
  });
});

describe('an approval', () => {
  it('may be given by the beginning of its digest, and is noted as the whole of it', async () => {
    const { headroom, digest } = await waiting();
    expect((await approve(headroom, digest.slice(0, 12))).outcome).toBe('applied');
    expect(await readObject(headroom.store, keys.approval(digest))).toMatchObject({ digest });
  });

  it('is about that one plan: the next one over a guardrail waits again', async () => {
    const { headroom, digest } = await waiting();
    expect((await approve(headroom, digest)).outcome).toBe('applied');
    await headroom.store.put(keys.policy, guarded(300));
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect(result.outcome).toBe('needs-approval');
    expect(writes).toBe(0);
  });
});
