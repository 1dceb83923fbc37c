import { expect, it } from 'vitest';
import { dayMs, hourMs } from '../../lib/core/model/durations.ts';
import type { Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { exposure, maximums, money, policy, shared } from './shared-budget.ts';
import { hourly, newcomer } from './stepped-run.ts';
import { startWorld } from './local-headroom.ts';

const budget = '100.00';
const code = 'project-unlisted';

/** Projects a and b have autoscalers by one budget; then the platform lists only some projects. */
const lessListed = async (listed: (name: string) => boolean) => {
  const world = await startWorld(shared, policy(budget));
  await world.reconcile({ input: hourly });
  const { platform } = world.ports;
  const less: Platform = {
    ...platform,
    listProjects: async () => (await platform.listProjects()).filter(({ name }) => listed(name)),
  };
  const pass = (afterMs: number, input: unknown = hourly) => {
    world.pass(afterMs);
    return world.counted(() => world.reconcile({ input, ports: { platform: less } }));
  };
  return { world, pass };
};

it('a project that is no longer listed keeps its money, and it is said: the token may have lost its role in it', async () => {
  const { world, pass } = await lessListed((name) => name !== 'b');
  const before = maximums(world);
  for (const input of [hourly, [{ ...newcomer, detail: { project: 'a', service: 'big' } }], hourly]) {
    const { result, writes } = await pass(hourMs, input);
    expect([result.outcome, writes]).toEqual(['nothing', 0]);
    expect(result.plan?.findings).toEqual([
      expect.objectContaining({ code, project: 'b', message: expect.stringContaining('until 2026-03-09') }),
    ]);
  }
  expect(maximums(world)).toEqual(before);
  expect(exposure(world)).toBeLessThanOrEqual(money(budget));
});

it('a project that is not listed for a week counts as deleted', async () => {
  const { pass } = await lessListed((name) => name !== 'b');
  await pass(hourMs);
  const { result } = await pass(7 * dayMs);
  expect([result.outcome, result.plan?.findings]).toEqual(['applied', []]);
});

it('a project that is listed again is as it was, and one without an autoscaler of ours says nothing when it goes', async () => {
  let isListed = false;
  const { world, pass } = await lessListed((name) => isListed || name !== 'b');
  await pass(hourMs);
  isListed = true;
  const { result, writes } = await pass(hourMs);
  expect([result.outcome, writes, result.plan?.findings]).toEqual(['nothing', 0, []]);
  await world.store.put(
    keys.policy,
    policy(budget).replaceAll(/effect: enable, maxAdditionalGb: \d+(, weight: 2)?/g, 'effect: disable'),
  );
  await pass(hourMs);
  await pass(hourMs);
  isListed = false;
  expect((await pass(hourMs)).result.plan?.findings).toEqual([]);
});
