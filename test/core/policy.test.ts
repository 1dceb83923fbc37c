import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Service, Tags } from '../../lib/core/model.ts';
import { compilePolicy, evaluate } from '../../lib/core/policy.ts';
import type { Policy, Rule, Selector } from '../../lib/core/policy-document.ts';
import { aPolicy, aService, enableAll, today } from './organization.ts';

const project = { name: 'shop-prod', tags: {} };

const ask = (given: Partial<Policy>, service: Partial<Service> = {}, projectTags: Tags = {}) =>
  evaluate(aPolicy(given), { ...project, tags: projectTags }, aService(service), today);

const withTags = (tags: Tags, rules: readonly Rule[] = [enableAll(100)]) => ask({ rules }, { tags });

describe('rules', () => {
  const rules: Rule[] = [
    { name: 'fixed', match: { plan: ['hobbyist-*'] }, effect: 'ignore' },
    { name: 'retired', match: { tags: { retired: ['*'] } }, effect: 'disable' },
    { name: 'production', match: { project: ['*-prod'] }, effect: 'enable', maxAdditionalGb: 500 },
    { name: 'everyone', match: {}, effect: 'enable', maxAdditionalGb: 50 },
  ];

  it.each<[Partial<Service>, string, string, number | undefined]>([
    [{ plan: 'hobbyist-1' }, 'ignore', 'fixed', undefined],
    [{ tags: { retired: '' } }, 'disable', 'retired', undefined],
    [{}, 'enable', 'production', 500],
  ])('the first rule that matches %j decides: %s by %s', (service, effect, rule, maximum) => {
    const { decision } = ask({ rules }, service);
    expect(decision).toMatchObject({ project: 'shop-prod', service: 'orders', effect, rule });
    expect(decision.maxAdditionalGb).toBe(maximum);
    expect(decision.reason).toContain(`Rule "${rule}"`);
  });

  it('no match leaves the service alone, with a reason', () => {
    const { decision } = ask({ rules: rules.slice(0, 2) });
    expect(decision).toMatchObject({ effect: 'ignore', rule: '' });
    expect(decision.reason).toBe('No rule of the policy matches the service, so it is left alone.');
  });

  it('tells of each rule tried why it did or did not match, and of none after the winner', () => {
    expect(ask({ rules }).trace).toEqual([
      { rule: 'fixed', matched: false, why: 'plan "startup-4" does not match hobbyist-*' },
      { rule: 'retired', matched: false, why: 'there is no tag retired' },
      { rule: 'production', matched: true, why: 'project "shop-prod" matches *-prod' },
    ]);
    expect(ask({ rules: [enableAll(1)] }).trace[0]?.why).toBe('its selector is empty, so it matches every service');
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
  ])('selector %j: every member must match', (match, expected) => {
    const { trace } = ask({ rules: [{ name: 'r', match, effect: 'ignore' }] }, { tags: { env: 'prod' } });
    expect(trace[0]?.matched).toBe(expected);
  });

  it('project tags are defaults that the tags of the service override, and each tag says whose it is', () => {
    const rules = [{ ...enableAll(10), match: { tags: { env: ['prod'] } } }];
    expect(ask({ rules }, {}, { env: 'prod' }).decision.effect).toBe('enable');
    const seen = ask({ rules }, { tags: { env: 'dev' } }, { env: 'prod', team: 'x' });
    expect(seen.decision.effect).toBe('ignore');
    expect(seen.tags).toEqual([
      { key: 'env', value: 'dev', from: 'service' },
      { key: 'team', value: 'x', from: 'project' },
    ]);
  });
});

