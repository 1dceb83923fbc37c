import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Service, Tags } from '../../../lib/core/model/model.ts';
import type { Policy, Rule, Selector } from '../../../lib/core/model/policy-document.ts';
import { compilePolicy, evaluate } from '../../../lib/core/policy/policy.ts';
import { whyOf } from '../a-change.ts';
import { aPolicy, aService, enableAll, today } from '../organization.ts';

const project = { name: 'shop-prod', tags: {} };

const ask = (given: Partial<Policy>, service: Partial<Service> = {}, projectTags: Tags = {}) =>
  evaluate(aPolicy(given), { ...project, tags: projectTags }, aService(service), today);

describe('rules', () => {
  const rules: Rule[] = [
    { name: 'fixed', match: { plan: ['hobbyist-*'] }, effect: 'ignore' },
    { name: 'retired', match: { tags: { retired: ['*'] } }, effect: 'disable' },
    { name: 'production', match: { project: ['*-prod'] }, effect: 'enable', maxAdditionalGb: 500 },
    { name: 'everyone', match: { project: ['*'] }, effect: 'enable', maxAdditionalGb: 50 },
  ];

  it.each<[Partial<Service>, string, string, number | undefined]>([
    [{ plan: 'hobbyist-1' }, 'ignore', 'fixed', undefined],
    [{ tags: { retired: '' } }, 'disable', 'retired', undefined],
    [{}, 'enable', 'production', 500],
  ])('the first rule that matches %j decides: %s by %s', (service, effect, rule, maximum) => {
    const { decision } = ask({ rules }, service);
    expect(decision).toMatchObject({ project: 'shop-prod', service: 'orders', effect, rule });
    expect(decision.maxAdditionalGb).toBe(maximum);
    expect(whyOf(decision)).toContain(`Rule "${rule}"`);
  });

  it('no match leaves the service alone, with a reason', () => {
    const { decision } = ask({ rules: rules.slice(0, 2) });
    expect(decision).toMatchObject({ effect: 'ignore', rule: '' });
    expect(whyOf(decision)).toBe('No rule matches this service; left alone.');
  });

  it('gives for each rule why it did or did not match, and that rules after the first match were not tried', () => {
    expect(ask({ rules }).trace).toEqual([
      { rule: 'fixed', tried: true, matched: false, why: 'plan "startup-4" does not match hobbyist-*' },
      { rule: 'retired', tried: true, matched: false, why: 'the service has no tag retired' },
      { rule: 'production', tried: true, matched: true, why: 'project "shop-prod" matches *-prod' },
      { rule: 'everyone', tried: false, matched: false, why: 'rule "production" matched first' },
    ]);
    expect(ask({ rules: [enableAll(1)] }).trace[0]?.why).toBe('project "shop-prod" matches *');
  });

  it.each<[Selector, boolean]>([
    [{ project: ['shop-*'], serviceType: ['pg', 'mysql'], cloud: ['aws-*'], state: ['RUNNING'] }, true],
    [{ project: ['shop-*'], serviceType: ['kafka'] }, false],
    [{ service: ['ord?rs'], plan: ['!business-*'] }, true],
    [{ service: [] }, false],
    [{ tags: { env: ['prod'] } }, true],
    [{ tags: { env: ['!prod'] } }, false],
    [{ tags: { team: ['!prod'] } }, false],
    [{ tags: { constructor: ['*'] } }, false],
    [{ projectTags: { env: ['prod'] } }, false],
    [{ projectTags: { tier: ['1', '2'] } }, true],
    [{ projectTags: { tier: ['!1'] } }, false],
    [{ projectTags: { constructor: ['*'] } }, false],
  ])('selector %j: every member must match', (match, expected) => {
    const rule: Rule = { name: 'r', match, effect: 'ignore' };
    const { trace, decision } = ask({ rules: [rule] }, { tags: { env: 'prod' } }, { tier: '1' });
    expect(decision.rule).toBe(expected ? 'r' : '');
    expect(trace[0]?.matched).toBe(expected);
  });

  it('project tags are defaults that the tags of the service override, and each tag says whose it is', () => {
    const rules = [{ ...enableAll(10), match: { tags: { env: ['prod'] } } }];
    expect(ask({ rules }, {}, { env: 'prod' }).decision.effect).toBe('enable');
    const seen = ask({ rules }, { tags: { env: 'dev' } }, { env: 'prod', team: 'x' });
    expect(seen.decision.effect).toBe('ignore');
    expect(seen.tags).toEqual([
      { key: 'env', value: 'dev', from: 'service', insteadOf: 'prod' },
      { key: 'team', value: 'x', from: 'project' },
    ]);
  });

  it('projectTags see what the project says, whatever the service says', () => {
    const rules = [{ ...enableAll(10), match: { projectTags: { env: ['prod'] } } }];
    expect(ask({ rules }, { tags: { env: 'dev' } }, { env: 'prod' }).decision.effect).toBe('enable');
    expect(ask({ rules }, { tags: { env: 'prod' } }, {}).decision.effect).toBe('ignore');
  });
});

