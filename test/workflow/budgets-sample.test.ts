import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatExact } from '../../lib/core/model/money.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { exposure, money, watched } from './budget-world.ts';
import { startWorld } from './world.ts';

it.each([
  ['ample', '4000.00', false],
  ['tight', '150.00', false],
  ['below what is provisioned', '1.00', true],
])(
  'a budget of the sample organization that is %s holds after every write, to the last decimal',
  async (_, monthly, frozen) => {
    const text = readFileSync('docs/policies/budget.yaml', 'utf8')
      .replace('"650.00"', `"${monthly}"`)
      .replace('"730.00"', '"9999.00"');
    const world = await startWorld(sampleOrganization(), text);
    const plan = (await world.reconcile({ input: { trigger: { kind: 'manual', by: 'a look' }, readOnly: true } })).plan;
    const budget = plan?.budgets.find(({ name }) => name === 'production storage');
    const prices = new Map(
      budget?.shares.map(({ project, service, perGbMonth }) => [`${project}/${service}`, money(perGbMonth ?? '')]),
    );
    const limit = frozen ? money(budget?.floorMonthly ?? '') : money(monthly);
    const priceOf = (place: string) => prices.get(place) ?? 0n;
    const { platform, most } = watched(world, { priceOf });
    const report = await world.reconcile({ ports: { platform } });
    expect(most()).toBeLessThanOrEqual(limit);
    expect(report.plan?.budgets[0]).toMatchObject({ name: 'production storage', frozen });
    expect(formatExact(exposure(world, priceOf))).toBe(report.plan?.budgets[0]?.allocatedMonthly);
    const next = await world.counted(() => world.reconcile());
    expect({ outcome: next.result.outcome, writes: next.writes }).toEqual({ outcome: 'nothing', writes: 0 });
  },
);

it('the example budget leaves no service of the sample organization without an autoscaler that can have one', async () => {
  const text = readFileSync('docs/policies/budget.yaml', 'utf8');
  const world = await startWorld(sampleOrganization(), text);
  const { outcome, plan, coverage } = await world.reconcile();
  expect(outcome).toBe('applied');
  const codes = plan?.findings.map(({ code }) => code) ?? [];
  expect(codes.filter((code) => code === 'budget-gives-nothing' || code === 'disk-fills-up')).toEqual([]);
  const production = plan?.budgets.find(({ name }) => name === 'production storage');
  const second = production?.shares.filter(({ atLeastGb }) => atLeastGb !== null && atLeastGb > 0) ?? [];
  expect(second.length).toBe(8);
  for (const { gb } of second) expect(gb).toBeGreaterThanOrEqual(150);
  expect(coverage?.protection?.eligibleNotYet).toBe(0);
});
