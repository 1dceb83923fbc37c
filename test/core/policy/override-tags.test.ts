import { describe, expect, it } from 'vitest';
import type { Service, Tags } from '../../../lib/core/model/model.ts';
import type { Policy, Rule } from '../../../lib/core/model/policy-document.ts';
import { evaluate } from '../../../lib/core/policy/policy.ts';
import { whyOf } from '../a-change.ts';
import { aPolicy, aService, enableAll, today } from '../organization.ts';

const project = { name: 'shop-prod', tags: {} };

const ask = (given: Partial<Policy>, service: Partial<Service> = {}, projectTags: Tags = {}) =>
  evaluate(aPolicy(given), { ...project, tags: projectTags }, aService(service), today);

const withTags = (tags: Tags, rules: readonly Rule[] = [enableAll(100)]) => ask({ rules }, { tags });

describe('override tags', () => {
  it('-max-gb replaces the maximum of the rule, also by 0', () => {
    expect(withTags({ 'disk-autoscaler-max-gb': '250' }).decision.maxAdditionalGb).toBe(250);
    const sourceOf = (tags: Tags) => withTags(tags).decision.reasons[0]?.source;
    expect([sourceOf({}), sourceOf({ 'disk-autoscaler-max-gb': '250' })]).toEqual(['rule', 'tag']);
    expect(withTags({ 'disk-autoscaler-max-gb': '0' }).decision).toMatchObject({
      effect: 'enable',
      maxAdditionalGb: 0,
    });
  });

  it('off turns enable into disable and says so', () => {
    const { decision } = withTags({ 'disk-autoscaler': 'off' });
    expect(decision).toMatchObject({ effect: 'disable', rule: 'everyone' });
    expect(decision).not.toHaveProperty('maxAdditionalGb');
    expect(whyOf(decision)).toContain('but tag disk-autoscaler is "off"');
  });

  it('on changes nothing by itself: only rules opt in', () => {
    expect(withTags({ 'disk-autoscaler': 'on' }, []).decision.effect).toBe('ignore');
    expect(withTags({ 'disk-autoscaler': 'on' }).findings).toEqual([]);
  });

  it('off leaves alone what no rule enables', () => {
    expect(withTags({ 'disk-autoscaler': 'off' }, []).decision.effect).toBe('ignore');
  });

  it.each([
    ['disk-autoscaler', 'perhaps', 'write "on" or "off"'],
    ['disk-autoscaler', '', 'write "on" or "off"'],
    ['disk-autoscaler-max-gb', 'lots', 'whole GB from 0 to 1000000, such as "200"'],
    ['disk-autoscaler-max-gb', '-5', 'whole GB'],
    ['disk-autoscaler-max-gb', '1.5', 'whole GB'],
    ['disk-autoscaler-max-gb', '1000001', 'whole GB'],
    ['disk-autoscaler-max-gb', '9'.repeat(60), 'whole GB'],
    ['disk-autoscaler-until', '2030-02-30', 'a day as YYYY-MM-DD'],
  ])('%s: %j is a finding that says the right form, and the rule decides', (key, value, form) => {
    const { decision, findings } = withTags({ [key]: value });
    expect(decision).toMatchObject({ effect: 'enable', maxAdditionalGb: 100 });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ code: 'bad-tag', project: 'shop-prod', service: 'orders' });
    expect(findings[0]?.message).toContain(form);
  });

  it.each(['disk-autoscaler-max-gb', 'disk-autoscaler-until'])('%s is read to its end, however long it is', (key) => {
    const { findings } = withTags({ [key]: `2030-01-01 ${' '.repeat(200_000)}\nx` });
    expect(findings.map(({ code }) => code)).toEqual(['bad-tag']);
  });

  it.each([
    [{ 'disk-autoscalar': 'off' }, 'did you mean disk-autoscaler?'],
    [{ 'Disk-Autoscaler-Max-GB': '5' }, 'did you mean disk-autoscaler-max-gb?'],
    [{ disk_autoscaler_until: '2030-01-01' }, 'did you mean disk-autoscaler-until?'],
    [{ 'disk-autoscaler': 'Off' }, 'did you mean "off"?'],
    [{ 'disk-autoscaler': 'On' }, 'did you mean "on"?'],
    [{ 'disk-autoscaler': 'yes' }, 'did you mean "on"?'],
    [{ 'disk-autoscaler': 'FALSE' }, 'did you mean "off"?'],
    [{ 'disk-autoscaler-max-gb': '200 GB' }, 'did you mean "200"?'],
    [{ 'disk-autoscaler-until': '2030/7/1' }, 'did you mean "2030-07-01"?'],
    [{ 'disk-autoscaler-max': '5' }, 'did you mean disk-autoscaler-max-gb?'],
    [{ Disk_Autoscaler_Exemption: '2030-07-01' }, 'did you mean disk-autoscaler-exempt?'],
    [{ 'Disk-Autoscaler': 'off' }, 'did you mean disk-autoscaler?'],
    [{ 'disk-autoscaling': 'on' }, 'did you mean disk-autoscaler?'],
    [{ autoscaler: 'on' }, 'did you mean disk-autoscaler?'],
    [{ Autoscaling: 'yes' }, 'did you mean disk-autoscaler?'],
  ])('%j is misspelt: a finding names what is near, and the rule decides', (tags, hint) => {
    const { decision, findings } = withTags(tags);
    expect(decision).toMatchObject({ effect: 'enable', maxAdditionalGb: 100 });
    expect(findings.map(({ code }) => code)).toEqual(['misspelt-tag']);
    expect(findings[0]?.message).toContain(hint);
  });

  it.each<Tags>([{ autoscaler: 'cluster-autoscaler' }, { 'autoscaler-owner': 'true' }, { auto: 'on' }, { disk: 'on' }])(
    '%j is another tag',
    (tags) => {
      expect(withTags(tags).findings).toEqual([]);
    },
  );

  it('a typing error is reported also for a service that no rule matches', () => {
    const optIn = [{ ...enableAll(10), match: { tags: { 'disk-autoscaler': ['on'] } } }];
    const { decision, findings } = withTags({ 'disk-autoscaler': 'ON' }, optIn);
    expect(decision.effect).toBe('ignore');
    expect(findings.map(({ code }) => code)).toEqual(['misspelt-tag']);
  });

  it.each([
    [{ Env: 'prod' }, 'Tag Env of the service has no effect: did you mean env?'],
    [{ env: 'PROD' }, 'Tag env of the service is "PROD", which the policy does not look for: did you mean "prod"?'],
  ])('%j differs only by case from a rule: reported, and the rule does not match', (tags, message) => {
    const rules = [{ ...enableAll(10), match: { tags: { env: ['prod'] } } }];
    const { decision, findings } = withTags(tags, rules);
    expect(decision.effect).toBe('ignore');
    expect(findings).toEqual([{ code: 'misspelt-tag', project: 'shop-prod', service: 'orders', message }]);
  });

  it('are found in the tags of the project too, and said to be of it', () => {
    expect(ask({}, {}, { 'disk-autoscaller': 'off' }).findings[0]?.message).toContain('of the project');
  });

  it('are read with what each of them does', () => {
    const tags = {
      'disk-autoscaler': 'off',
      'disk-autoscaler-max-gb': 'lots',
      'disk-autoscaler-until': '2030-07-01',
      'disk-autoscaler-exempt': '2030-06-01',
    };
    const seen = withTags(tags);
    expect(seen.ends).toEqual({ override: '2030-07-01' });
    expect(seen.overrides.map(({ key, meaning }) => [key, meaning])).toEqual([
      ['disk-autoscaler', 'turns off what a rule enables'],
      ['disk-autoscaler-max-gb', 'is unreadable, so it has no effect'],
      ['disk-autoscaler-until', 'the override ends after 2030-07-01'],
      ['disk-autoscaler-exempt', 'the exemption ended after 2030-06-01'],
    ]);
    const today = '2030-06-15';
    const last = { 'disk-autoscaler-max-gb': '50', 'disk-autoscaler-until': today, 'disk-autoscaler-exempt': today };
    expect(withTags(last).overrides.map(({ meaning }) => meaning)).toEqual([
      "asks for a maximum of 50 GB instead of the rule's",
      `the override ends after ${today}`,
      `the service is left alone through ${today}`,
    ]);
    expect(withTags({ ...tags, 'disk-autoscaler-until': '2030-06-01' }).overrides[0]?.meaning).toBe(
      'ended after 2030-06-01, so it has no effect',
    );
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
    expect(whyOf(decision)).toContain('expired after 2030-06-14');
  });

  it.each([
    ['2030-06-14', 'enable'],
    ['2030-06-15', 'ignore'],
    ['2030-06-16', 'ignore'],
  ])('exempt through %s means %s on 2030-06-15', (exempt, effect) => {
    const seen = withTags({ 'disk-autoscaler-exempt': exempt });
    expect(seen.decision.effect).toBe(effect);
    expect(seen.exempt).toBe(effect === 'ignore');
    if (seen.exempt) expect(whyOf(seen.decision)).toContain(`exempt by tag through ${exempt}`);
  });

  it('an opt-in of the whole project that has ended does not match either', () => {
    const optIn = [{ ...enableAll(10), match: { projectTags: { 'disk-autoscaler': ['on'] } } }];
    const tags = { 'disk-autoscaler': 'on', 'disk-autoscaler-until': '2030-06-14' };
    expect(ask({ rules: optIn }, {}, tags).decision.effect).toBe('ignore');
    expect(ask({ rules: optIn }, {}, { ...tags, 'disk-autoscaler-until': '2030-06-15' }).decision.rule).toBe(
      'everyone',
    );
  });

  it.each<[string, Tags, string]>([
    ['no day', { 'disk-autoscaler-exempt': 'forever' }, 'write disk-autoscaler-exempt with a day as YYYY-MM-DD.'],
    ['a time', { 'disk-autoscaler-exempt': '2030-07-01T00:00:00Z' }, 'did you mean "2030-07-01"?'],
    ['no such day', { 'disk-autoscaler-exempt': '2030-02-30' }, 'a day as YYYY-MM-DD.'],
    ['its own key', { 'disk-autoscaler-exempt-until': '2030-07-01' }, 'write disk-autoscaler-exempt with a day'],
    ['an end that is over', { 'disk-autoscaler-exempt': '', 'disk-autoscaler-until': '2030-01-01' }, 'a day as'],
  ])('a broken exemption (%s) leaves the service alone, and is a new finding every day', (_, tags, hint) => {
    const on = (day: string) => evaluate(aPolicy(), project, aService({ tags }), day);
    const { decision, exempt, findings, overrides } = on(today);
    expect([decision.effect, exempt, whyOf(decision)]).toEqual([
      'ignore',
      true,
      expect.stringContaining('exempt by tag, whose day is unreadable'),
    ]);
    expect(findings).toMatchObject([{ code: 'exemption-unreadable', subject: today }]);
    expect(findings[0]?.message).toContain(hint);
    expect(on('2030-06-16').findings).toMatchObject([{ code: 'exemption-unreadable', subject: '2030-06-16' }]);
    const meanings = overrides.map(({ meaning }) => meaning);
    if ('disk-autoscaler-exempt' in tags) expect(meanings).toContain('is unreadable, so the service is left alone');
  });

  it('an exemption that can be read decides beside a key that cannot', () => {
    const tags = { 'disk-autoscaler-exempt': '2030-06-14', 'disk-autoscaler-exempt-until': 'forever' };
    expect(withTags(tags)).toMatchObject({ exempt: false, decision: { effect: 'enable' }, findings: [] });
  });

  it('follow the prefix of the policy', () => {
    const seen = ask({ tagPrefix: 'headroom' }, { tags: { headroom: 'off', 'disk-autoscaler': 'on' } });
    expect(seen.decision.effect).toBe('disable');
    expect(seen.findings).toEqual([]);
  });
});
