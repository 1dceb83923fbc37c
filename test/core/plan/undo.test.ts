import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditedState, AuditRecord } from '../../../lib/core/audit/audit.ts';
import type { ChangeKind } from '../../../lib/core/change/change.ts';
import type { Endpoint, Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import { because } from '../../../lib/core/model/reason.ts';
import { flat } from '../a-change.ts';
import { at, create, remove, shown, world } from '../one-service.ts';
import {
  additional,
  afterApplying,
  aPolicy,
  aService,
  aSnapshot,
  enableAll,
  planOf,
  pricedAt,
} from '../organization.ts';

const endpointAt = (gb: number | null): AuditedState => ({
  kind: 'endpoint',
  maximum: additional(gb),
  maxAdditionalGb: gb ?? 0,
});
const attached: AuditedState = { kind: 'integration', integrationId: 'integration-e1', endpointId: 'e1' };

const aRecord = (kind: ChangeKind, before: AuditedState, after: AuditedState, more: Partial<AuditRecord> = {}) => ({
  runId: 'run-1',
  digest: 'd',
  trigger: { kind: 'manual', by: 'a test' } as const,
  rule: 'everyone',
  reason: 'Because.',
  kind,
  project: 'shop-prod',
  service: 'orders',
  endpointName: 'headroom-orders',
  endpointId: 'e1',
  before,
  after,
  requestId: null,
  at: '2030-06-14T00:00:00.000Z',
  status: 'confirmed' as const,
  error: null,
  previous: '',
  hash: '',
  ...more,
});

const enabled = [aRecord('create-endpoint', null, endpointAt(100)), aRecord('create-integration', null, attached)];
const raised = [aRecord('update-endpoint', endpointAt(100), endpointAt(200))];
const lowered = [aRecord('update-endpoint', endpointAt(200), endpointAt(100))];
const disabled = [aRecord('delete-integration', attached, null), aRecord('delete-endpoint', endpointAt(100), null)];
const attachedOnly = [aRecord('create-integration', null, attached)];
const orphaned = [aRecord('delete-endpoint', endpointAt(100), null, { service: '' })];

/** The same writes, whose answers were lost. */
const unknown = (records: readonly AuditRecord[]): AuditRecord[] =>
  records.map((record) => ({ ...record, status: 'unknown' }));

/** The plan that undoes these writes in this project, under a policy that asks for something else. */
const undo = (records: readonly AuditRecord[], snapshot: Snapshot, given: Partial<Policy> = {}) => {
  const policy = aPolicy({ rules: [enableAll(999)], ...given });
  // The platform was asked and gives no price, so that the policy's own holds.
  const prices = new Map([['pg/startup-4/aws-eu-west-1', null]]);
  return planOf([snapshot], { policy, prices, undo: { runId: 'run-1', records } }).plan;
};

const nothing = world([], []);
const at100 = world([at('e1', 100)], ['e1']);
const at200 = world([at('e1', 200)], ['e1']);
const at300 = world([at('e1', 300)], ['e1']);
const unused = world([at('e1', 100)], []);
const foreign = world([at('f1', 100, 'by-hand')], ['f1']);
const grown = (gb: number, endpoints: readonly Endpoint[], ties: readonly string[]) =>
  world(endpoints, ties, { diskMb: (80 + gb) * 1024 });
const gone = aSnapshot();

describe('undoing a run that', () => {
  it.each<[string, readonly AuditRecord[], Snapshot, readonly string[], readonly string[]]>([
    ['enabled takes the autoscaler away', enabled, at100, remove('e1', 100), []],
    ['enabled, when it is gone already, has nothing to do', enabled, nothing, [], []],
    ['enabled, with another maximum now, leaves it', enabled, at200, [], ['not-undone']],
    ['enabled in part takes away what there is', enabled, unused, [remove('e1', 100)[1] ?? ''], []],
    [
      'enabled a disk that has grown says that it stays',
      enabled,
      grown(40, [at('e1', 100)], ['e1']),
      remove('e1', 100),
      ['not-undone'],
    ],
    ['raised lowers', raised, at200, ['release update-endpoint e1 200→100'], []],
    ['raised, when it is back already, has nothing to do', raised, at100, [], []],
    ['raised, with another maximum now, leaves it', raised, at300, [], ['not-undone']],
    ['raised, with the autoscaler gone, leaves it', raised, nothing, [], ['not-undone']],
    [
      'raised does not go below what is provisioned',
      raised,
      grown(150, [at('e1', 200)], ['e1']),
      ['release update-endpoint e1 200→150'],
      ['floor-above-maximum'],
    ],
    [
      'raised, all of which is provisioned, changes nothing',
      raised,
      grown(200, [at('e1', 200)], ['e1']),
      [],
      ['floor-above-maximum'],
    ],
    ['lowered raises', lowered, at100, ['grant update-endpoint e1 100→200'], []],
    ['disabled enables', disabled, nothing, create, []],
    ['disabled, when it is on already, has nothing to do', disabled, at100, [], []],
    ['disabled in part brings back what is missing', disabled, unused, ['grant create-integration e1 0→100'], []],
    [
      'disabled does not enable below what is provisioned',
      disabled,
      grown(150, [], []),
      create.map((text) => text.replace('100', '150')),
      ['floor-above-maximum'],
    ],
    ["disabled leaves someone else's autoscaler", disabled, foreign, [], ['foreign-autoscaler']],
    [
      'disabled a service that cannot have it now says so',
      disabled,
      world([], [], { state: 'POWEROFF' }),
      [],
      ['not-eligible'],
    ],
    [
      'disabled at a maximum that could not be read says so',
      [disabled[0], aRecord('delete-endpoint', endpointAt(null), null)].filter((one) => one !== undefined),
      nothing,
      [],
      ['not-undone'],
    ],
    ['attached an existing endpoint detaches it', attachedOnly, at100, ['release delete-integration e1 100→0'], []],
    [
      'deleted an endpoint that nothing used does not make it again',
      [disabled[1]].filter((one) => one !== undefined),
      nothing,
      [],
      ['not-undone'],
    ],
    ['removed what a gone service left does not make it again', orphaned, nothing, [], ['not-undone']],
    ['changed a service that is gone now says so', enabled, gone, [], ['not-undone']],
    [
      'wrote only what was refused has nothing to do',
      enabled.map((one) => ({ ...one, status: 'failed' as const })),
      at100,
      [],
      [],
    ],
    ['may have enabled, and has not, has nothing to do', unknown(enabled), nothing, [], []],
    ['may have enabled, and has, takes it away', unknown(enabled), at100, remove('e1', 100), []],
    ['may have raised, and has not, has nothing to do', unknown(raised), at100, [], []],
    ['may have raised, and has, lowers', unknown(raised), at200, ['release update-endpoint e1 200→100'], []],
    [
      'enabled and may have integrated, and has, takes both away',
      [...enabled.slice(0, 1), ...unknown(enabled.slice(1))],
      at100,
      remove('e1', 100),
      [],
    ],
  ])('%s', (_name, records, snapshot, changes, codes) => {
    const plan = undo(records, snapshot);
    expect(plan.changes.map(shown)).toEqual(changes);
    expect(plan.findings.map(({ code }) => code)).toEqual(codes);
  });

  it('says in every change and finding which run and why', () => {
    expect(undo(raised, at200).changes[0]).toMatchObject({
      rule: '',
      reasons: because(
        'undo',
        'Undoes run run-1: before it the service had a maximum of 100 GB and the autoscaler on.',
      ),
    });
    expect(undo(raised, at300).findings[0]?.message).toBe(
      'Changed after run run-1, so it stays unchanged: the run left a maximum of 200 GB, now it has a maximum of 300 GB and the autoscaler on.',
    );
    expect(undo(enabled, grown(40, [at('e1', 100)], ['e1'])).findings[0]?.message).toBe(
      'The disk keeps its size: 40 GB of additional storage are provisioned, and disks do not shrink.',
    );
  });

  it.each([
    ['enabled', enabled],
    ['attached', attachedOnly],
    ['raised', raised],
  ])('%s a service that another tool manages reports the steps and changes nothing', (_name, records) => {
    const maximum = records === raised ? 200 : 100;
    const kept = world([at('e1', maximum)], ['e1'], { tags: { 'disk-autoscaler-managed-by': 'terraform' } });
    const plan = undo(records, kept);
    expect([plan.changes, plan.findings.map(({ code }) => code)]).toEqual([[], ['managed-elsewhere']]);
  });

  it('leaves services unchanged that a tag exempts after the run', () => {
    const exempt = world([at('e1', 200)], ['e1'], { tags: { 'disk-autoscaler-exempt': '2031-01-01' } });
    const plan = undo(raised, exempt);
    expect([plan.changes, plan.findings.map(({ code }) => code)]).toEqual([[], ['not-undone']]);
  });
});

describe('a plan that undoes a run', () => {
  it('neither disables nor lowers where the configuration is kept elsewhere', () => {
    const tags = { 'disk-autoscaler-managed-by': 'terraform' };
    for (const [records, gb] of [
      [enabled, 100],
      [attachedOnly, 100],
      [raised, 200],
    ] as const) {
      const plan = undo(records, world([at('e1', gb)], ['e1'], { tags }));
      expect(plan.changes).toEqual([]);
      expect(plan.findings.map(({ code }) => code)).toEqual(['managed-elsewhere']);
    }
  });

  it('changes nothing that the run has not touched, whatever policy asks for', () => {
    const other = aService({ name: 'stock' });
    const snapshot = { ...at200, services: [...at200.services, other] };
    expect(undo(raised, snapshot).changes.map(({ service }) => service)).toEqual(['orders']);
    expect(undo([], snapshot).changes).toEqual([]);
  });

  it('goes through the guardrails and the mode, as every plan', () => {
    const guardrails = { ...aPolicy().guardrails, needApproval: ['lower', 'disable'] as const };
    expect(undo(raised, at200, { guardrails }).verdict).toBe('needs-approval');
    expect(undo(enabled, at100, { guardrails }).verdict).toBe('needs-approval');
    expect(undo(raised, at200, { mode: 'observe' }).verdict).toBe('observe');
    expect(undo(raised, at200).verdict).toBe('apply');
  });

  it('needs approval when a budget does not pay for what is brought back', () => {
    const budget = { name: 'storage', match: {}, basis: 'run-rate' as const, deadBandGb: 0, warnPercent: 0 };
    const given = (monthly: string) => ({ budgets: [{ ...budget, monthly }], prices: pricedAt('0.10') });
    expect(undo(lowered, at100, given('20.00')).violations).toEqual([]);
    expect(undo(lowered, at100, given('19.99')).violations).toEqual([
      expect.objectContaining({
        guardrail: 'budget',
        limit: '19.99',
        message: expect.stringContaining('"storage" would cost'),
      }),
    ]);
    expect(undo(raised, at200, given('1.00')).violations).toEqual([]);
  });

  it('brings back what any plan has changed, and then has nothing more to do', () => {
    const found = fc.constantFrom(nothing, at100, at200);
    const wanted = fc.option(fc.integer({ min: 0, max: 400 }), { nil: null });
    fc.assert(
      fc.property(found, wanted, (before, maximum) => {
        const rules =
          maximum === null ? [{ name: 'off', match: {}, effect: 'disable' as const }] : [enableAll(maximum)];
        const { changes } = planOf([before], { policy: aPolicy({ rules }) }).plan;
        const after = afterApplying([before], changes);
        const records = flat(changes).map(({ kind, fromGb, toGb, endpointId }) => {
          const [was, becomes] = kind.endsWith('-endpoint')
            ? [endpointAt(fromGb), endpointAt(toGb)]
            : [attached, attached];
          const isNew = kind.startsWith('create');
          return aRecord(kind, isNew ? null : was, kind.startsWith('delete') ? null : becomes, { endpointId });
        });
        const back = undo(records, after[0] ?? gone);
        const restored = afterApplying(after, back.changes);
        const seen = (services: readonly Service[], endpoints: readonly Endpoint[]) =>
          services.map(({ integrations }) =>
            integrations.map((one) => endpoints.find(({ id }) => id === one.endpointId)?.maximum),
          );
        const [now = gone] = restored;
        expect(seen(now.services, now.endpoints)).toEqual(seen(before.services, before.endpoints));
        expect(undo(records, now).changes).toEqual([]);
      }),
    );
  });
});

describe('undoing search configuration', () => {
  it('waits for approval where it restarts the service', () => {
    const whitelist = 'engine.reindex_remote_whitelist';
    const state = (value: string[] | null): AuditedState => ({
      kind: 'search-configuration',
      options: { [whitelist]: value },
    });
    const record = aRecord('update-search-configuration', state(null), state(['a:9200']), { endpointName: '' });
    const snapshot = engine({ engine: { reindex_remote_whitelist: ['a:9200'] } });
    const guardrails = { ...aPolicy().guardrails, needApproval: ['restart'] } as const;
    const plan = undo([record], snapshot, { guardrails });
    expect(flat(plan.changes)[0]?.members).toEqual([{ path: whitelist, from: ['a:9200'], to: null, restarts: true }]);
    expect(plan).toMatchObject({ verdict: 'needs-approval', violations: [{ guardrail: 'needApproval', actual: 1 }] });
  });

  const engine = (configuration: Service['searchConfiguration'], more: Partial<Service> = {}) =>
    aSnapshot({
      services: [aService({ name: 'orders', type: 'engine', searchConfiguration: configuration, ...more })],
    });
  const options = (given: Record<string, number | null>): AuditedState => ({
    kind: 'search-configuration',
    options: given,
  });
  const path = 'engine.search_max_buckets';
  const set = (from: number | null, to: number | null) => [
    aRecord('update-search-configuration', options({ [path]: from }), options({ [path]: to }), { endpointName: '' }),
  ];

  it.each<[string, readonly AuditRecord[], Snapshot, readonly unknown[], readonly string[]]>([
    [
      'sets an option back',
      set(10, 20),
      engine({ engine: { search_max_buckets: 20 } }),
      [{ path, from: 20, to: 10 }],
      [],
    ],
    [
      'resets one that was not set',
      set(null, 20),
      engine({ engine: { search_max_buckets: 20 } }),
      [{ path, from: 20, to: null }],
      [],
    ],
    ['has nothing to do for one that is back', set(10, 20), engine({ engine: { search_max_buckets: 10 } }), [], []],
    [
      'leaves one that was changed since',
      set(10, 20),
      engine({ engine: { search_max_buckets: 30 } }),
      [],
      ['not-undone'],
    ],
    ['says so where the configuration is not shown', set(10, 20), engine(null), [], ['not-undone']],
    [
      'waits for a service that is not running',
      set(10, 20),
      engine({ engine: { search_max_buckets: 20 } }, { state: 'POWEROFF' }),
      [],
      ['not-undone'],
    ],
    [
      'takes what the platform lowered for what was asked',
      set(10, 99),
      engine({ engine: { search_max_buckets: 20 } }, { lowered: [{ path, asked: 99, got: 20 }] }),
      [{ path, from: 20, to: 10 }],
      [],
    ],
  ])('%s', (_name, records, snapshot, members, codes) => {
    const plan = undo(records, snapshot, { rules: [] });
    expect(flat(plan.changes).flatMap((change) => change.members ?? [])).toEqual(members);
    expect(plan.findings.map(({ code }) => code)).toEqual(codes);
  });

  it('leaves one that cannot be unset, because the platform would refuse the whole change, and undoes the others', () => {
    const lasting = 'engine.cluster_max_shards_per_node';
    const [before, after] = [options({ [lasting]: null, [path]: null }), options({ [lasting]: 1000, [path]: 20 })];
    const plan = undo(
      [aRecord('update-search-configuration', before, after, { endpointName: '' })],
      engine({ engine: { search_max_buckets: 20, cluster_max_shards_per_node: 1000 } }),
      { rules: [] },
    );
    expect(flat(plan.changes).flatMap((change) => change.members ?? [])).toEqual([{ path, from: 20, to: null }]);
    expect(plan.findings.map(({ message }) => message)).toEqual([
      `Option ${lasting} was not set before the run and cannot be unset, so it stays 1000.`,
    ]);
  });
});
