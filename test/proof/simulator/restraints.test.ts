import { describe, expect, it } from 'vitest';
import { minuteMs } from '../../../lib/core/model/durations.ts';
import { enforced, many, rule, withProjects } from '../../simulator/directed/parts.ts';
import { laws } from '../../simulator/laws/all.ts';
import { createLife } from '../../simulator/life.ts';
import type { SimulatedPolicy } from '../../simulator/organization/policy.ts';
import { createPasses } from '../../simulator/passes.ts';

// Measuring each disk would take the time in which its writes are restrained.
const scheduled = { trigger: { kind: 'schedule', by: 'hourly pass' }, measures: 1 };

/** Eight services that can have the autoscaler, on a Monday morning of which a pass takes minutes: few calls are allowed. */
const slowLife = async (more: Partial<SimulatedPolicy> = {}) => {
  const policyOf = () => ({ ...enforced([rule({ maxAdditionalGb: 60 })]), ...more });
  const size = { projects: 1, services: 8 };
  const scenario = withProjects(5, [{ name: 'shop', services: many(8) }], '2026-03-02T08:00:00Z');
  const life = await createLife({ seed: 5, size, scenario, laws, callsPerMinute: 4, policyOf });
  return { life, passes: createPasses(life) };
};

const outcomesOf = async ({ life, passes }: Awaited<ReturnType<typeof slowLife>>) => {
  const first = await passes.pass(scheduled);
  const writes = passes.counts.writes;
  const tookMs = life.time.now() - life.startMs;
  expect(life.watcher.violations).toEqual([]);
  return { first, writes, tookMs };
};

describe('in the middle of a pass that takes minutes', () => {
  it('nothing restrains it by itself', async () => {
    const { first, writes, tookMs } = await outcomesOf(await slowLife());
    expect(first).toBe('applied');
    expect(writes).toBeGreaterThan(8);
    expect(tookMs).toBeGreaterThan(4 * minuteMs);
  });

  it.each(['stop', 'observe'] as const)(
    '%s holds to the second, also for the write that waits for its turn',
    async (mode) => {
      const slow = await slowLife();
      const { time, startMs, change } = slow.life;
      time.at(startMs + 2.5 * minuteMs, () => void change({ kind: 'mode-set', mode }));
      const { first, writes } = await outcomesOf(slow);
      expect(first).toBe('partial');
      expect(writes).toBeGreaterThan(0);
      expect(await slow.passes.pass(scheduled)).toBe(mode === 'stop' ? 'stopped' : 'observed');
    },
  );

  it('a freeze holds to the second, and the pass after its end goes on', async () => {
    const on = { start: '2026-03-02T08:03', end: '2026-03-02T10:00' };
    const slow = await slowLife({ freeze: { windows: [{ name: 'noon', timeZone: 'UTC', on }], allow: [] } });
    const { first, writes } = await outcomesOf(slow);
    expect(first).toBe('partial');
    expect(writes).toBeGreaterThan(0);
    expect(await slow.passes.pass(scheduled)).toBe('nothing');
    await slow.life.time.runTo(slow.life.startMs + 120 * minuteMs);
    expect(await slow.passes.pass(scheduled)).toBe('applied');
    expect(slow.life.watcher.violations).toEqual([]);
  });

  it('an exemption that ends tonight ends with the day', async () => {
    const { life, passes } = await slowLife();
    const [project] = life.projects;
    const tags = { 'disk-autoscaler-exempt': '2026-03-02' };
    for (const service of project?.services ?? []) {
      await life.change({ kind: 'service-retagged', project: project?.name ?? '', service, tags });
    }
    await life.time.runTo(Date.parse('2026-03-02T23:59:50Z'));
    expect(await passes.pass(scheduled)).toBe('nothing');
    await life.time.runTo(Date.parse('2026-03-03T00:00:30Z'));
    expect(await passes.pass(scheduled)).toBe('applied');
    expect(life.watcher.violations).toEqual([]);
  });
});

describe('a plan that waits', () => {
  const asks = { approval: { kinds: ['enable'], hours: 2, firstRun: false } } as const;
  const waiting = async () => {
    const slow = await slowLife(asks);
    expect(await slow.passes.pass(scheduled)).toBe('needs-approval');
    const approvedDigest = slow.passes.waiting() ?? '';
    const approve = () => slow.passes.pass({ trigger: { kind: 'manual', by: 'apply' }, approvedDigest });
    return { ...slow, approve };
  };

  it('is applied once by its approval, in time', async () => {
    const { approve, life } = await waiting();
    expect(await approve()).toBe('applied');
    expect(await approve()).toBe('refused');
    expect(life.watcher.violations).toEqual([]);
  });

  it('is refused after the hours of the policy, and waits again', async () => {
    const { approve, life, passes } = await waiting();
    await life.time.runTo(life.startMs + 130 * minuteMs);
    expect(await approve()).toBe('refused');
    expect(await passes.pass(scheduled)).toBe('needs-approval');
    expect(await approve()).toBe('applied');
    expect(life.watcher.violations).toEqual([]);
  });
});
