import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../lib/core/model/durations.ts';
import { enforced, many, rule, withProjects } from './directed/parts.ts';
import { laws } from './laws/all.ts';
import { createWorld } from './life.ts';
import type { SimulatedPolicy } from './organization/policy.ts';
import { createPasses } from './passes.ts';

const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' } };

/** Eight services that can have the autoscaler, on a Monday morning of which a pass takes minutes: few calls are allowed. */
const slowWorld = async (more: Partial<SimulatedPolicy> = {}) => {
  const policyOf = () => ({ ...enforced([rule({ maxAdditionalGb: 60 })]), ...more });
  const size = { projects: 1, services: 8 };
  const scenario = withProjects(5, [{ name: 'shop', services: many(8) }], '2026-03-02T08:00:00Z');
  const world = await createWorld({ seed: 5, size, scenario, laws, callsPerMinute: 4, policyOf });
  return { world, passes: createPasses(world) };
};

const outcomesOf = async ({ world, passes }: Awaited<ReturnType<typeof slowWorld>>) => {
  const first = await passes.pass(scheduled);
  const writes = passes.counts.writes;
  const tookMs = world.time.now() - world.startMs;
  expect(world.watcher.violations).toEqual([]);
  return { first, writes, tookMs };
};

describe('in the middle of a pass that takes minutes', () => {
  it('nothing restrains it by itself', async () => {
    const { first, writes, tookMs } = await outcomesOf(await slowWorld());
    expect(first).toBe('applied');
    expect(writes).toBeGreaterThan(8);
    expect(tookMs).toBeGreaterThan(4 * minuteMs);
  });

  it.each(['stop', 'observe'] as const)(
    '%s holds to the second, also for the write that waits for its turn',
    async (mode) => {
      const slow = await slowWorld();
      const { time, startMs, change } = slow.world;
      time.at(startMs + 2.5 * minuteMs, () => void change({ kind: 'mode-set', mode }));
      const { first, writes } = await outcomesOf(slow);
      expect(first).toBe('partial');
      expect(writes).toBeGreaterThan(0);
      expect(await slow.passes.pass(scheduled)).toBe(mode === 'stop' ? 'stopped' : 'observed');
    },
  );

  it('a freeze holds to the second, and the pass after its end goes on', async () => {
    const on = { start: '2026-03-02T08:03', end: '2026-03-02T10:00' };
    const slow = await slowWorld({ freeze: { windows: [{ name: 'noon', timeZone: 'UTC', on }], allow: [] } });
    const { first, writes } = await outcomesOf(slow);
    expect(first).toBe('partial');
    expect(writes).toBeGreaterThan(0);
    expect(await slow.passes.pass(scheduled)).toBe('nothing');
    await slow.world.time.runTo(slow.world.startMs + 120 * minuteMs);
    expect(await slow.passes.pass(scheduled)).toBe('applied');
    expect(slow.world.watcher.violations).toEqual([]);
  });

  it('an exemption that ends tonight ends with the day', async () => {
    const { world, passes } = await slowWorld();
    const [project] = world.projects;
    const tags = { 'disk-autoscaler-exempt': '2026-03-02' };
    for (const service of project?.services ?? []) {
      await world.change({ kind: 'service-retagged', project: project?.name ?? '', service, tags });
    }
    await world.time.runTo(Date.parse('2026-03-02T23:59:50Z'));
    expect(await passes.pass(scheduled)).toBe('nothing');
    await world.time.runTo(Date.parse('2026-03-03T00:00:30Z'));
    expect(await passes.pass(scheduled)).toBe('applied');
    expect(world.watcher.violations).toEqual([]);
  });
});

describe('a plan that waits', () => {
  const asks = { approval: { kinds: ['enable'], hours: 2, firstRun: false } } as const;
  const waiting = async () => {
    const slow = await slowWorld(asks);
    expect(await slow.passes.pass(scheduled)).toBe('needs-approval');
    const approvedDigest = slow.passes.waiting() ?? '';
    const approve = () => slow.passes.pass({ trigger: { kind: 'manual', by: 'apply' }, approvedDigest });
    return { ...slow, approve };
  };

  it('is applied once by its approval, in time', async () => {
    const { approve, world } = await waiting();
    expect(await approve()).toBe('applied');
    expect(await approve()).toBe('refused');
    expect(world.watcher.violations).toEqual([]);
  });

  it('is refused after the hours of the policy, and waits again', async () => {
    const { approve, world, passes } = await waiting();
    await world.time.runTo(world.startMs + 130 * minuteMs);
    expect(await approve()).toBe('refused');
    expect(await passes.pass(scheduled)).toBe('needs-approval');
    expect(await approve()).toBe('applied');
    expect(world.watcher.violations).toEqual([]);
  });
});
