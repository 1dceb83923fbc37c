import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { organizationOf, pg } from './scenarios.ts';
import { exposure, maximums, money } from './shared-budget.ts';

/** 0.365 a GB: exactly 200 GB. */
const monthly = '73.00';

const twoOf = (endpoints: readonly string[]) =>
  organizationOf([
    {
      name: 'a',
      services: [pg('old', { usedGb: 30 })],
      endpoints: endpoints.map((name) => ({ name, maxAdditionalGb: 200 })),
      integrations: endpoints.map((endpoint) => ({ service: 'old', endpoint })),
    },
    { name: 'b', services: [pg('new', { usedGb: 30 })] },
  ]);

const policyWith = (old: string) => `
version: 1
mode: enforce
rules:
  - { name: old, match: { service: old }, ${old} }
  - { name: new, match: { service: new }, effect: enable, maxAdditionalGb: 200 }
budgets:
  - { name: shared, match: { project: '*' }, monthly: "${monthly}", rest: share, deadBandGb: 0 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
`;

/** The ways in which the money of `old` comes to `new`. */
const ways = {
  disable: policyWith('effect: disable'),
  lower: policyWith('effect: enable, maxAdditionalGb: 40'),
};

/** The disk of `old` fills up and grows by itself, by some steps, as far as its autoscaler lets it. */
const grow = async ({ control, platform }: LocalHeadroom): Promise<void> => {
  for (const _step of Array(5)) {
    const old = platform.state().projects.flatMap(({ services }) => services.filter(({ name }) => name === 'old'));
    const diskGb = 80 + Math.floor((old[0]?.additionalMb ?? 0) / 1024);
    await control('usage', { project: 'a', service: 'old', usedGb: Math.floor(diskGb * 0.97) });
    await control('advance', { seconds: 600 });
  }
};

/** A platform on which the disk grows right before the call with a number; default: never. */
const growing = (headroom: LocalHeadroom, at = Number.POSITIVE_INFINITY) => {
  let calls = 0;
  let most = 0n;
  const wrap =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      calls += 1;
      if (calls === at) await grow(headroom);
      const result = await call(...given);
      const now = exposure(headroom);
      if (now > most) most = now;
      return result;
    };
  const { platform } = headroom.ports;
  const wrapped: Platform = {
    ...platform,
    listServices: wrap(platform.listServices),
    listEndpoints: wrap(platform.listEndpoints),
    getService: wrap(platform.getService),
    createEndpoint: wrap(platform.createEndpoint),
    updateEndpoint: wrap(platform.updateEndpoint),
    deleteEndpoint: wrap(platform.deleteEndpoint),
    createIntegration: wrap(platform.createIntegration),
    deleteIntegration: wrap(platform.deleteIntegration),
  };
  return { platform: wrapped, calls: () => calls, most: () => most };
};

/** Another run settles what the first one left, within the budget, and the one after it has nothing to do. */
const settles = async (headroom: LocalHeadroom) => {
  await headroom.reconcile();
  const isWithin = exposure(headroom) <= money(monthly);
  const { result, writes } = await headroom.counted(() => headroom.reconcile());
  return { isWithin, outcome: result.outcome, writes };
};

const runGrowingAt = async (policy: string, at?: number) => {
  const headroom = await startHeadroom(twoOf(['headroom-old']), policy);
  const { platform, calls, most } = growing(headroom, at);
  const report = await headroom.reconcile({ ports: { platform } });
  return { headroom, report, calls: calls(), most: most() };
};

describe('money that one service gives to another in a budget that is used up', () => {
  it.each(Object.entries(ways))('is spent where no disk grows: %s', async (_, policy) => {
    const { headroom, report, most } = await runGrowingAt(policy);
    expect(report.outcome).toBe('applied');
    expect(maximums(headroom)['b/new']).toBeGreaterThanOrEqual(160);
    expect(most).toBeLessThanOrEqual(money(monthly));
  });

  it.each(Object.entries(ways))(
    'is never spent twice, whichever call a disk grows before, and the next runs settle it: %s',
    async (_, policy) => {
      const { calls: all } = await runGrowingAt(policy);
      const outcomes = new Set<string>();
      for (let at = 1; at <= all; at += 1) {
        const { headroom, report, most } = await runGrowingAt(policy, at);
        expect({ at, within: most <= money(monthly) }).toEqual({ at, within: true });
        outcomes.add(report.outcome);
        if (report.outcome === 'partial')
          expect({ at, ...(await settles(headroom)) }).toEqual({ at, isWithin: true, outcome: 'nothing', writes: 0 });
      }
      expect(outcomes).toContain('applied');
      expect(outcomes).toContain('partial');
    },
  );

  it('disables all the same, because that ends the growth, and says how much is in force', async () => {
    const headroom = await startHeadroom(twoOf(['headroom-old']), ways.disable);
    const { deleteIntegration } = headroom.ports.platform;
    const platform: Platform = {
      ...headroom.ports.platform,
      deleteIntegration: async (...given) => {
        await grow(headroom);
        await deleteIntegration(...given);
      },
    };
    const { results } = await headroom.reconcile({ ports: { platform } });
    expect(results.map(({ kind, status }) => [kind, status])).toEqual([
      ['delete-integration', 'confirmed'],
      ['delete-endpoint', 'confirmed'],
      ['create-endpoint', 'skipped'],
      ['create-integration', 'skipped'],
    ]);
    expect(results[2]?.error).toMatch(
      /^budget "shared" has no money for it now: \d+\.\d+ of 73\.00 a month are in force or given to more urgent services, and it needs 73\.00 more; /,
    );
  });

  it('takes one look at a project after its releases, and none where nothing is released', async () => {
    const lists = async (policy: string) => {
      const headroom = await startHeadroom(twoOf(['headroom-old']), policy);
      let calls = 0;
      const platform: Platform = {
        ...headroom.ports.platform,
        listServices: async (project) => {
          if (project === 'a') calls += 1;
          return headroom.ports.platform.listServices(project);
        },
      };
      await headroom.reconcile({ ports: { platform } });
      return calls;
    };
    // The survey, the confirmation of the disable, and the look.
    expect(await lists(ways.disable)).toBe(3);
    expect(await lists(ways.lower)).toBe(2);
    expect(await lists(policyWith('effect: ignore'))).toBe(1);
  });
});
