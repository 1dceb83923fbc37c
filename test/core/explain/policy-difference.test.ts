import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beforeAndAfter, differenceLine, policyDifference } from '../../../lib/core/explain/policy-difference.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import { anEndpoint, aPolicy, aService, aSnapshot, planOf, pricedAt } from '../organization.ts';

const services = ['gains', 'loses', 'more', 'less', 'same', 'off'].map((name) =>
  aService({ name, tags: { of: name } }),
);
const snapshots = [aSnapshot({ services })];

const rule = (of: string, maxAdditionalGb: number): Rule => ({
  name: `${of} ${maxAdditionalGb}`,
  match: { tags: { of: [of] } },
  effect: 'enable',
  maxAdditionalGb,
});
const disable = (of: string): Rule => ({ name: `no ${of}`, match: { tags: { of: [of] } }, effect: 'disable' });

const planBy = (rules: readonly Rule[], price: string | null = '0.15') =>
  planOf(snapshots, { policy: aPolicy({ rules, prices: pricedAt(price) }) });

const before = [rule('loses', 100), rule('more', 100), rule('less', 100), rule('same', 100), rule('off', 10)];
const after = [rule('gains', 40), rule('more', 150), rule('less', 90), rule('same', 100), disable('off')];

describe('the difference of two policies', () => {
  it('lists who gains, is raised, is lowered and loses, with rules, GB and exact money', () => {
    const difference = policyDifference(planBy(before), planBy(after));
    expect(difference.services.map((one) => [one.move, one.service, one.fromGb, one.toGb, one.monthly])).toEqual([
      ['gained', 'gains', 0, 40, '6.00'],
      ['raised', 'more', 100, 150, '7.50'],
      ['lowered', 'less', 100, 90, '-1.50'],
      ['lost', 'loses', 100, 0, '-15.00'],
      ['lost', 'off', 10, 0, '-1.50'],
    ]);
    expect(difference.services.map(({ fromRule, toRule, effect }) => [fromRule, toRule, effect]).slice(3)).toEqual([
      ['loses 100', '', 'ignore'],
      ['off 10', 'no off', 'disable'],
    ]);
    expect(differenceLine(difference)).toBe(
      'Policy: 1 gained, 1 raised (+90 GB, +13.50 USD a month), 1 lowered, 2 lost (-120 GB, -18.00 USD a month); ' +
        'net -30 GB, -4.50 USD a month.',
    );
  });

  it('says what all maximums together cost a month before and after, also those that stay', () => {
    const difference = policyDifference(planBy(before), planBy(after));
    expect(difference.summary).toMatchObject({ fromMonthly: '61.50', toMonthly: '57.00' });
    expect(beforeAndAfter(difference)).toBe(
      'A month, if every disk grows to its maximum: 61.50 USD before, 57.00 USD after.',
    );
    const unknown = policyDifference(planBy([], null), planBy(after, null));
    expect(beforeAndAfter(unknown)).toContain(': 0.00 USD before, unknown after (a price is missing).');
  });

  it.each([
    ['cannot have the autoscaler', { state: 'POWEROFF' as const }],
    ['has an autoscaler of someone else', { integrations: [{ id: 'i', endpointId: 'e' }] }],
  ])('does not count a service that %s', (_, given) => {
    const endpoints = [anEndpoint({ id: 'e', name: 'finance' })];
    const snapshot = aSnapshot({ services: [aService(given)], endpoints });
    const by = (rules: readonly Rule[]) => planOf([snapshot], { policy: aPolicy({ rules }) });
    const enabling: Rule = { name: 'all', match: { project: ['*'] }, effect: 'enable', maxAdditionalGb: 100 };
    expect(policyDifference(by([]), by([enabling])).services).toEqual([]);
  });

  it('has no sum of money if a price is unknown', () => {
    const { summary } = policyDifference(planBy(before, null), planBy(after, null));
    expect(summary).toMatchObject({
      addedGb: 90,
      addedMonthly: null,
      removedMonthly: null,
      netGb: -30,
      netMonthly: null,
    });
  });

  it('shows a change of the mode, also where no service differs', () => {
    const observing = planOf(snapshots, { policy: aPolicy({ mode: 'observe' }) });
    const { mode, services: moved } = policyDifference(observing, planOf(snapshots));
    expect([mode, moved]).toEqual([{ from: 'observe', to: 'enforce' }, []]);
  });

  it('is nothing between equal policies, and the other way round its opposite', () => {
    const names = services.map(({ name }) => name);
    const rules = fc.uniqueArray(fc.record({ of: fc.constantFrom(...names), gb: fc.constantFrom(0, 10, 50, 120) }), {
      selector: ({ of }) => of,
    });
    const made = rules.map((chosen) => planBy(chosen.map(({ of, gb }) => (gb === 0 ? disable(of) : rule(of, gb)))));
    fc.assert(
      fc.property(made, made, (one, other) => {
        expect(policyDifference(one, one).services).toEqual([]);
        const [there, back] = [policyDifference(one, other).summary, policyDifference(other, one).summary];
        expect([there.gained, there.raised, there.addedGb, there.addedMonthly, there.netGb]).toEqual([
          back.lost,
          back.lowered,
          back.removedGb,
          back.removedMonthly,
          0 - back.netGb,
        ]);
      }),
      { numRuns: 30 },
    );
  });
});
