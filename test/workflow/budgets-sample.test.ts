import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatExact } from '../../lib/core/model/money.ts';
import type { Scenario } from '../../lib/platform/index.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { startHeadroom } from './local-headroom.ts';
import { organizationOf, pg } from './scenarios.ts';
import { exposure, money, watched } from './shared-budget.ts';

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
    const headroom = await startHeadroom(sampleOrganization(), text);
    const plan = (await headroom.reconcile({ input: { trigger: { kind: 'manual', by: 'a look' }, readOnly: true } }))
      .plan;
    const budget = plan?.budgets.find(({ name }) => name === 'production storage');
    const prices = new Map(
      budget?.shares.map(({ project, service, perGbMonth }) => [`${project}/${service}`, money(perGbMonth ?? '')]),
    );
    const limit = frozen ? money(budget?.floorMonthly ?? '') : money(monthly);
    const priceOf = (place: string) => prices.get(place) ?? 0n;
    const { platform, most } = watched(headroom, { priceOf });
    const report = await headroom.reconcile({ ports: { platform } });
    expect(most()).toBeLessThanOrEqual(limit);
    expect(report.plan?.budgets[0]).toMatchObject({ name: 'production storage', frozen });
    expect(formatExact(exposure(headroom, priceOf))).toBe(report.plan?.budgets[0]?.allocatedMonthly);
    const next = await headroom.counted(() => headroom.reconcile());
    expect({ outcome: next.result.outcome, writes: next.writes }).toEqual({ outcome: 'nothing', writes: 0 });
  },
);

it('the example budget leaves no service of the sample organization without an autoscaler that needs one', async () => {
  const text = readFileSync('docs/policies/budget.yaml', 'utf8');
  const headroom = await startHeadroom(sampleOrganization(), text);
  const { outcome, plan, coverage } = await headroom.reconcile();
  expect(outcome).toBe('applied');
  const starved = plan?.findings.filter(({ code, details }) => code === 'budget-gives-nothing' || details?.budget);
  expect(starved).toEqual([]);
  const production = plan?.budgets.find(({ name }) => name === 'production storage');
  const deciding = production?.shares.filter(({ wantGb }) => wantGb !== null) ?? [];
  expect(deciding.length).toBe(13);
  for (const { gb, needGb } of deciding) expect(gb).toBeGreaterThanOrEqual(needGb ?? 0);
  // A wide-column disk above its threshold would take a step at once, and needs none within 7 days.
  expect(coverage?.protection?.eligibleNotYet).toBe(1);
  expect(deciding.filter(({ gb }) => gb === 0)).toMatchObject([{ service: 'features-cassandra', needGb: 0 }]);
});

/** 25 projects with four databases and twelve other services each, of a plan that can grow. */
const large = (): Scenario => {
  const kafka = { ...pg(''), type: 'kafka' };
  const services = Array.from({ length: 16 }, (_, at) => ({ ...(at < 4 ? pg('') : kafka), name: `service-${at}` }));
  const base = organizationOf(Array.from({ length: 25 }, (_, at) => ({ name: `team-${at}-prod`, services })));
  const asKafka = <T extends { readonly type: string }>(all: readonly T[]) =>
    all.flatMap((each) => [each, { ...each, type: 'kafka' }]);
  return { ...base, plans: asKafka(base.plans), prices: asKafka(base.prices ?? []) };
};

const look = { input: { trigger: { kind: 'manual', by: 'a look' }, readOnly: true } } as const;

it('the example budget meets the needs of the first tier in an organization that is too large for it, and says so once', async () => {
  const headroom = await startHeadroom(large(), readFileSync('docs/policies/budget.yaml', 'utf8'));
  const plan = (await headroom.reconcile(look)).plan;
  const shares = plan?.budgets.find(({ name }) => name === 'production storage')?.shares ?? [];
  expect(shares.length).toBe(400);
  const isFirst = ({ service }: { service: string }) => Number(service.slice('service-'.length)) < 4;
  const isUnmet = ({ gb, needGb }: { gb: number; needGb: number | null }) => gb < (needGb ?? 0);
  expect(shares.filter((share) => isFirst(share) && isUnmet(share))).toEqual([]);
  expect(shares.filter((share) => !isFirst(share) && isUnmet(share)).length).toBeGreaterThan(0);
  const found = plan?.findings.filter(({ code }) => code === 'budget-short') ?? [];
  expect(found.map(({ subject }) => subject)).toEqual(['production storage']);
  expect(found[0]?.message).toMatch(/^Budget "production storage" does not reach for the needs of \d+ disks/);
});
