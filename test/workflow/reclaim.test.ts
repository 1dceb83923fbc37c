import { expect, it } from 'vitest';
import { policyDefaults } from '../../lib/core/policy/policy-defaults.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import { approve } from '../../lib/run/approval/approvals.ts';
import { approveRequest } from '../../lib/run/approval/requests.ts';
import { startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const request = { trigger: { kind: 'manual', by: 'a person' }, reclaim: [{ project: 'shop', service: '*' }] };

/** Two disks of 200 GB of which 40 are used, on a plan of 80 GB. */
const shrunk = async () => {
  const services = ['orders', 'billing'].map((name) => pg(name, { diskGb: 200, usedGb: 40 }));
  const scenario = { ...organizationOf([{ name: 'shop', services }]), historyDays: 60 };
  const headroom = await startHeadroom(scenario, enableAll(200, 'reclaim: { enabled: true }'));
  expect((await headroom.reconcile()).outcome).toBe('applied');
  const disks = () =>
    headroom.platform.state().projects.flatMap((project) => project.services.map((one) => one.diskMb / 1024));
  return { headroom, disks };
};

it('a reclaim waits for an approval, whatever the guardrails allow, and is then one write for each disk', async () => {
  const { headroom, disks } = await shrunk();
  const waiting = await headroom.reconcile({ input: request });
  expect([waiting.outcome, waiting.plan?.violations.map(({ guardrail }) => guardrail)]).toEqual([
    'needs-approval',
    ['resize'],
  ]);
  expect(disks()).toEqual([200, 200]);
  const { result, writes } = await headroom.counted(() =>
    headroom.reconcile({ input: { ...request, approvedDigest: waiting.plan?.digest } }),
  );
  expect([result.outcome, writes, disks()]).toEqual(['applied', 2, [80, 80]]);
  expect(result.results.map(({ kind, status }) => [kind, status])).toEqual([
    ['resize-disk', 'confirmed'],
    ['resize-disk', 'confirmed'],
  ]);
  // The disks restart, and the next run has nothing to repeat.
  expect((await headroom.reconcile()).outcome).toBe('nothing');
});

it('with named approvers it needs the approval of the request and of its plan', async () => {
  const { headroom, disks } = await shrunk();
  const stored = () => taskHandlers({ ...headroom.ports, approvalRule: 'stored' });
  const run = (input: object) => headroom.reconcile({ handlers: stored, input } as object);
  expect((await run(request)).error).toBe('ApprovalUnknown');
  await approveRequest(headroom.ports, { reclaim: request.reclaim }, 'an approver');
  const proposed = await run(request);
  const digest = proposed.plan?.digest ?? '';
  expect([proposed.outcome, (await run({ ...request, approvedDigest: digest })).error]).toEqual([
    'needs-approval',
    'ApprovalUnknown',
  ]);
  await approve(headroom.ports, { prefix: digest, by: 'an approver', exact: false }, policyDefaults.guardrails);
  expect(disks()).toEqual([200, 200]);
  expect((await run({ ...request, approvedDigest: digest })).outcome).toBe('applied');
  expect(disks()).toEqual([80, 80]);
  // Each approved change is carried out once.
  expect((await run({ ...request, approvedDigest: digest })).error).toBe('ApprovalUsed');
});