describe('override tags', () => {
  it('-max-gb replaces the maximum of the rule, also by 0', () => {
    expect(withTags({ 'disk-autoscaler-max-gb': '250' }).decision.maxAdditionalGb).toBe(250);
    expect(withTags({ 'disk-autoscaler-max-gb': '0' }).decision).toMatchObject({
      effect: 'enable',
      maxAdditionalGb: 0,
    });
  });

  it('off turns enable into disable and says so', () => {
    const { decision } = withTags({ 'disk-autoscaler': 'off' });
    expect(decision).toMatchObject({ effect: 'disable', rule: 'everyone' });
    expect(decision).not.toHaveProperty('maxAdditionalGb');
    expect(decision.reason).toContain('override tag of the service says off');
  });

  it('on changes nothing by itself: only rules opt in', () => {
    expect(withTags({ 'disk-autoscaler': 'on' }, []).decision.effect).toBe('ignore');
    expect(withTags({ 'disk-autoscaler': 'on' }).findings).toEqual([]);
  });

  it('off leaves alone what no rule enables', () => {
    expect(withTags({ 'disk-autoscaler': 'off' }, []).decision.effect).toBe('ignore');
  });

  it.each([
    ['disk-autoscaler', 'yes', 'write "on" or "off"'],
    ['disk-autoscaler', '', 'write "on" or "off"'],
    ['disk-autoscaler-max-gb', 'lots', 'whole GB from 0 to 1000000, like "200"'],
    ['disk-autoscaler-max-gb', '-5', 'whole GB'],
    ['disk-autoscaler-max-gb', '1.5', 'whole GB'],
    ['disk-autoscaler-max-gb', '1000001', 'whole GB'],
    ['disk-autoscaler-max-gb', '9'.repeat(60), 'whole GB'],
    ['disk-autoscaler-until', '2030-02-30', 'a day as YYYY-MM-DD'],
    ['disk-autoscaler-exempt', 'tomorrow', 'a day as YYYY-MM-DD'],
  ])('%s: %j is a finding that says the right form, and the rule decides', (key, value, form) => {
    const { decision, findings } = withTags({ [key]: value });
    expect(decision).toMatchObject({ effect: 'enable', maxAdditionalGb: 100 });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ code: 'bad-tag', project: 'shop-prod', service: 'orders' });
    expect(findings[0]?.message).toContain(form);
  });

  it.each([
    [{ 'disk-autoscalar': 'off' }, 'did you mean disk-autoscaler?'],
    [{ 'Disk-Autoscaler-Max-GB': '5' }, 'did you mean disk-autoscaler-max-gb?'],
    [{ disk_autoscaler_until: '2030-01-01' }, 'did you mean disk-autoscaler-until?'],
    [{ 'disk-autoscaler': 'Off' }, 'did you mean "off"?'],
    [{ 'disk-autoscaler': 'On' }, 'did you mean "on"?'],
  ])('%j is misspelt: a finding names what is near, and the rule decides', (tags, hint) => {
    const { decision, findings } = withTags(tags);
    expect(decision).toMatchObject({ effect: 'enable', maxAdditionalGb: 100 });
    expect(findings.map(({ code }) => code)).toEqual(['misspelt-tag']);
    expect(findings[0]?.message).toContain(hint);
  });

  it('a near miss is told also of a service that no rule matches', () => {
    const optIn = [{ ...enableAll(10), match: { tags: { 'disk-autoscaler': ['on'] } } }];
    const { decision, findings } = withTags({ 'disk-autoscaler': 'ON' }, optIn);
    expect(decision.effect).toBe('ignore');
    expect(findings.map(({ code }) => code)).toEqual(['misspelt-tag']);
  });

  it('names of other purposes are no near misses', () => {
    expect(withTags({ team: 'orders', env: 'prod', 'disk-size': '5', 'disk-alert': 'x' }).findings).toEqual([]);
  });

  it.each([
    ['2030-06-14', 100],
    ['2030-06-15', 7],
    ['2030-06-16', 7],
  ])('until %s, on 2030-06-15, the maximum is %i: the day itself still counts', (until, maximum) => {
    const { decision } = withTags({ 'disk-autoscaler-max-gb': '7', 'disk-autoscaler-until': until });
    expect(decision.maxAdditionalGb).toBe(maximum);
  });

  it('an opt-in that has ended no longer matches its rule, and the reason says when it ended', () => {
    const optIn = [{ ...enableAll(10), match: { tags: { 'disk-autoscaler': ['on'] } } }];
    const { decision } = withTags({ 'disk-autoscaler': 'on', 'disk-autoscaler-until': '2030-06-14' }, optIn);
    expect(decision.effect).toBe('ignore');
    expect(decision.reason).toContain('ended after 2030-06-14');
  });

  it.each([
    ['2030-06-14', 'enable'],
    ['2030-06-15', 'ignore'],
    ['2030-06-16', 'ignore'],
  ])('exempt through %s means %s on 2030-06-15', (exempt, effect) => {
    const seen = withTags({ 'disk-autoscaler-exempt': exempt });
    expect(seen.decision.effect).toBe(effect);
    expect(seen.exempt).toBe(effect === 'ignore');
    if (seen.exempt) expect(seen.decision.reason).toContain(`exempt through ${exempt}`);
  });

  it('follow the prefix of the policy', () => {
    const seen = ask({ tagPrefix: 'headroom' }, { tags: { headroom: 'off', 'disk-autoscaler': 'on' } });
    expect(seen.decision.effect).toBe('disable');
    expect(seen.findings).toEqual([]);
  });
});

describe('laws', () => {
  const names = fc.constantFrom('pg', 'mysql', 'kafka', 'redis');
  const selector: fc.Arbitrary<Selector> = fc.record(
    {
      serviceType: fc.uniqueArray(names, { minLength: 1, maxLength: 2 }),
      project: fc.constantFrom(['*-prod'], ['*-dev'], ['!shop-*']),
      tags: fc.record({ env: fc.constantFrom(['prod'], ['!dev']) }),
    },
    { requiredKeys: [] },
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
    const stranger: Rule = { ...enableAll(9), name: 'stranger', match: { service: ['nobody'] } };
    fc.assert(
      fc.property(rules, fc.nat(6), service, (some, at, each) => {
        const { decision } = evaluate(aPolicy({ rules: some }), project, each, today);
        const longer = some.toSpliced(at, 0, stranger);
        expect(evaluate(aPolicy({ rules: longer }), project, each, today).decision).toEqual(decision);
      }),
    );
  });

  it('a compiled policy decides like one that is asked once, and the trace ends at the rule that won', () => {
    fc.assert(
      fc.property(rules, service, (some, each) => {
        const seen = evaluate(aPolicy({ rules: some }), project, each, today);
        const { decision, findings } = compilePolicy(aPolicy({ rules: some })).decide(project, each, today);
        expect({ decision, findings }).toEqual({ decision: seen.decision, findings: seen.findings });
        expect(seen.trace.filter(({ matched }) => matched).map((trial) => trial.rule)).toEqual(
          decision.rule === '' ? [] : [seen.trace.at(-1)?.rule],
        );
        expect(decision.reason).toMatch(/^[A-Z].*\.$/);
      }),
    );
  });
});
