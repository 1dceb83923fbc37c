import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import { dayOf, type ServiceHistory } from '../../../lib/core/forecast/project-history.ts';
import type { Finding } from '../../../lib/core/model/decision.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import type { Budget, Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { storageBudget } from '../a-budget.ts';
import { aPolicy, aService, aSnapshot, enableAll, planDiskMb, planOf, pricedAt, today } from '../organization.ts';
import { platformPrices } from '../platform-prices.ts';

const gb = 1024;
const now = dayOf(Date.parse(today));

const budget = (monthly: string): Budget => ({ ...storageBudget(monthly), warnPercent: 90 });

/** Use of a disk of 80 GB that ended at so many GB, so many days ago, having grown evenly over so many days. */
const used = (name: string, endGb: number, { perDay = 1, days = 30, ago = 0 } = {}): ServiceHistory => ({
  name,
  lastDay: now,
  provisioned: [[now - 60, 80 * gb]],
  used: Array.from({ length: days }, (_, back) => days - 1 - back).map((back): [number, number] => [
    now - ago - back,
    Math.round((endGb - perDay * back) * gb),
  ]),
  measuredDay: now - ago,
});

interface Given {
  readonly services?: readonly Partial<Service>[];
  readonly histories?: readonly ServiceHistory[];
  readonly monthly?: string;
  readonly policy?: Partial<Policy>;
  readonly given?: Partial<PlanInput>;
}

/** Tier 1 has service `first`, which was never measured and needs one step of 7 GB; all others are of tier 2. A GB costs 0.50. */
const rules = [
  { ...enableAll(100), name: 'databases', match: { service: ['first'] }, priority: 1 },
  { ...enableAll(100), name: 'rest', priority: 2 },
];

const planned = ({
  services = [{ name: 'first' }, { name: 'logs' }],
  histories = [],
  monthly = '3.50',
  ...more
}: Given) => {
  const snapshot = aSnapshot({ services: services.map(aService) });
  const days = Array.from({ length: 61 }, (_, back) => now - 60 + back);
  const limited = snapshot.services.map((each) => ({ ...each, project: snapshot.project }));
  return planOf([snapshot], {
    policy: aPolicy({ rules, budgets: [budget(monthly)], prices: pricedAt('0.50'), ...more.policy }),
    prices: platformPrices([['pg/startup-4/aws-eu-west-1', null]]),
    planCapMb: new Map([['pg/startup-4', 800 * gb]]),
    forecasts: makeForecasts({
      histories: new Map([[snapshot.project, { days, services: [...histories] }]]),
      services: limited,
      planDiskMb,
      today: now,
    }),
    ...more.given,
  });
};

const isOfStarvedDisk = ({ service, details }: Finding): boolean => service !== '' && details?.budget !== undefined;
const filling = (given: Given): Finding[] => planned(given).plan.findings.filter(isOfStarvedDisk);
const levels = (given: Given) => filling(given).map(({ service, subject }) => `${service} ${subject}`);

