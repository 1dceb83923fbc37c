import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { verifyAudit } from '../../lib/run/audit/reading.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { dyingAtEach, mortalPorts } from './mortal.ts';
import { disableAll, enableAll, even } from './scenarios.ts';

const sevenHours = 7 * 60 * 60 * 1000;

const undoOf = (runId: string) => ({ trigger: { kind: 'manual', by: 'a person' }, undo: runId });

const autoscalers = (headroom: LocalHeadroom) =>
  headroom.platform.state().projects.map(({ endpoints, integrations }) =>
    integrations
      .map(({ service, endpointId }) => {
        const endpoint = endpoints.find(({ id }) => id === endpointId);
        return `${service} ${JSON.stringify(endpoint?.userConfig)}`;
      })
      .sort(),
  );

/** A Headroom whose run `on` has enabled everything, and whose run `off` has disabled it. */
const afterDisabling = async () => {
  const headroom = await startHeadroom(even(2, 2), enableAll(100));
  await headroom.reconcile({ runId: 'on' });
  const found = autoscalers(headroom);
  await headroom.store.put(keys.policy, disableAll);
  await headroom.reconcile({ runId: 'off' });
  return { headroom, found };
};

describe('the workflow with a run to undo', () => {
  it('reverts its writes, reports it, and opens no findings', async () => {
    const { headroom, found } = await afterDisabling();
    headroom.events.length = 0;
    const report = await headroom.reconcile({ input: undoOf('off') });
    expect(report.outcome).toBe('applied');
    expect(autoscalers(headroom)).toEqual(found);
    expect(headroom.events.filter(({ type }) => type === 'AutoscalerEnabled')).toHaveLength(4);
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ input: undoOf('off') }));
    expect([result.outcome, writes]).toEqual(['nothing', 0]);
  });

  it('reads only the projects that the run has written to', async () => {
    const { headroom } = await afterDisabling();
    await headroom.store.put(keys.policy, enableAll(100));
    const one = { trigger: { kind: 'manual', by: 'a person' }, projects: ['project-1'] };
    await headroom.reconcile({ runId: 'one', input: one });
    const report = await headroom.reconcile({ input: undoOf('one') });
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
    const { headroom } = await afterDisabling();
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ input }));
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
    const { headroom } = await afterDisabling();
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ input }));
    expect([result.outcome, result.error, writes]).toEqual(['refused', 'UndoUnknown', 0]);
    expect(result.cause).toContain(cause);
  });

  it('under stop says nothing of services that it did not look at', async () => {
    const { headroom } = await afterDisabling();
    await setStoreMode(headroom.ports, 'stop', 'ada');
    const { result, reads } = await headroom.counted(() => headroom.reconcile({ input: undoOf('off') }));
    expect([result.outcome, reads]).toEqual(['stopped', 0]);
    expect(result.plan?.findings.map(({ code }) => code)).toEqual(['mode-of-store']);
  });

  it('writes under stop where it is asked to, and holds when the mode is set once more', async () => {
    const { headroom, found } = await afterDisabling();
    const input = { ...undoOf('off'), underStop: true };
    await setStoreMode(headroom.ports, 'stop', 'ada');
    let writes = 0;
    const { platform } = headroom.ports;
    const stopping: Platform = {
      ...platform,
      createEndpoint: async (...given) => {
        const endpoint = await platform.createEndpoint(...given);
        writes += 1;
        headroom.pass(1000);
        if (writes === 2) await setStoreMode(headroom.ports, 'stop', 'ada');
        return endpoint;
      },
    };
    const held = await headroom.reconcile({ input, ports: { platform: stopping } });
    expect(held.outcome).toBe('partial');
    const left = held.results.filter(({ status }) => status === 'skipped');
    expect([left.length > 0, left.every(({ restrained }) => restrained)]).toEqual([true, true]);
    expect((await headroom.reconcile({ input })).outcome).toBe('applied');
    expect(autoscalers(headroom)).toEqual(found);
  });

  it('killed after any of its writes is finished by undoing the same run again', async () => {
    const deaths = await dyingAtEach(async (fatal) => {
      const { headroom, found } = await afterDisabling();
      const { ports, isDead } = mortalPorts(headroom.ports, fatal, 'after');
      await headroom.reconcile({ runId: 'undo', input: undoOf('off'), ports }).catch(() => undefined);
      if (!isDead()) return false;
      headroom.pass(sevenHours);
      expect((await headroom.reconcile({ input: undoOf('off') })).outcome).toMatch(/applied|nothing/);
      expect(autoscalers(headroom)).toEqual(found);
      await verifyAudit(headroom.store);
      return true;
    });
    expect(deaths).toBe(8);
  });
});
