import { describe, expect, it } from 'vitest';
import { type Improved, suggest } from '../../../../lib/cli/commands/simulate/suggest.ts';
import { priceRows, suggestionLine } from '../../../../lib/cli/views/simulation/suggestion.ts';
import { unit } from '../../../../lib/core/model/money.ts';
import { parseFailOn } from '../../../../lib/core/twin/fail-on.ts';
import type { Life } from '../../../../lib/core/twin/life.ts';
import { parsePolicy } from '../../../../lib/documents/documents.ts';
import { joinSources } from '../../../../lib/documents/include/sources.ts';
import type { LifeOptions } from '../../../../lib/twin/live.ts';
import { lifeOf, livedService } from '../../../core/twin/lives.ts';
import { budgetOf, lifeOptions, policyOf } from '../../../twin/organization.ts';
import { enableAll } from '../../../workflow/scenarios.ts';

const text = enableAll(100, budgetOf('40.00'));

/** A disk that is full while the budget has less than 50.00, or more in the second seed; a larger budget costs more. */
const lifeUnder = (seed: number, document: string | undefined): Life => {
  const monthly = document === undefined ? 0 : Number(parsePolicy(document, 'p').budgets[0]?.monthly ?? 0);
  const fullHours = Math.max(0, 50 + 20 * (seed - 1) - monthly);
  const services = [livedService('orders', { fullHours, firstFullDay: fullHours > 0 ? 1 : null })];
  return lifeOf({ seed, services, cost: BigInt(Math.round(monthly)) * unit });
};

const live = async (all: readonly LifeOptions[]): Promise<(Life | undefined)[]> =>
  all.map(({ seed, policy }) => lifeUnder(seed, policy?.text));

const improved = (document: string): Improved => ({
  file: './policies/policy.yaml',
  text: document,
  lives: [1, 2].map((seed) => lifeUnder(seed, document)),
  baseline: [1, 2].map((seed) => lifeUnder(seed, undefined)),
  optionsOf: (seed, changed) => lifeOptions({ seed, policy: policyOf(changed) }),
});

const never = new AbortController().signal;

const suggested = (document: string, wanted = 'full-hours=0', lived: typeof live = live, signal = never) => {
  let lives = 0;
  const onMore = (more: number) => {
    lives += more;
  };
  const options = { threads: 1, onDay: () => undefined, signal, onMore };
  return suggest(improved(document), { ...options, wanted: parseFailOn(wanted), live: lived }).then((found) => ({
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

  it('prices the next avoided hour of each budget, and says where that is unknown', async () => {
    const { prices } = await suggested(text);
    // In the worst seed 4.00 more a month avoid 4 of 30 hours.
    expect(prices).toEqual([
      { budget: 'storage', monthly: '40.00', next: { monthly: '44.00', avoidedHours: 4, perHour: '1.00' } },
    ]);
    const nothingHelps: typeof live = async (all) => all.map(({ seed }) => lifeUnder(seed, text));
    const unknown = await suggested(text, 'full-hours=0', nothingHelps);
    expect(unknown.prices).toEqual([{ budget: 'storage', monthly: '40.00', next: null }]);
    expect(priceRows(unknown)).toEqual([['storage', 'unknown', '40.00 → ?', '–']]);
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

  it('is the best so far after an interrupt, and says so', async () => {
    const controller = new AbortController();
    const untilThird = async (all: readonly LifeOptions[]) => {
      if (controller.signal.aborted) return all.map(() => undefined);
      controller.abort();
      return (await live(all)).map((life, place) => (place < 3 ? life : undefined));
    };
    const found = await suggested(text, 'full-hours=0', untilThird, controller.signal);
    expect(found).toMatchObject({ isWhole: false, isReached: false, tried: 4 });
    const monthly = found.best.changes.map((change) => change.text);
    expect(monthly).toEqual(['budget "storage": monthly 40.00 → 60.00']);
    expect(found.patch).toContain('monthly: "60.00"');
    expect(suggestionLine(found)).toContain(
      'The search was interrupted; the best so far, with the worst seed: No policy of 4',
    );
    expect((await suggested(text)).isWhole).toBe(true);
  });

  it('may change a rule of an included file, within what the include allows, with a patch of that file', async () => {
    const main = `version: 1
include: [{ file: teams/shop.yaml, projects: 'shop-*', maxAdditionalGb: 150 }]
rules: [{ name: rest, match: { project: '*' }, effect: ignore }]`;
    const team = `version: 1
rules:
  - { name: own, match: { project: '*' }, effect: enable, maxAdditionalGb: 100 }
`;
    const document = joinSources({ main, files: new Map([['teams/shop.yaml', team]]) }, (path) => path);
    const maximumIn = (all: readonly LifeOptions[]) =>
      all.map(({ seed, policy }) => {
        const most = parsePolicy(policy?.text ?? '', 'policies/policy.yaml').rules[0]?.maxAdditionalGb ?? 0;
        const services = [livedService('orders', { fullHours: Math.max(0, 150 - most), firstFullDay: 1 })];
        return lifeOf({ seed, services, cost: unit });
      });
    const found = await suggested(document, 'full-hours=0', async (all) => maximumIn(all));
    expect(found.best.changes.map((change) => change.text)).toEqual([
      'rule "own" of teams/shop.yaml: maxAdditionalGb 100 → 150',
    ]);
    expect(found.patch).toMatch(
      /^--- a\/policies\/teams\/shop\.yaml\n\+\+\+ b\/policies\/teams\/shop\.yaml\n@@ -\d+,\d+ /,
    );
    expect(found.patch).toContain("+  - { name: own, match: { project: '*' }, effect: enable, maxAdditionalGb: 150 }");
    // More than 150 is not allowed to the team, so only the policy as it is and one change were tried.
    expect(found.tried).toBe(2);
  });

  it('tries a bounded number of policies', async () => {
    expect((await suggested(enableAll(100, budgetOf('10.00')))).lives).toBeLessThan(60);
  });
});
