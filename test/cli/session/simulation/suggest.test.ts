import { describe, expect, it } from 'vitest';
import { type Improved, suggest } from '../../../../lib/cli/session/simulation/suggest.ts';
import { unit } from '../../../../lib/core/model/money.ts';
import { parseFailOn } from '../../../../lib/core/twin/fail-on.ts';
import type { Life } from '../../../../lib/core/twin/life.ts';
import { parsePolicy } from '../../../../lib/documents/documents.ts';
import type { LifeOptions } from '../../../../lib/simulation/twin/live.ts';
import { lifeOf, serviceLife } from '../../../core/twin/lives.ts';
import { budgetOf, lifeOptions, policyOf } from '../../../simulation/twin/organization.ts';
import { enableAll } from '../../../workflow/scenarios.ts';

const text = enableAll(100, budgetOf('40.00'));

/** A disk that is full while the budget has less than 50.00, or more in the second seed; a larger budget costs more. */
const lifeUnder = (seed: number, document: string | undefined): Life => {
  const monthly = document === undefined ? 0 : Number(parsePolicy(document, 'p').budgets[0]?.monthly);
  const fullHours = Math.max(0, 50 + 20 * (seed - 1) - monthly);
  const services = [serviceLife('orders', { fullHours, firstFullDay: fullHours > 0 ? 1 : null })];
  return lifeOf({ seed, services, cost: BigInt(Math.round(monthly)) * unit });
};

const live = async (all: readonly LifeOptions[]) => all.map(({ seed, policy }) => lifeUnder(seed, policy?.text));

const improved = (document: string): Improved => ({
  file: './policies/policy.yaml',
  text: document,
  lives: [1, 2].map((seed) => lifeUnder(seed, document)),
  baseline: [1, 2].map((seed) => lifeUnder(seed, undefined)),
  optionsOf: (seed, changed) => lifeOptions({ seed, policy: policyOf(changed) }),
});

const suggested = (document: string, wanted = 'full-hours=0') => {
  let lives = 0;
  const onMore = (more: number) => {
    lives += more;
  };
  const options = { threads: 1, onDay: () => undefined, signal: new AbortController().signal, onMore };
  return suggest(improved(document), { ...options, wanted: parseFailOn(wanted), live }).then((found) => ({
    ...found,
    lives,
  }));
};

describe('a suggestion', () => {
  it('is the smallest change that reaches the point in every seed, as a patch', async () => {
    const { best, isReached, patch } = await suggested(text);
    expect(isReached).toBe(true);
    expect(best.changes.map((change) => change.text)).toEqual(['budget "storage": monthly 40.00 → 80.00']);
    expect(patch).toMatch(/^--- a\/policies\/policy\.yaml\n\+\+\+ b\/policies\/policy\.yaml\n@@/);
    expect(patch.split('\n').filter((line) => /^[-+][^-+]/.test(line))).toEqual([
      `-budgets: [{ name: storage, match: { project: '*' }, monthly: "40.00" }]`,
      `+budgets: [{ name: storage, match: { project: '*' }, monthly: "80.00" }]`,
    ]);
  });

  it('shows the frontier of money against hours: what no other trial beats in both', async () => {
    const { frontier } = await suggested(text);
    const points = frontier.map(({ result: { measures } }) => [measures.cost.p50, measures['full-hours'].p50]);
    expect(points).toEqual([
      ['40.00', 30],
      ['44.00', 26],
      ['50.00', 20],
      ['60.00', 10],
      ['80.00', 0],
    ]);
  });

  it('has no patch where the policy reaches the point already, and lives nothing for it', async () => {
    const { best, patch, lives } = await suggested(enableAll(100, budgetOf('90.00')));
    expect([best.changes, patch, lives]).toEqual([[], '', 0]);
  });

  it('is the safest policy where none reaches the point', async () => {
    const { best, isReached } = await suggested(enableAll(100, budgetOf('10.00')));
    expect(isReached).toBe(false);
    expect(best.changes.map((change) => change.text)).toContain('budget "storage": monthly 10.00 → 30.00');
  });

  it('tries a bounded number of policies', async () => {
    expect((await suggested(enableAll(100, budgetOf('10.00')))).lives).toBeLessThan(60);
  });
});
