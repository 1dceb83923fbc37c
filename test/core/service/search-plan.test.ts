import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { because } from '../../../lib/core/model/decision.ts';
import type { Service } from '../../../lib/core/model/model.ts';
import type { Policy, SearchBaseline, Selector, WantedOption } from '../../../lib/core/model/policy-document.ts';
import type { OptionValue, SearchConfiguration } from '../../../lib/core/model/search-configuration.ts';
import { flat, whyOf } from '../a-change.ts';
import { afterApplying, aPolicy, aService, aSnapshot, planOf } from '../organization.ts';

const search = (searchConfiguration: Service['searchConfiguration'], given: Partial<Service> = {}): Service =>
  aService({ name: 'logs', type: 'engine', searchConfiguration, ...given });

const baseline = (
  name: string,
  options: readonly WantedOption[],
  match: Selector = { project: ['*'] },
): SearchBaseline => ({
  name,
  match,
  options,
});

const requireName: WantedOption = { path: 'engine.action_destructive_requires_name', value: true };
const ageByDefault: WantedOption = { path: 'engine.ism_history_max_age', value: null, default: 24 };
const threads: WantedOption = { path: 'engine.thread_pool_get_size', value: 100 };

const ignoring = { name: 'none', match: { project: ['*'] }, effect: 'ignore' } as const;

const made = (
  services: readonly Service[],
  searchConfiguration: readonly SearchBaseline[],
  policy: Partial<Policy> = {},
) => planOf([aSnapshot({ services })], { policy: aPolicy({ rules: [ignoring], searchConfiguration, ...policy }) }).plan;

