import { describe, expect, it } from 'vitest';
import type { PlatformPrice } from '../../../lib/core/budget/service-price.ts';
import { subjectName } from '../../../lib/core/change/change.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import { at, integrationWith } from '../one-service.ts';
import { afterApplying, aPolicy, aService, aSnapshot, enableAll, planOf, pricedAt } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

describe('the plan as a whole', () => {
  const many = [
    aSnapshot({ project: 'b', services: [aService({ name: 'new' })] }),
    aSnapshot({
      project: 'a',
      services: [
        aService({ name: 'less', integrations: [integrationWith('l')] }),
        aService({ name: 'more', integrations: [integrationWith('m')] }),
        aService({ name: 'out', tags: { 'disk-autoscaler': 'off' }, integrations: [integrationWith('o')] }),
      ],
      endpoints: [at('l', 30, 'headroom-less'), at('m', 300, 'headroom-more'), at('o', 7, 'headroom-out')],
    }),
  ];

  it('puts every release before every grant, then orders by project, service and kind', () => {
    const { plan } = planOf(many);
    expect(plan.changes.map(({ phase, project, service, kind }) => [phase, project, service, kind].join(' '))).toEqual([
      'release a more update-endpoint',
      'release a out delete-integration',
      'release a out delete-endpoint',
      'grant a less update-endpoint',
      'grant b new create-endpoint',
      'grant b new create-integration',
    ]);
  });

  it('counts services, GB and money', () => {
    expect(planOf(many).plan.summary).toEqual({
      enable: 1,
      raise: 1,
      lower: 1,
      disable: 1,
      configure: 0,
      addedGb: 170,
      addedMonthly: '25.50',
      loweredGb: 200,
      loweredMonthly: '30.00',
      disabledGb: 7,
      disabledMonthly: '1.05',
      removedGb: 207,
      removedMonthly: '31.05',
      netGb: -37,
      netMonthly: '-5.55',
      currency: 'USD',
    });
    expect(planOf(many, { policy: aPolicy({ prices: pricedAt(null) }) }).plan.summary).toMatchObject({
      addedMonthly: null,
      removedMonthly: null,
      netGb: -37,
      netMonthly: null,
    });
  });

  it('counts search services whose configuration it changes, once each', () => {
    const options = [{ path: 'engine.action_destructive_requires_name', value: true }];
    const searchConfiguration = [{ name: 'protect', match: { project: ['*'] }, options }];
    const services = ['logs', 'products'].map((name) => aService({ name, type: 'engine', searchConfiguration: {} }));
    const policy = aPolicy({ rules: [], searchConfiguration });
    expect(planOf([aSnapshot({ services })], { policy }).plan.summary).toMatchObject({ configure: 2, addedGb: 0 });
  });

  it('has a finding for a project that could not be read, and plans nothing for it', () => {
    const unread = [{ project: 'a', error: 'PlatformForbidden', message: 'no access' }];
    const { plan } = planOf(many, { unread });
    expect(plan.changes.map(({ project }) => project)).toEqual(['b', 'b']);
    expect(plan.findings).toEqual([
      expect.objectContaining({
        code: 'project-unread',
        project: 'a',
        service: '',
        message: expect.stringContaining('no access'),
      }),
    ]);
  });

  it('has no finding for an unread project that the run was not for', () => {
    const unread = [{ project: 'c', error: 'NotListed', message: 'outside', isOutside: true as const }];
    expect(planOf(many, { unread }).plan.findings).toEqual([]);
  });

  it('adds 0.00 where it adds no GB, also without a price', () => {
    const policy = aPolicy({ rules: [enableAll(0)], prices: pricedAt(null) });
    const { plan } = planOf([aSnapshot({ services: [aService()] })], { policy });
    expect(plan.summary).toMatchObject({ enable: 1, addedGb: 0, addedMonthly: '0.00', netMonthly: '0.00' });
  });

  it('is made once and kept', () => {
    const made = planOf(many);
    expect(made.plan).toBe(made.plan);
  });

  it('judges a part of its changes as if that were the plan', () => {
    const guardrails = { ...aPolicy().guardrails, firstRun: 'propose' as const };
    const { plan, summaryOf, judge } = planOf(many, { policy: aPolicy({ guardrails }), isFirstRun: true });
    const enabling = plan.changes.filter(({ service }) => service === 'new');
    expect(summaryOf(enabling)).toMatchObject({ enable: 1, raise: 0, lower: 0, disable: 0, addedGb: 100 });
    expect(judge(enabling, true).violations).toMatchObject([{ guardrail: 'firstRun', actual: 1 }]);
    expect(judge(enabling, false).violations).toEqual([]);
  });

  it('says why a part of it waits, in the proposal too, which alone would be within the limit', () => {
    const names = Array.from({ length: 20 }, (_, at) => `s${at}`);
    const services = names.map((name) => aService({ name, integrations: [integrationWith(name)] }));
    const endpoints = names.map((name) => at(name, 5, `headroom-${name}`));
    const budget = {
      name: 'all',
      match: { project: ['*'] },
      monthly: '9000.00',
      basis: 'run-rate',
      rest: 'keep',
    } as const;
    const { plan } = planOf([aSnapshot({ services, endpoints })], {
      policy: aPolicy({
        rules: [enableAll(200)],
        budgets: [{ ...budget, deadBandGb: 0, warnPercent: 90 }],
        guardrails: { ...aPolicy().guardrails, maxGrowthPercent: 50 },
        prices: pricedAt('0.15'),
      }),
      prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
    });
    const waiting = plan.changes.filter(({ waits }) => waits === 'bounds');
    expect([plan.changes.length, waiting.length, plan.proposal?.changes.length]).toEqual([20, 10, 10]);
    expect(plan.proposal?.violations).toEqual(plan.violations);
    expect(plan.violations.map(({ guardrail }) => guardrail)).toEqual(['maxGrowthPercent']);
  });

  it('of one service counts only what it contains', () => {
    const { plan } = planOf(many, { only: { project: 'a', service: 'less' } });
    expect(plan.summary).toMatchObject({ enable: 0, raise: 1, lower: 0, disable: 0, addedGb: 70 });
  });

  it('says whether a price of the policy is missing, or only an answer', () => {
    const guardrails = { ...aPolicy().guardrails, maxAddedMonthly: '1' };
    // A budget asks for the price of a plan that services beside it have too.
    const match = { project: ['b'] };
    const budgets = [
      {
        name: 'b',
        match,
        monthly: '100',
        basis: 'run-rate' as const,
        rest: 'share' as const,
        deadBandGb: 0,
        warnPercent: 90,
      },
    ];
    const said = (perGbMonth: string | null, answer: PlatformPrice | string | null) =>
      planOf(many, {
        policy: aPolicy({ guardrails, budgets, prices: pricedAt(perGbMonth) }),
        prices: platformPrices([['pg/startup-4/aws-eu-west-1', answer]]),
      }).plan.violations[0]?.message;
    expect(said(null, null)).toMatch(/set prices.default in the policy\.$/);
    expect(said('0.15', { kind: 'denied-once' })).toMatch(/wait for a run that gets the price\.$/);
  });

  it('orders endpoints that deleted services left by their names', () => {
    const endpoints = [at('e1', 10, 'headroom-late'), at('e2', 10, 'headroom-early')];
    expect(planOf([aSnapshot({ endpoints })]).plan.changes.map((change) => subjectName(change))).toEqual([
      'headroom-early',
      'headroom-late',
    ]);
  });

  it('orders removals of one service by their ids, in whatever order the platform lists them', () => {
    const doubled = [integrationWith('e1', 'i2'), integrationWith('e1', 'i1')];
    const given = {
      policy: aPolicy({ rules: [{ name: 'off', match: { project: ['*'] }, effect: 'disable' as const }] }),
    };
    const digest = (integrations: typeof doubled) => {
      const snapshot = aSnapshot({ services: [aService({ integrations })], endpoints: [at('e1', 100)] });
      return planOf([snapshot], given).plan.digest;
    };
    expect(digest(doubled)).toBe(digest(doubled.toReversed()));
  });

  it('refuses two snapshots of one project', () => {
    expect(() => planOf([aSnapshot(), aSnapshot()])).toThrow('project shop-prod has two snapshots');
  });

  it('says nothing, observe, needs-approval or apply', () => {
    const guardrails = { ...aPolicy().guardrails, maxChanges: 3 };
    const verdict = (policy: Partial<Policy>) => planOf(many, { policy: aPolicy(policy) }).plan.verdict;
    expect(verdict({})).toBe('apply');
    expect(verdict({ mode: 'observe' })).toBe('observe');
    expect(verdict({ mode: 'stop' })).toBe('observe');
    expect(verdict({ guardrails })).toBe('needs-approval');
    expect(verdict({ mode: 'observe', guardrails })).toBe('observe');
    expect(planOf([]).plan.verdict).toBe('nothing');
  });

  it('the digest names what is written, not why: it outlives other words and changes with every number', () => {
    const digest = (policy: Partial<Policy>) => planOf(many, { policy: aPolicy(policy) }).plan.digest;
    expect(digest({ rules: [{ ...enableAll(100), name: 'other words' }] })).toBe(digest({}));
    expect(digest({ rules: [enableAll(101)] })).not.toBe(digest({}));
    expect(planOf([]).plan.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('carried out, leaves nothing more to do', () => {
    const { plan } = planOf(many);
    expect(planOf(afterApplying(many, plan.changes)).plan).toMatchObject({ verdict: 'nothing', changes: [] });
  });
});
