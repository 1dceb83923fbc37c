import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../../lib/core/forecast/forecasts.ts';
import type { Service } from '../../../../lib/core/model/model.ts';
import type { Budget, Policy } from '../../../../lib/core/model/policy-document.ts';
import { storageBudget } from '../../a-budget.ts';
import { aPolicy, aService, aSnapshot, enableAll, planDiskMb, planOf, today } from '../../organization.ts';
import { platformPrices } from '../../platform-prices.ts';

const gb = 1024;
const day = Math.floor(Date.parse(today) / 86_400_000);
const days = Array.from({ length: 61 }, (_, back) => day - 60 + back);

/** A disk of 80 GB that grew by so many GB a day, to 60 GB today. */
const grown = (name: string, perDay: number) => ({
  name,
  lastDay: day,
  provisioned: [[day - 60, 80 * gb]] as [number, number][],
  used: days.map((on): [number, number] => [on, (60 - perDay * (day - on)) * gb]),
  measuredDay: day,
});

const budgetOf = (name: string, match: Budget['match']): Budget => ({
  ...storageBudget('1000.00', 'keep'),
  name,
  match,
});

const replica = { name: 'replica', replicaOf: { project: null, service: 'primary' } };

const planned = (services: readonly Partial<Service>[], policy: Partial<Policy> = {}) => {
  const snapshot = aSnapshot({ services: services.map(aService) });
  const histories = new Map([
    [snapshot.project, { days, services: [grown('primary', 0.9), grown('replica', 0), grown('fork', 0)] }],
  ]);
  return planOf([snapshot], {
    policy: aPolicy({ rules: [enableAll(500)], budgets: [budgetOf('all', { project: ['*'] })], ...policy }),
    prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
    planCapMb: new Map(),
    forecasts: makeForecasts({
      histories,
      services: snapshot.services.map((one) => ({ ...one, project: snapshot.project })),
      planDiskMb,
      today: day,
    }),
  }).plan;
};

type Planned = ReturnType<typeof planned>;
const gbOf = ({ budgets }: Planned, name: string) =>
  budgets.flatMap(({ shares }) => shares).find(({ service }) => service === name)?.gb;

describe('a read replica', () => {
  it('gets at least what its primary needs, and not its maximum', () => {
    const plan = planned([{ name: 'primary' }, replica]);
    expect(gbOf(plan, 'primary')).toBeGreaterThan(8);
    expect(gbOf(plan, 'replica')).toBe(gbOf(plan, 'primary'));
    expect(gbOf(planned([{ name: 'primary' }, { name: 'replica' }]), 'replica')).toBeLessThan(8);
  });

  it.each<[string, Partial<Service>[], Partial<Policy>]>([
    ['is unknown', [replica], {}],
    ['is off', [{ name: 'primary', state: 'POWEROFF' }, replica], {}],
    [
      'has another budget',
      [{ name: 'primary' }, replica],
      { budgets: [budgetOf('primary', { service: ['primary'] }), budgetOf('all', { project: ['*'] })] },
    ],
  ])('gets what it needs itself where its primary %s', (_, services, policy) => {
    expect(gbOf(planned(services, policy), 'replica')).toBe(gbOf(planned([{ name: 'replica' }]), 'replica'));
  });
});

describe('a fork that copied the tags of its source', () => {
  const source = { name: 'primary', tags: { team: 'orders' } };
  const fork = {
    name: 'fork',
    tags: { team: 'orders' },
    createdAt: `${today}T08:00:00.000Z`,
    forkOf: { project: null, service: 'primary' },
  };
  const fixed: Partial<Policy> = { budgets: [] };
  const maximumOf = ({ decisions }: Planned) => decisions.find(({ service }) => service === 'fork')?.maxAdditionalGb;
  const copies = ({ findings }: Planned) => findings.filter(({ code }) => code === 'fork-copies-tags');

  it('gets no more than it needs, with a finding', () => {
    const plan = planned([source, fork], fixed);
    expect(maximumOf(plan)).toBe(6);
    expect(copies(plan)).toEqual([
      expect.objectContaining({
        service: 'fork',
        message:
          'A fork with all tags of shop-prod/primary gets no more than it needs, 6 GB, through 2030-06-22 or until one of its tags changes.',
      }),
    ]);
  });

  it.each<[string, Partial<Service>]>([
    ['one of its tags changed', { tags: { team: 'tests' } }],
    ['a week passed', { createdAt: '2030-06-07T08:00:00.000Z' }],
    ['it is no fork', { forkOf: undefined }],
    ['its source is unknown', { forkOf: { project: null, service: 'gone' } }],
  ])('gets what its rule gives once %s', (_, given) => {
    const plan = planned([source, { ...fork, ...given }], fixed);
    expect([maximumOf(plan), copies(plan)]).toEqual([500, []]);
  });
});