describe('a disk that fills up while its budget does not meet its need', () => {
  it('has a finding some days before it is full, urgent from 7 days on, and when it is full', () => {
    const ends = (endGb: number, more = {}) => levels({ histories: [used('logs', endGb, more)] });
    expect(ends(40)).toEqual([]);
    expect(ends(60)).toEqual(['logs soon']);
    expect(ends(75)).toEqual(['logs fills']);
    expect(ends(79.4)).toEqual(['logs fills']);
    expect(ends(80)).toEqual(['logs 100 %']);
    // Too few measurements say nothing of the days to come, but how full it is all the same.
    expect(ends(75, { days: 1 })).toEqual(['logs fills']);
  });

  it('says how full it is, when it will be full, what it gets of its need, and what would do', () => {
    const [finding] = filling({ histories: [used('logs', 74, { days: 60 })] });
    expect(finding?.message).toMatch(
      /^The disk is 93 % full \(80 GB\) and will be full in 6 \(\d–\d+\) days; budget "storage" gives it 0 of the \d+ GB that it needs\. Raise the budget by \d+\.(00|50) USD a month, enough for all its disks, or free space\.$/,
    );
    expect(finding).toMatchObject({
      project: 'shop-prod',
      service: 'logs',
      details: {
        budget: 'storage',
        percent: 93,
        days: 6,
        raiseMonthly: expect.stringMatching(/^\d+\.\d\d$/),
        currency: 'USD',
      },
    });
  });

  it('has no finding after its remedy, and neither has any other disk of the budget', () => {
    const services = [{ name: 'first' }, { name: 'logs' }, { name: 'metrics' }, { name: 'small' }];
    const histories = [used('logs', 78), used('metrics', 80, { perDay: 2 }), used('small', 10, { perDay: 0 })];
    const [logs, metrics] = filling({ services, histories });
    const { raiseMonthly = '' } = logs?.details ?? {};
    expect(metrics?.details?.raiseMonthly).toBe(raiseMonthly);
    const raised = planned({ services, histories, monthly: (3.5 + Number(raiseMonthly)).toFixed(2) }).plan.findings;
    expect(raised.filter((one) => isOfStarvedDisk(one) || one.code === 'budget-short')).toEqual([]);
  });

  it('is in one finding of the budget, with all of its disks, from when on, and the sum', () => {
    const services = [{ name: 'first' }, { name: 'logs' }, { name: 'metrics' }];
    const histories = [used('logs', 78), used('metrics', 60, { perDay: 3 })];
    const [short, ...more] = planned({ services, histories }).plan.findings.filter(
      ({ code }) => code === 'budget-short',
    );
    expect(more).toEqual([]);
    expect(short?.message).toMatch(
      /^Budget "storage" does not reach for the needs of 2 disks, the first may be full today: shop-prod\/logs, shop-prod\/metrics\. Raise the budget by \d+\.\d\d USD a month, /,
    );
    expect(short).toMatchObject({ project: '', subject: 'storage', details: { disks: 2 } });
    const [later] = planned({ services, histories: [used('logs', 74, { days: 60 })] }).plan.findings.filter(
      ({ code }) => code === 'budget-short',
    );
    expect(later?.message).toMatch(/, the first may be full in \d days: shop-prod\/logs, /);
  });

  it('is said to cost more than the budget pays where provisioned disks alone do', () => {
    const grown = [{ name: 'first', diskMb: 170 * gb }, { name: 'logs' }];
    const [frozen] = filling({ services: grown, histories: [used('logs', 80)], monthly: '10.00' });
    expect(frozen?.message).toContain('budget "storage" pays less than the disks already provisioned cost.');
  });

  it('says why where nothing can be granted at all: without a price, or while a project cannot be read', () => {
    const histories = [used('logs', 80)];
    const services = [{ name: 'logs' }];
    const [unpriced] = filling({ services, histories, policy: { prices: pricedAt(null) } });
    expect(unpriced?.message).toMatch(
      /^The disk is 100 % full \(80 GB\); budget "storage" gives it no room\. Its additional storage has no price .* Add one under prices in the policy\. Free space on the disk meanwhile\.$/,
    );
    const unread = [{ project: 'other', error: 'E', message: 'm' }];
    const [withheld] = filling({ services, histories, given: { unread } });
    expect(withheld?.message).toContain('grants nothing now: other could not be read');
    expect([unpriced, withheld].map((finding) => finding?.details?.raiseMonthly)).toEqual([undefined, undefined]);
  });

  it('says today instead of a range that begins and ends today', () => {
    const [now] = filling({ histories: [used('logs', 79.6)] });
    expect(now?.message).toMatch(/^The disk is 99 % full \(80 GB\) and will be full today; budget /);
  });

  it('says that a disk may be full today instead of a range that begins today', () => {
    const [soon] = filling({ histories: [used('logs', 78, { days: 4, perDay: 6 })] });
    expect(soon?.message).toMatch(/^The disk is 98 % full \(80 GB\) and may be full today; budget /);
  });

  it('says when its use was measured, if that is longer ago than yesterday', () => {
    const measured = (ago: number) => filling({ histories: [used('logs', 75, { ago })] })[0]?.message;
    expect(measured(1)).toMatch(/^The disk is 94 % full \(80 GB\) and will be full in 4 /);
    expect(measured(5)).toMatch(
      /^The disk was 94 % full at its last measurement 5 days ago \(80 GB\) and will be full today; /,
    );
  });

  it('is urgent as many days before as the policy says, and reported from a use of its own', () => {
    const warned = (endGb: number, warnings: Policy['warnings']) =>
      planned({ histories: [used('logs', endGb)], policy: { warnings } })
        .plan.findings.filter(({ code }) => code === 'disk-fills-up' || code === 'disk-full')
        .map(({ service, subject }) => `${service} ${subject}`);
    expect(warned(74, { urgentDays: 0 })).toEqual(['logs soon']);
    expect(warned(70, { urgentDays: 14 })).toEqual(['logs fills']);
    expect(warned(40, { urgentDays: 7, usedPercent: 50 })).toEqual(['logs soon']);
    expect(warned(39, { urgentDays: 7, usedPercent: 50 })).toEqual([]);
  });
});

describe('services that a budget leaves without room', () => {
  const starved = (given: Given) => planned(given).starved.map(({ service }) => service);

  it('are those whose need is not met, whether or not their disks fill up', () => {
    expect(starved({})).toEqual(['logs']);
    expect(starved({ monthly: '7.00' })).toEqual([]);
    expect(starved({ monthly: '0.00' })).toEqual(['first', 'logs']);
  });

  it('are not those that have all that policy wants them to have, also while the budget grants nothing', () => {
    const unread = [{ project: 'other', error: 'E', message: 'm' }];
    const grown = { name: 'logs', diskMb: 180 * gb };
    expect(starved({ services: [grown], monthly: '90.00', given: { unread } })).toEqual([]);
    expect(starved({ services: [{ ...grown, diskMb: 179 * gb }], given: { unread } })).toEqual(['logs']);
  });

  it('are not those that policy leaves alone, exempts or turns off, or that cannot have the autoscaler', () => {
    const others: Partial<Service>[] = [
      { name: 'first' },
      { name: 'cache', type: 'valkey' },
      { name: 'exempt', tags: { 'disk-autoscaler-exempt': '2031-01-01' } },
      { name: 'off', tags: { 'disk-autoscaler': 'off' } },
      { name: 'stopped', state: 'POWEROFF' },
      { name: 'zero', tags: { 'disk-autoscaler-max-gb': '0' } },
    ];
    const planDisks = new Map([...planDiskMb, ['valkey/startup-4', 80 * gb]]);
    const prices = platformPrices([
      ['pg/startup-4/aws-eu-west-1', null],
      ['valkey/startup-4/aws-eu-west-1', null],
    ]);
    expect(starved({ services: others, given: { planDiskMb: planDisks, prices } })).toEqual([]);
  });
});
