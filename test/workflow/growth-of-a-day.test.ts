import { expect, it } from 'vitest';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { even } from './scenarios.ts';

const policy = `
version: 1
mode: enforce
rules:
  - { name: everything, match: { project: '*' }, effect: enable, maxAdditionalGb: 500 }
budgets:
  - { name: all, match: { project: '*' }, monthly: "5000.00" }
guardrails: { firstRun: apply, maxChangePercent: 100, maxGrowthPercent: 20 }
`;

const hourMs = 3_600_000;
/** Fills the disks of services to the mark at which the platform warns, an hour later. */
const fill = async (headroom: LocalHeadroom, names: readonly string[]) => {
  for (const service of names) await headroom.control('usage', { project: 'project-0', service, usedGb: 79 });
  await headroom.control('advance', { seconds: 3600 });
  headroom.pass(hourMs);
};

/** Services whose maximum a run raised, and the guardrails for which others wait. */
const raised = async (headroom: LocalHeadroom) => {
  const { results, plan } = await headroom.reconcile();
  const names = results.filter(({ kind }) => kind === 'update-endpoint').map(({ service }) => service);
  return [names, (plan?.proposal?.violations ?? []).map(({ guardrail }) => guardrail)];
};

it('the runs of 24 hours together adjust no more maximums to growth than the limit allows, then more', async () => {
  const headroom = await startHeadroom(even(1, 10, { diskGb: 80 }), policy);
  expect((await headroom.reconcile()).outcome).toBe('applied');
  await fill(headroom, ['service-0']);
  expect(await raised(headroom)).toEqual([['service-0'], []]);
  await fill(headroom, ['service-1', 'service-2']);
  const second = await raised(headroom);
  expect(second).toEqual([[expect.any(String)], ['maxGrowthPercent']]);
  await fill(headroom, []);
  expect(await raised(headroom)).toEqual([[], ['maxGrowthPercent']]);
  await headroom.control('advance', { seconds: 23 * 3600 });
  headroom.pass(23 * hourMs);
  const [names] = await raised(headroom);
  expect([...(second[0] as string[]), ...(names as string[])]).toEqual(
    expect.arrayContaining(['service-1', 'service-2']),
  );
});
