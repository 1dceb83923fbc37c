import { describe, expect, it } from 'vitest';
import { PlatformUnavailable } from '../../lib/contract/errors.ts';
import type { Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readObject } from '../../lib/run/store/objects.ts';
import type { CheckedMoney } from '../../lib/run/store/schemas/money.ts';
import { type LocalHeadroom, operatorToken, startHeadroom } from './local-headroom.ts';
import { organizationOf, pg } from './scenarios.ts';
import { exposure, maximums, money } from './shared-budget.ts';

/** 0.365 a GB: exactly 200 GB. */
const monthly = '73.00';

/** A service with a maximum by hand, which only counts, and one that gets the rest. */
const base = organizationOf([
  {
    name: 'a',
    services: [pg('counted')],
    endpoints: [{ name: 'by-hand', maxAdditionalGb: 100 }],
    integrations: [{ service: 'counted', endpoint: 'by-hand' }],
  },
  { name: 'b', services: [pg('new')] },
]);

/** The GB of `large-4` cost twice as much. */
const scenario = {
  ...base,
  plans: [...base.plans, { type: 'pg', name: 'large-4', diskGb: 80, capGb: 400, stepGb: 10 }],
  prices: [
    ...(base.prices ?? []),
    { type: 'pg', plan: 'large-4', cloud: 'aws-eu-west-1', base: '0.20', additionalGb: '0.0010' },
  ],
};

const policy = `
version: 1
mode: enforce
rules:
  - { name: all, match: { project: '*' }, effect: enable, maxAdditionalGb: 200 }
budgets:
  - { name: shared, match: { project: '*' }, monthly: "${monthly}", rest: share, deadBandGb: 0 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 100000, needApproval: [], firstRun: apply }
`;

/** Something happens to `a/counted` after both projects were read, before the first write. */
const meanwhile = async (
  happens: (headroom: LocalHeadroom) => Promise<void>,
  around: (platform: Platform) => Platform = (platform) => platform,
) => {
  const headroom = await startHeadroom(scenario, policy);
  const platform = around(headroom.ports.platform);
  let isBegun = false;
  const runId = 'meanwhile';
  const store = {
    ...headroom.store,
    put: async (...given: Parameters<typeof headroom.store.put>) => {
      await headroom.store.put(...given);
      if (isBegun || !given[0].includes('/plan/projects/')) return;
      isBegun = true;
      await happens(headroom);
    },
  };
  const report = await headroom.reconcile({ runId, ports: { store, platform } });
  const checked = await readObject<CheckedMoney>(headroom.store, keys.checkedMoney(runId, 'shared'));
  return { headroom, report, isBegun, checked };
};

describe('a grant after the money of its budget was taken elsewhere', () => {
  it('is written where nothing has changed, and every project of the budget was read again', async () => {
    const { headroom, report, isBegun, checked } = await meanwhile(async () => undefined);
    expect([isBegun, report.outcome, maximums(headroom)['b/new']]).toEqual([true, 'applied', 100]);
    expect(checked).toEqual({ checked: 2, projects: 2, refused: [] });
  });

  it('says in how many of its projects the money was checked, where one of them could not be read again', async () => {
    let isDown = false;
    const listServices = (real: Platform['listServices']) =>
      (async (project: string) => {
        if (isDown && project === 'a') throw new PlatformUnavailable('no answer', { method: 'GET', path: '/service' });
        return real(project);
      }) as Platform['listServices'];
    const { report, checked } = await meanwhile(
      async () => {
        isDown = true;
      },
      (platform) => ({ ...platform, listServices: listServices(platform.listServices) }),
    );
    expect(checked).toMatchObject({ checked: 1, projects: 2 });
    expect(report.plan?.findings.map(({ code, message }) => [code, message])).toContainEqual([
      'money-partly-checked',
      'The money of budget "shared" was checked in 1 of 2 projects before its first grant; of the others, earlier readings counted.',
    ]);
  });

  it('is not written where a person has raised another maximum of the budget since it was read', async () => {
    const { headroom, report } = await meanwhile(async ({ ports }) => {
      const [endpoint] = await ports.platform.listEndpoints('a');
      await ports.platform.updateEndpoint('a', endpoint?.id ?? '', { kind: 'additional', gb: 150 });
    });
    expect([report.outcome, maximums(headroom)['b/new']]).toEqual(['partial', undefined]);
    expect(report.results[0]?.error).toMatch(/has no money for it now: 54\.75 of 73\.00 a month/);
    expect(exposure(headroom)).toBeLessThanOrEqual(money(monthly));
    expect((await headroom.reconcile()).outcome).toBe('applied');
    expect([maximums(headroom)['b/new'], exposure(headroom)]).toEqual([50, money(monthly)]);
  });

  it('is not written where a person has moved another service to a plan whose GB costs twice as much', async () => {
    const { headroom, report } = await meanwhile(async ({ platform }) => {
      const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
      const url = `${platform.url}/v1/project/a/service/counted`;
      const body = JSON.stringify({ plan: 'large-4' });
      expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);
    });
    expect([report.outcome, maximums(headroom)['b/new']]).toEqual(['partial', undefined]);
    expect(report.results[0]?.error).toMatch(/has no money for it now: 73\.00 of 73\.00 a month/);
    const costs = (place: string) => money(place === 'a/counted' ? '0.73' : '0.365');
    expect(exposure(headroom, costs)).toBeLessThanOrEqual(money(monthly));
    await headroom.reconcile();
    expect([maximums(headroom)['b/new'] ?? 0, exposure(headroom, costs)]).toEqual([0, money(monthly)]);
  });

  it('rests on the readings of the plan where a list in parts shows less', async () => {
    let isCut = false;
    const headroom = await startHeadroom(scenario, policy);
    const { platform } = headroom.ports;
    const cut: Platform = {
      ...platform,
      listEndpoints: (async (project: string) =>
        isCut && project === 'a' ? [] : platform.listEndpoints(project)) as Platform['listEndpoints'],
      createEndpoint: async (...given) => {
        isCut = true;
        return platform.createEndpoint(...given);
      },
    };
    await headroom.reconcile({ ports: { platform: cut } });
    expect(exposure(headroom)).toBeLessThanOrEqual(money(monthly));
  });
});
