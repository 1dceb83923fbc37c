import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { dyingAtEach, mortalPorts } from './mortal.ts';
import { disableAll, enableAll, even } from './scenarios.ts';
import { startWorld, type World } from './local-headroom.ts';

const sevenHours = 7 * 60 * 60 * 1000;

const undoOf = (runId: string) => ({ trigger: { kind: 'manual', by: 'a person' }, undo: runId });

const autoscalers = (world: World) =>
  world.platform.state().projects.map(({ endpoints, integrations }) =>
    integrations
      .map(({ service, endpointId }) => {
        const endpoint = endpoints.find(({ id }) => id === endpointId);
        return `${service} ${JSON.stringify(endpoint?.userConfig)}`;
      })
      .sort(),
  );

/** A world in which run `on` has enabled everything and run `off` has disabled it. */
const disabledWorld = async () => {
  const world = await startWorld(even(2, 2), enableAll(100));
  await world.reconcile({ runId: 'on' });
  const found = autoscalers(world);
  await world.store.put(keys.policy, disableAll);
  await world.reconcile({ runId: 'off' });
  return { world, found };
};

describe('the workflow with a run to undo', () => {
  it('reverts its writes, reports it, and opens no findings', async () => {
    const { world, found } = await disabledWorld();
    world.events.length = 0;
    const report = await world.reconcile({ input: undoOf('off') });
    expect(report.outcome).toBe('applied');
    expect(autoscalers(world)).toEqual(found);
    expect(world.events.filter(({ type }) => type === 'AutoscalerEnabled')).toHaveLength(4);
    const { result, writes } = await world.counted(() => world.reconcile({ input: undoOf('off') }));
    expect([result.outcome, writes]).toEqual(['nothing', 0]);
  });

  it('reads only the projects that the run has written to', async () => {
    const { world } = await disabledWorld();
    await world.store.put(keys.policy, enableAll(100));
    const one = { trigger: { kind: 'manual', by: 'a person' }, projects: ['project-1'] };
    await world.reconcile({ runId: 'one', input: one });
    const report = await world.reconcile({ input: undoOf('one') });
    expect(new Set(report.plan?.decisions.map(({ project }) => project))).toEqual(new Set(['project-1']));
    expect(report.outcome).toBe('applied');
  });

  it.each([
    [
      'projects of its own',
      { ...undoOf('off'), projects: ['project-0'] },
      'an undo covers the projects of its run; remove projects',
    ],
    [
      'a part of no run',
      { trigger: { kind: 'manual', by: '' }, undoPart: { projects: ['*'] } },
      'undoPart and underStop require undo',
    ],
    [
      'no run at all to overrule the mode with',
      { trigger: { kind: 'manual', by: '' }, underStop: true },
      'undoPart and underStop require undo',
    ],
    ['a part that lists nothing', { ...undoOf('off'), undoPart: { projects: [] } }, 'undoPart'],
  ])('fails on %s and writes nothing', async (_what, input, cause) => {
    const { world } = await disabledWorld();
    const { result, writes } = await world.counted(() => world.reconcile({ input }));
    expect([result.outcome, writes]).toEqual(['failed', 0]);
    expect(result.cause).toContain(cause);
  });

  it.each([
    ['a run that is not known', undoOf('never'), 'run never has no writes in the audit'],
    [
      'a part that the run did not write',
      { ...undoOf('off'), undoPart: { services: ['x'] } },
      'wrote nothing for service x',
    ],
  ])('refuses %s, which is no failed run', async (_what, input, cause) => {
    const { world } = await disabledWorld();
    const { result, writes } = await world.counted(() => world.reconcile({ input }));
    expect([result.outcome, result.error, writes]).toEqual(['refused', 'UndoUnknown', 0]);
    expect(result.cause).toContain(cause);
  });

  it('under stop says nothing of services that it did not look at', async () => {
    const { world } = await disabledWorld();
    await setStoreMode(world.ports, 'stop', 'ada');
    const { result, reads } = await world.counted(() => world.reconcile({ input: undoOf('off') }));
    expect([result.outcome, reads]).toEqual(['stopped', 0]);
    expect(result.plan?.findings.map(({ code }) => code)).toEqual(['mode-of-store']);
  });

  it('writes under stop where it is asked to, and holds when the mode is set once more', async () => {
    const { world, found } = await disabledWorld();
    const input = { ...undoOf('off'), underStop: true };
    await setStoreMode(world.ports, 'stop', 'ada');
    let writes = 0;
    const { platform } = world.ports;
    const stopping: Platform = {
      ...platform,
      createEndpoint: async (...given) => {
        const endpoint = await platform.createEndpoint(...given);
        writes += 1;
        world.pass(1000);
        if (writes === 2) await setStoreMode(world.ports, 'stop', 'ada');
        return endpoint;
      },
    };
    const held = await world.reconcile({ input, ports: { platform: stopping } });
    expect(held.outcome).toBe('partial');
    const left = held.results.filter(({ status }) => status === 'skipped');
    expect([left.length > 0, left.every(({ restrained }) => restrained)]).toEqual([true, true]);
    expect((await world.reconcile({ input })).outcome).toBe('applied');
    expect(autoscalers(world)).toEqual(found);
  });

  it('killed after any of its writes is finished by undoing the same run again', async () => {
    const deaths = await dyingAtEach(async (fatal) => {
      const { world, found } = await disabledWorld();
      const { ports, isDead } = mortalPorts(world.ports, fatal, 'after');
      await world.reconcile({ runId: 'undo', input: undoOf('off'), ports }).catch(() => undefined);
      if (!isDead()) return false;
      world.pass(sevenHours);
      expect((await world.reconcile({ input: undoOf('off') })).outcome).toMatch(/applied|nothing/);
      expect(autoscalers(world)).toEqual(found);
      await verifyAudit(world.store);
      return true;
    });
    expect(deaths).toBe(8);
  });
});
