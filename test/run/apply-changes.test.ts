import { describe, expect, it } from 'vitest';
import { OutOfTime } from '../../lib/contract/errors.ts';
import type { Platform } from '../../lib/ports.ts';
import { enableAll, even, organizationOf, pg } from '../workflow/scenarios.ts';
import { startWorld } from '../workflow/world.ts';

const soon = () => Promise.reject(new OutOfTime('no time', '2026-03-02T08:01:00.000Z'));

/** The platform, but that the nth call of this kind finds no time left. */
const outOnce = <K extends 'createIntegration' | 'listServices' | 'createEndpoint'>(
  platform: Platform,
  method: K,
  nth: number,
): { readonly platform: Platform; readonly times: () => number } => {
  let calls = 0;
  const call = (...given: Parameters<Platform[K]>) => {
    calls += 1;
    return calls === nth ? soon() : (platform[method] as (...given: unknown[]) => Promise<unknown>)(...given);
  };
  return { platform: { ...platform, [method]: call }, times: () => calls };
};

describe('changes for which the time does not suffice', () => {
  it.each([
    ['before a write', 'createIntegration', 2],
    ['at the first write', 'createEndpoint', 1],
    // The first list of services is that of the survey.
    ['while it reads back', 'listServices', 2],
  ] as const)(
    'are taken up again by the next try of the task, %s: none fails, none is made twice',
    async (_, method, nth) => {
      const world = await startWorld(even(1, 3), enableAll(200));
      const { platform, times } = outOnce(world.ports.platform, method, nth);
      const report = await world.reconcile({ ports: { platform } });
      expect(times()).toBeGreaterThan(nth);
      expect(report.outcome).toBe('applied');
      expect(new Set(report.results.map(({ status }) => status))).toEqual(new Set(['confirmed']));
      const [project] = world.platform.state().projects;
      expect([project?.endpoints.length, project?.integrations.length]).toEqual([3, 3]);
    },
  );

  it('are not failed because there was no time to look at a disk before its maximum is lowered', async () => {
    const scenario = organizationOf([
      {
        name: 'project-0',
        services: [pg('shrinks')],
        endpoints: [{ name: 'headroom-shrinks', maxAdditionalGb: 300 }],
        integrations: [{ service: 'shrinks', endpoint: 'headroom-shrinks' }],
      },
    ]);
    const world = await startWorld(scenario, enableAll(100));
    const { platform, times } = outOnce(world.ports.platform, 'listServices', 2);
    const report = await world.reconcile({ ports: { platform } });
    expect(times()).toBeGreaterThan(2);
    expect(report.results.map(({ kind, status, toGb }) => [kind, status, toGb])).toEqual([
      ['update-endpoint', 'confirmed', 100],
    ]);
  });

  it('are told as failed once every try has ended so, with what was done confirmed', async () => {
    const world = await startWorld(even(1, 2), enableAll(200));
    const { createIntegration } = world.ports.platform;
    let calls = 0;
    const platform: Platform = {
      ...world.ports.platform,
      createIntegration: (...given) => {
        calls += 1;
        return calls === 1 ? createIntegration(...given) : soon();
      },
    };
    const report = await world.reconcile({ ports: { platform } });
    expect(report.outcome).toBe('partial');
    const failed = report.results.filter(({ status }) => status === 'failed');
    expect(failed.map(({ kind, error }) => [kind, error])).toEqual([['create-integration', 'OutOfTime: no time']]);
    expect(report.results.filter(({ status }) => status === 'confirmed').length).toBe(2);
    expect((await world.reconcile()).outcome).toBe('applied');
  });
});
