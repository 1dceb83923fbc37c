import { describe, expect, it } from 'vitest';
import { allocate, type Claim } from '../../../lib/core/budget/budget.ts';
import { guaranteeFindings } from '../../../lib/core/budget/findings.ts';
import { parseMoney } from '../../../lib/core/model/money.ts';
import type { Budget } from '../../../lib/core/model/policy-document.ts';

const money = (text: string) => parseMoney(text) ?? -1n;

const budget: Budget = {
  name: 'production',
  match: { project: ['*'] },
  monthly: '650.00',
  basis: 'run-rate',
  deadBandGb: 0,
  warnPercent: 90,
};

/** Services of a tier that want 800 GB each, at 0.15 a GB. */
const tier = (priority: number, count: number, more: Partial<Claim> = {}): Claim[] =>
  Array.from({ length: count }, (_, at) => ({
    project: `p-${priority}`,
    service: `s-${at}`,
    floorGb: 0,
    wantGb: 800,
    atLeastGb: 0,
    price: money('0.15'),
    priority,
    weight: 1,
    ...more,
  }));

const findings = (claims: readonly Claim[], monthly = '650.00') =>
  guaranteeFindings(budget, 'USD', allocate(money(monthly), claims));

describe('a budget that its guarantees use up', () => {
  it('has one finding, however many services get nothing', () => {
    const claims = [...tier(1, 87), ...tier(2, 100, { atLeastGb: 150 })];
    expect(findings(claims)).toEqual([
      {
        code: 'guarantees-exceed-budget',
        project: '',
        service: '',
        subject: 'production',
        message:
          'The guarantees (atLeastGb) of tier 2 and the disks already provisioned cost 2250.00 USD a month; budget "production" has 650.00. Guarantees come before tiers, so 87 services of tier 1 can add nothing, whatever the priority. Raise the budget, lower these guarantees, or give the first tier one of its own.',
        details: { budget: 'production', monthly: '650.00', guaranteedMonthly: '2250.00', services: 87 },
      },
    ]);
  });

  it('names every tier that guarantees, and every tier that gets nothing', () => {
    const claims = [
      ...tier(1, 1),
      ...tier(2, 40, { atLeastGb: 150 }),
      ...tier(3, 40, { atLeastGb: 150 }),
      ...tier(4, 1),
    ];
    const [finding] = findings(claims);
    expect(finding?.message).toContain('(atLeastGb) of tiers 2 and 3 and the disks');
    expect(finding?.message).toContain('2 services of tiers 1 and 4 can add nothing');
  });

  it('says so where every service has a guarantee, too', () => {
    const [finding] = findings([...tier(1, 50, { atLeastGb: 100 }), ...tier(2, 50, { atLeastGb: 100 })]);
    expect(finding?.message).toContain(
      'no service gets more than its guarantee. Raise the budget, or lower these guarantees.',
    );
    expect(finding?.details).toMatchObject({ services: 0 });
  });

  it('has none while the money pays for all guarantees, or where provisioned disks alone exceed it', () => {
    expect(findings([...tier(1, 87), ...tier(2, 20, { atLeastGb: 150 })])).toEqual([]);
    expect(findings([...tier(1, 87), ...tier(2, 87)])).toEqual([]);
    expect(findings(tier(1, 10, { floorGb: 700, atLeastGb: 750 }))).toEqual([]);
  });
});