describe('laws', () => {
  const names = fc.constantFrom('pg', 'mysql', 'kafka', 'redis');
  const selector: fc.Arbitrary<Selector> = fc.record(
    {
      serviceType: fc.uniqueArray(names, { minLength: 1, maxLength: 2 }),
      project: fc.constantFrom(['*-prod'], ['*-dev'], ['!shop-*']),
      tags: fc.record({ env: fc.constantFrom(['prod'], ['!dev']) }),
      state: fc.constant(['*']),
    },
    { requiredKeys: ['state'] },
  );
  const rule: fc.Arbitrary<Omit<Rule, 'name'>> = fc.oneof(
    fc.record({ match: selector, effect: fc.constant('enable' as const), maxAdditionalGb: fc.nat(500) }),
    fc.record({ match: selector, effect: fc.constantFrom('disable' as const, 'ignore' as const) }),
  );
  const rules = fc
    .array(rule, { maxLength: 6 })
    .map((list): Rule[] => list.map((each, index) => ({ ...each, name: `rule ${index}` })));
  const service = fc
    .record({ type: names, env: fc.constantFrom('prod', 'dev', 'none') })
    .map(({ type, env }) => aService({ type, tags: env === 'none' ? {} : { env } }));

  it('rules after the one that decides do not matter', () => {
    fc.assert(
      fc.property(rules, rules, service, (some, more, each) => {
        const { decision } = evaluate(aPolicy({ rules: some }), project, each, today);
        fc.pre(decision.rule !== '');
        expect(evaluate(aPolicy({ rules: [...some, ...more] }), project, each, today).decision).toEqual(decision);
      }),
    );
  });

  it('a rule that does not match changes nothing, wherever it stands', () => {
    const stranger: Rule = { ...enableAll(9), name: 'stranger', match: { service: ['none'] } };
    fc.assert(
      fc.property(rules, fc.nat(6), service, (some, at, each) => {
        const { decision } = evaluate(aPolicy({ rules: some }), project, each, today);
        const longer = some.toSpliced(at, 0, stranger);
        expect(evaluate(aPolicy({ rules: longer }), project, each, today).decision).toEqual(decision);
      }),
    );
  });

  it('moving rules that do not match changes nothing', () => {
    fc.assert(
      fc.property(rules, fc.nat(6), fc.nat(6), service, (some, from, to, each) => {
        const { decision, trace } = evaluate(aPolicy({ rules: some }), project, each, today);
        const moved = some[from];
        fc.pre(moved !== undefined);
        const alone = evaluate(aPolicy({ rules: [moved] }), project, each, today);
        fc.pre(alone.decision.rule === '');
        const others = some.toSpliced(from, 1).toSpliced(to, 0, moved);
        expect(trace).toHaveLength(some.length);
        expect(evaluate(aPolicy({ rules: others }), project, each, today).decision).toEqual(decision);
      }),
    );
  });

  it('an unreadable tag, and a key that no selector names, leave the decision to the rules', () => {
    const key = fc.constantFrom('disk-autoscaler-max-gb', 'disk-autoscaler-until', 'other');
    fc.assert(
      fc.property(rules, service, key, fc.string(), (some, each, name, text) => {
        fc.pre(!/^\d/.test(text));
        const tagged = { ...each, tags: { ...each.tags, [name]: text } };
        const plain = evaluate(aPolicy({ rules: some }), project, each, today).decision;
        expect(evaluate(aPolicy({ rules: some }), project, tagged, today).decision).toEqual(plain);
      }),
    );
  });

  it('an unreadable exemption leaves every service alone', () => {
    fc.assert(
      fc.property(rules, service, fc.string(), (some, each, text) => {
        fc.pre(!/^\d/.test(text));
        const tagged = { ...each, tags: { ...each.tags, 'disk-autoscaler-exempt': text } };
        const { decision, exempt } = evaluate(aPolicy({ rules: some }), project, tagged, today);
        expect([decision.effect, exempt]).toEqual(['ignore', true]);
      }),
    );
  });

  it('a compiled policy decides like one that is asked once, and the trace ends at the rule that won', () => {
    fc.assert(
      fc.property(rules, service, (some, each) => {
        const seen = evaluate(aPolicy({ rules: some }), project, each, today);
        const { decision, findings } = compilePolicy(aPolicy({ rules: some })).decide(project, each, today);
        expect({ decision, findings }).toEqual({ decision: seen.decision, findings: seen.findings });
        const tried = seen.trace.filter((trial) => trial.tried);
        expect(tried.filter(({ matched }) => matched).map((trial) => trial.rule)).toEqual(
          decision.rule === '' ? [] : [tried.at(-1)?.rule],
        );
        expect(whyOf(decision)).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });
});

describe('whose configuration is kept elsewhere', () => {
  const key = 'disk-autoscaler-managed-by';
  const managedElsewhere = [
    { by: 'terraform', match: { project: ['shop-*'], tags: { iac: ['yes'] } } },
    { by: 'pulumi', match: { service: ['orders'], tags: { iac: ['*'] } } },
  ];
  const managedBy = (tags: Tags, projectTags: Tags = {}) => ask({ managedElsewhere }, { tags }, projectTags).managedBy;

  it.each<[string, Tags, Tags, string | null]>([
    ['neither tag nor policy mark it', {}, {}, null],
    ['its tag says by whom', { [key]: 'terraform' }, {}, 'terraform'],
    ['the tag of its project does', {}, { [key]: 'crossplane' }, 'crossplane'],
    ['its own tag goes before that of its project', { [key]: 'ansible' }, { [key]: 'crossplane' }, 'ansible'],
    ['its own tag names Headroom', { [key]: 'headroom', iac: 'yes' }, { [key]: 'crossplane' }, null],
    ['its tag is empty, which protects it too', { [key]: ' ' }, {}, 'another owner'],
    ['the first entry of the policy that matches', { iac: 'yes' }, {}, 'terraform'],
    ['the tag goes before the policy', { iac: 'yes', [key]: 'ansible' }, {}, 'ansible'],
    [
      'override tags that have ended do not end it',
      { [key]: 'ansible', 'disk-autoscaler-until': '2030-01-01' },
      {},
      'ansible',
    ],
  ])('%s', (_, tags, projectTags, by) => {
    expect(managedBy(tags, projectTags)).toBe(by);
  });

  it('is shown with the effect of the tag, and a typing error in its key is reported', () => {
    const meaningOf = (tags: Tags) => ask({}, { tags }).overrides.map(({ meaning }) => meaning);
    expect(meaningOf({ [key]: 'terraform' })).toEqual([
      'marks the service as managed by terraform, so Headroom does not remove its autoscaler or lower its maximum',
    ]);
    expect(meaningOf({ [key]: 'Headroom' })).toEqual(['marks the configuration as managed by Headroom only']);
    expect(ask({}, { tags: { 'disk-autoscaler-manage-by': 'x' } }).findings).toMatchObject([
      { code: 'misspelt-tag', message: expect.stringContaining(`did you mean ${key}?`) },
    ]);
  });
});
