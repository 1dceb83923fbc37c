import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditedState, AuditRecord } from '../../../lib/core/audit/audit.ts';
import type { Endpoint, Service, Snapshot } from '../../../lib/core/model/model.ts';
import { flat } from '../a-change.ts';
import { at, snapshotWith } from '../one-service.ts';
import { afterApplying, aPolicy, aService, aSnapshot, enableAll, planOf } from '../organization.ts';
import {
  aRecord,
  at100,
  at200,
  attached,
  attachedOnly,
  enabled,
  endpointAt,
  gone,
  nothing,
  raised,
  undo,
} from './undone-run.ts';

describe('a plan that undoes a run', () => {
  it('neither disables nor lowers where the configuration is kept elsewhere', () => {
    const tags = { 'disk-autoscaler-managed-by': 'terraform' };
    for (const [records, gb] of [
      [enabled, 100],
      [attachedOnly, 100],
      [raised, 200],
    ] as const) {
      const plan = undo(records, snapshotWith([at('e1', gb)], ['e1'], { tags }));
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

  it('brings back what any plan has changed, and then has nothing more to do', () => {
    const found = fc.constantFrom(nothing, at100, at200);
    const wanted = fc.option(fc.integer({ min: 0, max: 400 }), { nil: null });
    fc.assert(
      fc.property(found, wanted, (before, maximum) => {
        const rules =
          maximum === null
            ? [{ name: 'off', match: { project: ['*'] }, effect: 'disable' as const }]
            : [enableAll(maximum)];
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
    [
      'leaves what the platform lowered from another value, or to another one, or for another option',
      set(10, 99),
      engine(
        { engine: { search_max_buckets: 20 } },
        {
          lowered: [
            { path, asked: 98, got: 20 },
            { path, asked: 99, got: 21 },
            { path: 'engine.other', asked: 99, got: 20 },
          ],
        },
      ),
      [],
      ['not-undone'],
    ],
    [
      'sets one back that cannot be unset',
      [
        aRecord(
          'update-search-configuration',
          options({ 'engine.cluster_max_shards_per_node': 500 }),
          options({ 'engine.cluster_max_shards_per_node': 1000 }),
          { endpointName: '' },
        ),
      ],
      engine({ engine: { cluster_max_shards_per_node: 1000 } }),
      [{ path: 'engine.cluster_max_shards_per_node', from: 1000, to: 500 }],
      [],
    ],
  ])('%s', (_name, records, snapshot, members, codes) => {
    const plan = undo(records, snapshot, { rules: [] });
    expect(flat(plan.changes).flatMap((change) => change.members ?? [])).toEqual(members);
    expect(plan.findings.map(({ code }) => code)).toEqual(codes);
  });

  it('says why it stays also where the service is not running', () => {
    const stopped = engine({ engine: { search_max_buckets: 30 } }, { state: 'POWEROFF' });
    expect(undo(set(10, 20), stopped, { rules: [] }).findings.map(({ message }) => message)).toEqual([
      `Option ${path} was changed after the run, so it stays unchanged.`,
    ]);
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
