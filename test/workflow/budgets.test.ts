import { describe, expect, it } from 'vitest';
import { dailyPass } from '../../lib/contract/run-request.ts';
import { formatExact } from '../../lib/core/model/money.ts';
import type { Scenario } from '../../lib/platform/index.ts';
import type { Platform } from '../../lib/ports.ts';
import { startHeadroom } from './local-headroom.ts';
import { dyingAtEach } from './mortal.ts';
import { exposure, maximums, money, policy, shared, watched } from './shared-budget.ts';

const sevenHours = 7 * 60 * 60 * 1000;

const policyChanged = [{ 'detail-type': 'PolicyChanged', detail: {} }];

describe('budgets on the embedded platform', () => {
  it.each([
    ['ample', '1000.00', { 'a/big': 300, 'a/small': 200, 'b/big': 300, 'b/small': 200 }, '365.00', false],
    ['tight', '100.00', { 'a/big': 92, 'a/small': 45, 'b/big': 91, 'b/small': 45 }, '99.645', false],
    ['below what is provisioned', '10.00', {}, '14.60', true],
  ])(
    'sets maximums by an %s budget, and never exceeds it between two writes',
    async (_, monthly, wanted, sum, frozen) => {
      const headroom = await startHeadroom(shared, policy(monthly));
      const limit = frozen ? money('14.60') : money(monthly);
      const { platform, most } = watched(headroom);
      const report = await headroom.reconcile({ ports: { platform } });
      expect(most()).toBeLessThanOrEqual(limit);
      expect(maximums(headroom)).toEqual({ ...wanted, 'other/alone': 200 });
      expect(report.plan?.budgets[0]).toMatchObject({ name: 'shared', allocatedMonthly: sum, frozen });
      expect(formatExact(exposure(headroom))).toBe(sum);
      const next = await headroom.counted(() => headroom.reconcile());
      expect({ outcome: next.result.outcome, writes: next.writes }).toEqual({ outcome: 'nothing', writes: 0 });
    },
  );

  it('names what stands behind each part, and says when the budget is exceeded', async () => {
    const headroom = await startHeadroom(shared, policy('10.00'));
    const { plan } = await headroom.reconcile();
    expect(plan?.findings.map(({ code, subject, service }) => [code, subject ?? service])).toEqual([
      ['budget-exceeded', 'shared'],
      ['budget-short', 'shared'],
      ['budget-gives-nothing', 'big'],
      ['budget-gives-nothing', 'small'],
      ['budget-gives-nothing', 'big'],
      ['budget-gives-nothing', 'small'],
    ]);
    expect(plan?.budgets[0]?.shares[0]).toMatchObject({
      provisionedGb: 40,
      gb: 40,
      perGbMonth: '0.365',
      monthly: '14.60',
    });
  });

  it('halves a budget when the policy says so: one run lowers, the next one raises, never below what is provisioned', async () => {
    const headroom = await startHeadroom(shared, policy('200.00'));
    await headroom.reconcile();
    const before = maximums(headroom);
    // The services that were worth twice as much now count like the others, so some are raised although money is cut.
    await headroom.store.put(
      'policy.yaml',
      policy('100.00').replace(', weight: 2', '').replace('200 }', '200, weight: 3 }'),
    );
    const limit = exposure(headroom);
    const { platform, most } = watched(headroom);
    const report = await headroom.reconcile({ input: policyChanged, ports: { platform } });
    expect(most()).toBeLessThanOrEqual(limit);
    expect({ outcome: report.outcome, cause: report.cause }).toEqual({ outcome: 'applied', cause: null });
    expect(new Set(report.results.map(({ phase }) => phase))).toEqual(new Set(['release']));
    expect(report.plan?.findings.map(({ code }) => code)).not.toContain('budget-overdrawn');
    expect(maximums(headroom)).not.toEqual(before);
    expect(maximums(headroom)['a/big']).toBeGreaterThanOrEqual(40);
    expect(exposure(headroom)).toBeLessThanOrEqual(money('100.00'));
    await headroom.reconcile();
    expect(exposure(headroom)).toBeLessThanOrEqual(money('100.00'));
    expect((await headroom.counted(() => headroom.reconcile())).writes).toBe(0);
  });

  it.each(['before', 'after'] as const)('stays within the budget wherever a run dies, %s each write', async (when) => {
    const deaths = await dyingAtEach(async (at) => {
      const headroom = await startHeadroom(shared, policy('200.00'));
      await headroom.reconcile();
      await headroom.store.put(
        'policy.yaml',
        policy('200.00').replace(', weight: 2', '').replace('200 }', '200, weight: 3 }'),
      );
      const dying = watched(headroom, { dies: { at, when } });
      await headroom.reconcile({ ports: { platform: dying.platform } });
      expect(dying.most()).toBeLessThanOrEqual(money('200.00'));
      if (!dying.isDead()) return false;
      headroom.pass(sevenHours);
      const next = watched(headroom);
      await headroom.reconcile({ ports: { platform: next.platform } });
      expect(next.most()).toBeLessThanOrEqual(money('200.00'));
      expect((await headroom.counted(() => headroom.reconcile())).writes).toBe(0);
      return true;
    });
    // Two maximums are lowered and two are raised.
    expect(deaths).toBe(4);
  });

  it('asks for prices and plans once a day: any other pass costs 1 + 3P calls', async () => {
    const headroom = await startHeadroom(shared, policy('200.00'));
    await headroom.reconcile();
    const quiet = 1 + 3 * shared.projects.length;
    expect(await headroom.counted(() => headroom.reconcile())).toMatchObject({ reads: quiet, writes: 0 });
    headroom.pass(25 * 60 * 60 * 1000);
    const fresh = await headroom.counted(() => headroom.reconcile());
    // And one for each disk: of so short a history the days are unknown, so it is measured every day.
    expect(fresh).toMatchObject({ reads: quiet + 2 + 5, writes: 0 });
    expect(await headroom.counted(() => headroom.reconcile())).toMatchObject({ reads: quiet, writes: 0 });
  });

  it('grants nothing from money that a failed lower did not free, and spends what others freed', async () => {
    const headroom = await startHeadroom(shared, policy('200.00'));
    await headroom.reconcile();
    await headroom.store.put(
      'policy.yaml',
      policy('200.00').replace(', weight: 2', '').replace('200 }', '200, weight: 3 }'),
    );
    const { platform } = headroom.ports;
    const refusing: Platform = {
      ...platform,
      updateEndpoint: async (project, id, maximum) => {
        if (project === 'a') throw new Error('refused');
        return platform.updateEndpoint(project, id, maximum);
      },
    };
    const report = await headroom.reconcile({ ports: { platform: refusing } });
    const grants = report.results.filter(({ phase }) => phase === 'grant');
    expect(grants.length).toBeGreaterThan(0);
    const waiting = grants.filter(({ status }) => status === 'skipped');
    expect(waiting.length).toBeGreaterThan(0);
    for (const { error } of waiting) expect(error).toContain('budget "shared" has no money for it now');
    expect(exposure(headroom)).toBeLessThanOrEqual(money('200.00'));
  });

  it('looks at all projects that share a budget when an event names one of them, and at no others', async () => {
    const headroom = await startHeadroom(shared, policy('200.00'));
    const created = [{ 'detail-type': 'ServiceCreated', detail: { project: 'b', service: 'big' } }];
    await headroom.reconcile({ input: created });
    expect(Object.keys(maximums(headroom)).sort()).toEqual(['a/big', 'a/small', 'b/big', 'b/small']);
    const alone = await startHeadroom(shared, policy('200.00'));
    const { reads } = await alone.counted(() =>
      alone.reconcile({ input: [{ 'detail-type': 'ServiceCreated', detail: { project: 'other', service: 'alone' } }] }),
    );
    expect(Object.keys(maximums(alone))).toEqual(['other/alone']);
    expect(reads).toBe(1 + 3 + 2);
  });

  it('counts a project that cannot be read with its last reading, changes nothing in it, and still lowers others', async () => {
    const headroom = await startHeadroom(shared, policy('200.00'));
    await headroom.reconcile();
    await headroom.store.put('policy.yaml', policy('100.00'));
    const listServices: Platform['listServices'] = async (project) => {
      if (project === 'b') throw new Error('no answer');
      return headroom.ports.platform.listServices(project);
    };
    const before = maximums(headroom);
    const report = await headroom.reconcile({ ports: { platform: { ...headroom.ports.platform, listServices } } });
    expect(report.results.every(({ phase }) => phase === 'release')).toBe(true);
    const codes = report.plan?.findings.map(({ code }) => code);
    expect(codes).toContain('project-unread');
    expect(codes).not.toContain('budget-incomplete');
    expect(maximums(headroom)['b/big']).toBe(before['b/big']);
  });

  it('grants nothing where there is no price, and says which', async () => {
    const free: Scenario = { ...shared, prices: [] };
    const headroom = await startHeadroom(free, policy('200.00'));
    const { plan } = await headroom.reconcile();
    expect(Object.keys(maximums(headroom))).toEqual(['other/alone']);
    expect(plan?.findings.filter(({ code }) => code === 'price-unknown')).toHaveLength(4);
    // A platform without a price offers no dynamic sizing either, so only the plan shows the grant.
    const priced = await startHeadroom(free, policy('73.00', 'prices: { default: "0.365" }'));
    expect((await priced.reconcile()).plan?.budgets[0]).toMatchObject({
      allocatedMonthly: '73.00',
      leftMonthly: '0.00',
    });
  });

  it('counts an exempt service with what it may cost', async () => {
    const headroom = await startHeadroom(shared, policy('200.00'));
    await headroom.reconcile();
    const held = maximums(headroom)['a/small'] ?? 0;
    await headroom.control('service', {
      project: 'a',
      service: 'small',
      tags: { 'disk-autoscaler-exempt': '2026-12-31' },
    });
    const { plan } = await headroom.reconcile();
    const share = plan?.budgets[0]?.shares.find(({ project, service }) => `${project}/${service}` === 'a/small');
    expect(share).toMatchObject({ gb: held, wantGb: null });
    expect(exposure(headroom)).toBeLessThanOrEqual(money('200.00'));
  });

  it('turns the platform prices into the currency of the policy, with what they leave out', async () => {
    const prices = 'prices: { currency: EUR, exchangeRate: "0.9", factor: "1.2" }';
    const headroom = await startHeadroom(shared, policy('100.00', prices));
    const { plan } = await headroom.reconcile();
    expect(plan?.budgets[0]).toMatchObject({ currency: 'EUR', shares: [{ perGbMonth: '0.3942' }, {}, {}, {}] });
  });

  it('divides the same way on a platform that counts the whole disk', async () => {
    const headroom = await startHeadroom(shared, policy('100.00'), undefined, { profile: 'current' });
    const { plan } = await headroom.reconcile();
    expect(plan?.budgets[0]?.shares.map(({ gb }) => gb)).toEqual([92, 45, 91, 45]);
    expect((await headroom.counted(() => headroom.reconcile())).writes).toBe(0);
  });

  it('spreads what the month has left over the rest of it, where the budget counts month to date', async () => {
    const monthToDate = policy('100.00').replace('deadBandGb: 0', 'deadBandGb: 0, basis: month-to-date');
    const headroom = await startHeadroom(shared, monthToDate);
    const early = (await headroom.reconcile()).plan?.budgets[0];
    expect(early).toMatchObject({ monthly: '100.00', frozen: false });
    // Until the 30th all that is provisioned has been paid for: 14.60 a month, as nothing has grown.
    headroom.pass(28 * 24 * 60 * 60 * 1000);
    const late = (await headroom.reconcile()).plan?.budgets[0];
    expect(late?.grantableMonthly).toBe('100.00');
    // A smaller budget, of which most is spent by then, leaves less than a whole month of it would.
    await headroom.store.put('policy.yaml', monthToDate.replace('"100.00"', '"14.00"'));
    const spent = (await headroom.reconcile()).plan?.budgets[0];
    expect(spent).toMatchObject({ monthly: '14.00', frozen: true });
    expect(Number(spent?.grantableMonthly)).toBeLessThan(14);
  });

  it('follow the daily schedule: what one service gives back goes to the others of its budget', async () => {
    const headroom = await startHeadroom(shared, policy('100.00'));
    const daily = { trigger: { kind: 'schedule', by: dailyPass } };
    await headroom.reconcile({ input: daily });
    const before = maximums(headroom);
    // A service that is not managed grows by hand and uses up money of the others.
    await headroom.control('service', { project: 'b', service: 'small', tags: { 'disk-autoscaler': 'off' } });
    const report = await headroom.reconcile({ input: daily });
    expect(report.outcome).toBe('applied');
    expect(maximums(headroom)['a/small']).toBeGreaterThan(before['a/small'] ?? 0);
    expect(formatExact(exposure(headroom))).toBe(report.plan?.budgets[0]?.allocatedMonthly);
  });

  it('bound what a rule leaves to the forecast: without a history the ceiling is wanted, and the money decides', async () => {
    const withForecast = policy('100.00').replaceAll(
      /maxAdditionalGb: 300/g,
      'maxAdditionalGb: forecast, forecast: { ceilingGb: 300 }',
    );
    const headroom = await startHeadroom(shared, withForecast);
    const { plan } = await headroom.reconcile();
    expect(maximums(headroom)).toEqual({ 'a/big': 92, 'a/small': 45, 'b/big': 91, 'b/small': 45, 'other/alone': 200 });
    expect(plan?.budgets[0]?.shares[0]).toMatchObject({ wantGb: 300, gb: 92 });
    expect((await headroom.counted(() => headroom.reconcile())).writes).toBe(0);
  });
});
