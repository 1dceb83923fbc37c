import { describe, expect, it } from 'vitest';
import { additional, anEndpoint, aPolicy, aService, pricedAt } from '../organization.ts';
import { budget, type Given, gb, planned, prices, reasonsOf, sale, sizeAfter } from './planned-preparations.ts';

describe('a preparation', () => {
  it('offers the smallest disk that has the free space, with its price, and always needs an approval', () => {
    const { changes, summary, verdict, violations } = planned().plan;
    expect(changes).toMatchObject([{ kind: 'resize-disk', phase: 'grant', fromMb: 100 * gb, toMb: 160 * gb }]);
    expect(changes[0]?.reasons).toEqual([
      {
        source: 'prepare',
        text: 'Adds 60 GB with a rolling restart: "sale" asks for 100 GB of free space before 2030-06-20, and 40 GB are free. Costs 9.00 USD a month.',
      },
    ]);
    expect(summary).toMatchObject({ prepare: 1, preparedGb: 60, preparedMonthly: '9.00', addedGb: 0 });
    expect([verdict, violations.map(({ guardrail }) => guardrail)]).toEqual(['needs-approval', ['resize']]);
  });

  it('counts percent of the present disk, and goes by the entry that asks for most', () => {
    expect(sizeAfter({ entries: [{ ...sale, room: { percent: 85 } }] })).toBe(150);
    const more = { ...sale, name: 'more', room: { gb: 150 } };
    expect(sizeAfter({ entries: [sale, more] })).toBe(210);
    expect(sizeAfter({ entries: [more, sale] })).toBe(210);
  });

  it.each([
    ['on the first moment of its lead time', '2030-06-13T00:00:00Z', 160],
    ['just before that', '2030-06-12T23:59:59Z', undefined],
    ['just before the load', '2030-06-19T23:59:59Z', 160],
    ['when the load begins', '2030-06-20T00:00:00Z', undefined],
  ])('is offered from the lead time until the load: %s', (_, now, size) => {
    expect(sizeAfter({ now })).toBe(size);
  });

  it('never goes beyond the maximum of the autoscaler or the largest disk of the plan, and says what part fits', () => {
    expect(sizeAfter({ maximumGb: 55 })).toBe(130);
    expect(planned({ maximumGb: 55 }).plan.changes[0]?.reasons[0]?.text).toContain(
      'Only 70 GB will be free, because of the maximum of its autoscaler.',
    );
    const capped = { planCapMb: new Map([['pg/startup-4', 120 * gb]]) };
    expect(sizeAfter(capped)).toBe(120);
    expect(planned(capped).plan.changes[0]?.reasons[0]?.text).toContain('because of the largest disk of its plan.');
  });

  it('pays from the budget of the service, and stays away where the budget has no such money', () => {
    const inBudget = (monthly: string): Given => ({
      policy: aPolicy({ prepare: [sale], budgets: [budget(monthly)] }),
      prices,
    });
    // 20 GB are provisioned for 3.00, and the growth costs 9.00.
    expect(sizeAfter(inBudget('12.00'))).toBe(160);
    expect(sizeAfter(inBudget('11.99'))).toBeUndefined();
    expect(reasonsOf(inBudget('11.99'))).toEqual([
      'Not prepared: the growth costs 9.00 USD a month, and budget "shop" has 8.99 USD left.',
    ]);
  });

  it('needs a price where a budget has to pay', () => {
    const policy = aPolicy({ prepare: [sale], prices: pricedAt(null) });
    expect(planned({ policy }).plan.changes[0]?.reasons[0]?.text).toContain('The cost is unknown: no price is known.');
    const given = { policy: { ...policy, budgets: [budget('1000')] }, prices };
    expect([sizeAfter(given), reasonsOf(given)]).toEqual([
      undefined,
      ['Not prepared: no price is known, so budget "shop" cannot be shown to pay for it.'],
    ]);
  });

  it('offers nothing from a budget whose prices are not known yet, and asks for them', () => {
    const policy = aPolicy({ prepare: [sale], budgets: [budget('1000')] });
    expect([sizeAfter({ policy }), reasonsOf({ policy }), planned({ policy }).priceNeeds.length]).toEqual([
      undefined,
      ['Not prepared: sizes or prices of budget "shop" are not known yet; run this again.'],
      1,
    ]);
  });

  it('counts the growth of one disk before that of the next in the same budget', () => {
    const service = { diskMb: 100 * gb, integrations: [{ id: 'integration-1', endpointId: 'endpoint-1' }] };
    const { changes, findings } = planned({
      policy: aPolicy({ prepare: [sale], budgets: [budget('15.00')] }),
      prices,
      snapshot: {
        services: [aService(service), aService({ name: 'billing', ...service, integrations: [] })],
        endpoints: [anEndpoint({ maximum: additional(300) })],
      },
    }).plan;
    expect(changes.map((change) => change.service)).toEqual(['orders']);
    expect(findings.map(({ code, service: name }) => [code, name])).toEqual([['not-prepared', 'billing']]);
  });

  it('asks for sizes and price first, and measures only disks that a load concerns', () => {
    const { needs, priceNeeds } = planned({ planDiskMb: new Map() });
    expect([needs.length, priceNeeds.length]).toEqual([1, 1]);
    const measured = (given: Given) => planned(given).toMeasure.map(({ service }) => service);
    expect(measured({ measuredDaysAgo: 1 })).toEqual(['orders']);
    expect(measured({})).toEqual([]);
    expect(measured({ measuredDaysAgo: 1, entries: [] })).toEqual([]);
  });

  it('waits in every freeze, and only observes in mode observe', () => {
    const freeze = { reason: 'sale', untilMs: 0, isUnreadable: false, allow: ['enable', 'raise'] } as const;
    const { changes, freeze: held } = planned({ freeze }).plan;
    expect([changes, held?.waiting.map(({ kind }) => kind)]).toEqual([[], ['resize-disk']]);
    expect(planned({ policy: aPolicy({ prepare: [sale], mode: 'observe' }) }).plan.verdict).toBe('observe');
  });
});

describe('a plan that applies the policy', () => {
  const duesIn = (given: Given) => {
    const { changes, findings } = planned({ prepare: undefined, ...given }).plan;
    expect(changes.filter(({ kind }) => kind === 'resize-disk')).toEqual([]);
    return findings.filter(({ code }) => code === 'preparation-due').map(({ message }) => message);
  };

  it('writes nothing for a load, and reports the missing space with the command', () => {
    expect(duesIn({})).toEqual([
      '"sale" asks for 100 GB of free space before 2030-06-20, and 40 GB are free. To grow the disk: headroom prepare shop-prod/orders',
    ]);
  });

  it('reports free space that is unknown, and none that is there or not asked for yet', () => {
    expect(duesIn({ usedGb: null })[0]).toContain('and its free space is unknown.');
    expect(duesIn({ measuredDaysAgo: 3 })[0]).toContain('and its free space is unknown.');
    expect(duesIn({ service: { diskMb: 160 * gb } })).toEqual([]);
    expect(duesIn({ now: '2030-06-12T00:00:00Z' })).toEqual([]);
    expect(duesIn({ now: '2030-06-20T00:00:00Z' })).toEqual([]);
    expect(duesIn({ service: { tags: { 'disk-autoscaler-exempt': '2030-12-31' } } })).toEqual([]);
  });
});
