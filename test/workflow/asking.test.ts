import { describe, expect, it } from 'vitest';
import { PlatformForbidden } from '../../lib/contract/errors.ts';
import { dailyPass } from '../../lib/contract/run-request.ts';
import type { Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { even, pg } from './scenarios.ts';
import { maximums, policy, shared } from './shared-budget.ts';

const hourMs = 60 * 60 * 1000;
const quiet = 1 + 3 * shared.projects.length;
const serviceCreated = [{ 'detail-type': 'ServiceCreated', detail: { project: 'b', service: 'big' } }];

/** A Headroom whose budget has been divided by a price and a plan size that the platform gave. */
const divided = async (): Promise<LocalHeadroom> => {
  const headroom = await startHeadroom(shared, policy('200.00'));
  await headroom.reconcile();
  return headroom;
};

const refusing = ({ ports: { platform } }: LocalHeadroom): { readonly platform: Platform } => {
  const refuse = () => Promise.reject(new PlatformForbidden('no', { method: 'GET', path: '/v1' }));
  return { platform: { ...platform, planSpecification: refuse, additionalGbPrice: refuse } };
};

const oldIn = (report: Awaited<ReturnType<LocalHeadroom['reconcile']>>) =>
  report.plan?.findings.filter(({ code }) => code === 'answers-old').map(({ message }) => message);

describe('answers of the platform', () => {
  it('that there is no price count once a later run confirms them, on a platform that has prices', async () => {
    const fresh = pg('fresh', { cloud: 'elsewhere' });
    const [a, b, ...others] = shared.projects;
    const projects = [a, { ...b, services: [...(b?.services ?? []), fresh] }, ...others] as typeof shared.projects;
    const clouds = { ...shared.clouds, elsewhere: 'A cloud without prices' };
    const headroom = await startHeadroom(
      { ...shared, clouds, projects },
      policy('200.00', 'prices: { default: "0.01" }\n'),
    );
    // The platform refuses the autoscaler there too: its endpoint shows that the budget gave it something.
    const given = () => 'b/fresh' in maximums(headroom);
    expect((await headroom.reconcile()).outcome).toBe('applied');
    headroom.pass(hourMs / 4);
    expect((await headroom.reconcile()).outcome).toBe('nothing');
    expect(given()).toBe(false);
    headroom.pass(hourMs / 2);
    await headroom.reconcile();
    expect(given()).toBe(true);
  });

  it('that are old are used where the platform gives no new ones, and the plan says so', async () => {
    const headroom = await divided();
    headroom.pass(50 * hourMs);
    const before = maximums(headroom);
    const report = await headroom.reconcile({ ports: refusing(headroom) });
    expect(report.outcome).toBe('nothing');
    expect(oldIn(report)).toEqual([
      'The platform gave no new answer, so the plan uses an old one: disk size of plan pg/startup-4 (2 days old), ' +
        'price of plan pg/startup-4/aws-eu-west-1 (2 days old).',
    ]);
    // With new money the old price is enough to divide it.
    await headroom.store.put(keys.policy, policy('300.00'));
    expect((await headroom.reconcile({ ports: refusing(headroom) })).outcome).toBe('applied');
    expect(maximums(headroom)).not.toEqual(before);
  });

  it('are renewed by a pass before it plans', async () => {
    const headroom = await divided();
    headroom.pass(50 * hourMs);
    const { result, reads } = await headroom.counted(() => headroom.reconcile());
    // A price, a plan, and the disks whose measurement is two days old.
    expect([reads, oldIn(result)]).toEqual([quiet + 2 + 5, []]);
  });

  it('cost nothing while they are fresh: a pass over 20 projects with nothing to do is 61 calls and no write', async () => {
    const all = policy('9000.00')
      .replace("['a', 'b']", "'*'")
      .replace('maxAddedGb', 'maxAddedMonthly: "99999.00", maxAddedGb');
    const headroom = await startHeadroom(even(20, 2), all);
    expect((await headroom.reconcile()).outcome).toBe('applied');
    expect(await headroom.counted(() => headroom.reconcile())).toMatchObject({ reads: 61, writes: 0 });
  });

  it('are not renewed for an event, which must not wait', async () => {
    const headroom = await divided();
    headroom.pass(20 * hourMs);
    const { reads, writes } = await headroom.counted(() => headroom.reconcile({ input: serviceCreated }));
    expect([reads, writes]).toEqual([1 + 3, 0]);
  });

  it('are all asked for in a bounded number of rounds, also in the daily pass that measures', async () => {
    const headroom = await divided();
    headroom.pass(50 * hourMs);
    let plans = 0;
    const handlers = (tasks: Record<string, (input: unknown) => Promise<unknown>>) => ({
      ...tasks,
      plan: async (input: unknown) => {
        plans += 1;
        return tasks.plan?.(input);
      },
    });
    const daily = { trigger: { kind: 'schedule', by: dailyPass } };
    const report = await headroom.reconcile({ input: daily, handlers, ports: refusing(headroom) });
    expect(report.outcome).toBe('nothing');
    expect(plans).toBeGreaterThan(1);
    expect(plans).toBeLessThanOrEqual(5);
  });
});