/** `path from → to` of each member of each change. */
const members = (services: readonly Service[], baselines: readonly SearchBaseline[]) =>
  flat(made(services, baselines).changes).map((change) =>
    (change.members ?? []).map(({ path, from, to }) => `${path} ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
  );

describe('a baseline of search configuration (§2.4)', () => {
  it('is one change a service, of the grant phase, with only what differs and a reason', () => {
    const service = search({ service_log: true, engine: { action_destructive_requires_name: false } });
    const options = [requireName, { path: 'service_log', value: true }, { path: 'static_ips', value: true }];
    expect(made([service], [baseline('protect', options)]).changes).toEqual([
      {
        phase: 'grant',
        kind: 'update-search-configuration',
        project: 'shop-prod',
        service: 'logs',
        rule: 'protect',
        reasons: because('baseline', 'The search configuration differs from baseline "protect" in 2 options.'),
        members: [
          { path: 'engine.action_destructive_requires_name', from: false, to: true },
          { path: 'static_ips', from: null, to: true },
        ],
      },
    ]);
  });

  it('speaks only of what it names', () => {
    expect(members([search({ engine: { ism_enabled: false } })], [baseline('b', [requireName])])).toEqual([
      ['engine.action_destructive_requires_name null → true'],
    ]);
  });

  it.each<[SearchConfiguration, number]>([
    [{}, 0],
    [{ engine: {} }, 0],
    [{ engine: { ism_history_max_age: null } }, 0],
    [{ engine: { ism_history_max_age: 24 } }, 0],
    [{ engine: { ism_history_max_age: 48 } }, 1],
  ])('wants the default with a null: %j needs %i change', (configuration, count) => {
    expect(made([search(configuration)], [baseline('b', [ageByDefault])]).changes).toHaveLength(count);
  });

  it('merges with others that match, and the earlier one decides where two name the same option', () => {
    const baselines = [
      baseline('elsewhere', [{ path: 'service_log', value: false }], { project: ['other'] }),
      baseline('first', [requireName, { path: 'service_log', value: true }]),
      baseline('second', [{ ...requireName, value: false }, ageByDefault, { path: 'static_ips', value: true }]),
    ];
    const { changes } = made([search({})], baselines);
    expect(changes.map((change) => [change.rule, whyOf(change)])).toEqual([
      ['first, second', 'The search configuration differs from baseline "first", "second" in 3 options.'],
    ]);
    expect(members([search({})], baselines)).toEqual([
      ['engine.action_destructive_requires_name null → true', 'service_log null → true', 'static_ips null → true'],
    ]);
  });

  it('concerns search services alone, whatever it matches', () => {
    expect(made([aService()], [baseline('b', [requireName])])).toMatchObject({ changes: [], findings: [] });
  });

  it('waits as a finding for a service that is not running, and says nothing where all is well', () => {
    const off = search({}, { state: 'POWEROFF' });
    expect(made([off], [baseline('b', [requireName])])).toMatchObject({
      changes: [],
      findings: [{ code: 'search-not-running', service: 'logs' }],
    });
    expect(made([off], [baseline('b', [ageByDefault])]).findings).toEqual([]);
  });

  it('is a finding where the platform does not show the configuration', () => {
    expect(made([search(null)], [baseline('b', [requireName])])).toMatchObject({
      changes: [],
      findings: [{ code: 'search-configuration-unknown' }],
    });
  });

  it('leaves an exempt service alone without a word', () => {
    const tags = { 'disk-autoscaler-exempt': '2031-01-01' };
    expect(made([search({}, { tags })], [baseline('b', [requireName])])).toMatchObject({ changes: [], findings: [] });
  });

  it('does not ask again for what the platform lowered, until something about it is different', () => {
    const lowered = [{ path: threads.path, asked: 100, got: 4 }];
    const planned = (size: number, value: number) =>
      made([search({ engine: { thread_pool_get_size: size } }, { lowered })], [baseline('b', [{ ...threads, value }])]);
    expect(planned(4, 100)).toMatchObject({ changes: [], findings: [{ code: 'thread-pool-lowered' }] });
    expect(planned(4, 50).changes).toHaveLength(1);
    expect(planned(2, 100).changes).toHaveLength(1);
    expect(planned(100, 100)).toMatchObject({ changes: [], findings: [] });
  });

  it('stands beside what happens to the disk of the same service, and after it', () => {
    const plan = made([search({})], [baseline('b', [requireName])], { rules: aPolicy().rules });
    expect(plan.changes.map(({ kind }) => kind)).toEqual([
      'create-endpoint',
      'create-integration',
      'update-search-configuration',
    ]);
    expect(plan.summary).toMatchObject({ enable: 1, raise: 0, lower: 0, disable: 0 });
  });
});

describe('an option whose change restarts the service', () => {
  const addresses: WantedOption = { path: 'engine.reindex_remote_whitelist', value: ['a:9200'] };
  const guardrails = { ...aPolicy().guardrails, needApproval: ['restart'] } as const;

  it('is marked in the change, which says so, and the others are not', () => {
    const [change] = flat(made([search({})], [baseline('b', [addresses, requireName])]).changes);
    expect(change?.members).toEqual([
      { path: 'engine.action_destructive_requires_name', from: null, to: true },
      { path: 'engine.reindex_remote_whitelist', from: null, to: ['a:9200'], restarts: true },
    ]);
    expect(change?.reason).toBe(
      'The search configuration differs from baseline "b" in 2 options. Changing engine.reindex_remote_whitelist restarts every instance of the service.',
    );
  });

  it('waits for approval, service by service counted, and no other option does', () => {
    const services = ['a', 'b'].map((name) => search({}, { name }));
    const plan = made(services, [baseline('b', [addresses])], { guardrails });
    expect(plan).toMatchObject({ verdict: 'needs-approval', violations: [{ guardrail: 'needApproval', actual: 2 }] });
    expect(made(services, [baseline('b', [requireName])], { guardrails }).verdict).toBe('apply');
    const right = search({ engine: { reindex_remote_whitelist: ['a:9200'] } });
    expect(made([right], [baseline('b', [addresses])], { guardrails }).verdict).toBe('nothing');
  });

  it('waits for no approval where the policy takes restart out of the list', () => {
    const open = { ...guardrails, needApproval: ['lower', 'disable'] } as const;
    expect(made([search({})], [baseline('b', [addresses])], { guardrails: open }).verdict).toBe('apply');
  });

  it('has no part in the digest: it is the same change', () => {
    const plan = (restartingOptions: ReadonlySet<string>) =>
      planOf([aSnapshot({ services: [search({})] })], {
        policy: aPolicy({ rules: [ignoring], searchConfiguration: [baseline('b', [addresses])] }),
        restartingOptions,
      }).plan.digest;
    expect(plan(new Set())).toBe(plan(new Set([addresses.path])));
  });
});

describe('guardrails and a baseline', () => {
  const guardrails = { ...aPolicy().guardrails, maxChanges: 2 };

  it('count a service once, whatever is changed of it', () => {
    const services = ['a', 'b'].map((name) => search({}, { name }));
    const options = { rules: aPolicy().rules, guardrails };
    expect(made(services, [baseline('b', [requireName])], options).violations).toEqual([]);
  });

  it('count services that only a baseline manages', () => {
    const services = ['a', 'b', 'c'].map((name) => search({}, { name }));
    const plan = made(services, [baseline('b', [requireName])], { guardrails });
    expect(plan).toMatchObject({ verdict: 'needs-approval', violations: [{ guardrail: 'maxChanges', actual: 3 }] });
    const many = Array.from({ length: 20 }, (_, n) => search({}, { name: `s${n}` }));
    const share = made(many, [baseline('b', [requireName])], {
      guardrails: { ...aPolicy().guardrails, maxChangePercent: 50 },
    });
    expect(share.violations).toMatchObject([{ guardrail: 'maxChangePercent', actual: 100 }]);
  });
});

describe('the digest of a plan', () => {
  it('names the options that are written, what they were and what they are to be', () => {
    const digests = [
      made([search({})], [baseline('b', [requireName])]),
      made([search({})], [baseline('renamed', [requireName])]),
      made([search({})], [baseline('b', [{ ...requireName, value: false }])]),
      made([search({ engine: { action_destructive_requires_name: false } })], [baseline('b', [requireName])]),
      made([search({})], [baseline('b', [requireName, { path: 'service_log', value: true }])]),
    ].map(({ digest }) => digest);
    expect(digests[1]).toBe(digests[0]);
    expect(new Set(digests).size).toBe(4);
  });
});

const values = fc.constantFrom<OptionValue>(null, true, false, 1, 'a', ['a', { b: 1 }]);
const paths = fc.constantFrom('engine.a', 'engine.b', 'engine.deep.c', 'service_log', 'ip_filter');
const options = fc.uniqueArray(fc.record({ path: paths, value: values }), { selector: ({ path }) => path });
const actual = fc.constantFrom<SearchConfiguration>(
  {},
  { engine: { a: true, deep: { c: 1 } } },
  { service_log: false, ip_filter: ['a', { b: 1 }], engine: {} },
);

it('whatever the baselines, a plan that has been carried out leaves nothing to do, and writes only what was named', () => {
  fc.assert(
    fc.property(actual, fc.array(options, { maxLength: 3 }), (configuration, sets) => {
      const baselines = sets.map((set, index) => baseline(`b${index}`, set));
      const snapshots = [aSnapshot({ services: [search(configuration)] })];
      const policy = aPolicy({ rules: [ignoring], searchConfiguration: baselines });
      const { changes } = planOf(snapshots, { policy }).plan;
      const named = new Set<string>(sets.flat().map(({ path }) => path));
      for (const { path } of flat(changes).flatMap(({ members: written }) => written ?? []))
        expect(named.has(path)).toBe(true);
      expect(planOf(afterApplying(snapshots, changes), { policy }).plan.changes).toEqual([]);
    }),
  );
});
