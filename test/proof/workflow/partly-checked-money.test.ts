import { expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

it('the money of a budget rests on what the run itself has read of more projects than it reads again; on earlier readings it says so', async () => {
  const many = (gb: number) =>
    enableAll(gb, `budgets: [{ name: shared, match: { project: '*' }, monthly: '9000.00', rest: share }]`);
  const headroom = await startHeadroom(even(52, 1), many(10));
  const partly = (report: Awaited<ReturnType<typeof headroom.reconcile>>) =>
    report.plan?.findings.find(({ code }) => code === 'money-partly-checked')?.details;
  const first = await headroom.reconcile();
  expect([first.outcome, partly(first)]).toEqual(['applied', undefined]);
  headroom.pass(3_600_000);
  await headroom.store.put(keys.policy, many(20));
  const input = { trigger: { kind: 'event', by: 'a test' }, projects: ['project-51'] };
  const second = await headroom.reconcile({ input });
  expect([second.outcome, partly(second)]).toEqual(['applied', { checked: 50, projects: 52 }]);
});
