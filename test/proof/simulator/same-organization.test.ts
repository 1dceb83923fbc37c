import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { evenRates } from '../../simulator/engine/faults.ts';
import type { LifeOptions } from '../../simulator/life.ts';
import { drawnPolicy } from '../../simulator/organization/organization.ts';
import { type Simulated, simulate } from '../../simulator/simulate.ts';

const live = (policyOf: LifeOptions['policyOf']) =>
  simulate({ seed: 7, days: 4, size: { projects: 3, services: 10 }, rates: evenRates(0.02), policyOf });

/** A policy under which every maximum changes every day. */
const restless: LifeOptions['policyOf'] = (version) => {
  const drawn = drawnPolicy(7, version, []);
  const rules = drawn.rules.map((rule) => ({ ...rule, projects: null, types: null, effect: 'enable' as const }));
  return { ...drawn, rules: rules.map((rule) => ({ ...rule, maxAdditionalGb: 20 + 10 * (version % 7) })), budgets: [] };
};

/** Hash of what the opportunities that all of them had met. */
const fatesOf = (one: Simulated, others: readonly Simulated[]): string => {
  const shared = [...one.fates].flatMap(([name, { struck }]) => {
    const common = Math.min(...others.map(({ fates }) => fates.get(name)?.opportunities ?? 0));
    return struck.filter((number) => number < common).map((number) => `${name} ${number}`);
  });
  expect(shared.length).toBeGreaterThan(5);
  return createHash('sha256').update(shared.sort().join()).digest('hex');
};

describe('two policies on the same seed', async () => {
  const idle = () => ({ ...drawnPolicy(7, 99, []), mode: 'observe' as const });
  const lives = [await live(undefined), await live(idle), await live(restless)];
  const [drawn, quiet, busy] = lives as [Simulated, Simulated, Simulated];

  it('write different things', () => {
    expect(quiet.writes).toBe(0);
    expect(busy.writes).toBeGreaterThan(drawn.writes);
    expect(new Set(lives.map(({ hash }) => hash)).size).toBe(3);
  });

  it('meet the same people, services, owners and growth, on every day', () => {
    expect(new Set(lives.map(({ organizationHash }) => organizationHash)).size).toBe(1);
  });

  it('meet the same faults at every opportunity that all of them had', () => {
    expect(new Set(lives.map((one) => fatesOf(one, lives))).size).toBe(1);
  });
});
