import { describe, expect, it } from 'vitest';
import type { Endpoint, Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { endpointName } from '../../../lib/core/service/endpoint-name.ts';
import { whyOf } from '../a-change.ts';
import { at, integrationWith, rules, shown, snapshotWith } from '../one-service.ts';
import { aPolicy, aService, aSnapshot, planOf } from '../organization.ts';

const byHand = (gb: number | null = 250): Endpoint => at('e1', gb, 'team-endpoint');
const made = snapshotWith([byHand()], ['e1']);

const everything = [{ project: '*', service: '*' }];
const shopAdopted = new Map([
  ['shop-prod', [{ service: 'orders', endpointName: 'team-endpoint', kind: 'additional' as const }]],
]);

const planned = (snapshot: Snapshot, policy: Partial<Policy>, given: Partial<PlanInput> = {}) => {
  const { plan, needs } = planOf([snapshot], { policy: aPolicy(policy), ...given });
  const findings = plan.findings.map(({ code, message }) => `${code}: ${message}`);
  return { changes: plan.changes.map(shown), findings, plan, needs };
};

const adopting = (snapshot: Snapshot, given: Partial<Policy> = {}) => planned(snapshot, { foreign: 'adopt', ...given });

const requested = (snapshot: Snapshot, policy: Partial<Policy> = {}, adopt: PlanInput['adopt'] = everything) =>
  planned(snapshot, policy, { adopt });

describe('an autoscaler made by hand', () => {
  it('is only reported by default, with the command that takes it over', () => {
    const { changes, findings } = planned(made, {});
    expect(changes).toEqual([]);
    expect(findings).toEqual([
      "foreign-autoscaler: An endpoint already autoscales this service (not managed by Headroom); left alone. To let policy take over, run 'headroom adopt PROJECT/SERVICE'.",
    ]);
  });

  it.each([
    ['foreign: adopt', () => adopting(made)],
    ['a request', () => requested(made)],
  ])('is adopted by %s with its own name and maximum', (_, adopt) => {
    const { changes, findings, plan } = adopt();
    expect([changes, findings]).toEqual([['grant adopt-endpoint e1 250→250'], []]);
    expect(plan.changes[0]).toMatchObject({ endpointName: 'team-endpoint', maximum: { kind: 'additional', gb: 250 } });
    expect(whyOf(plan.changes[0])).toBe(
      'Takes over endpoint team-endpoint, made by hand, with its maximum of 250 GB; later plans apply the policy to it.',
    );
    expect(plan.summary).toMatchObject({ adopt: 1, enable: 0, raise: 0, lower: 0, netGb: 0 });
  });

  it('counts for guardrails like every other change', () => {
    const guardrails = { ...aPolicy().guardrails, maxChanges: 0 };
    expect(adopting(made, { guardrails }).plan.verdict).toBe('needs-approval');
    expect(requested(made, { guardrails }).plan.verdict).toBe('needs-approval');
    expect(requested(made, { mode: 'observe' }).plan.verdict).toBe('observe');
  });

  it('waits for the end of a freeze, whatever the freeze allows', () => {
    const freeze = { reason: 'launch', untilMs: null, isUnreadable: false, allow: ['enable', 'raise'] as const };
    expect(planned(made, { foreign: 'adopt' }, { freeze })).toMatchObject({
      changes: [],
      plan: { freeze: { waiting: [{ kind: 'adopt-endpoint' }] } },
    });
  });

  it('counts the disk of the plan in a total, after that is known', () => {
    const total = snapshotWith([{ ...byHand(), maximum: { kind: 'total', gb: 300 } }], ['e1']);
    expect(requested(total)).toMatchObject({ changes: ['grant adopt-endpoint e1 220→220'] });
    const asked = planned(total, {}, { adopt: everything, planDiskMb: new Map() });
    expect([asked.changes, asked.findings, asked.needs]).toEqual([
      [],
      [],
      [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }],
    ]);
    const unknown = planned(total, {}, { adopt: everything, planDiskMb: new Map([['pg/startup-4', null]]) });
    expect(unknown.findings).toEqual([expect.stringMatching(/^not-adopted: .*does not report its size/)]);
  });
});

describe('an autoscaler that is not adopted', () => {
  const shared = (): Snapshot =>
    aSnapshot({
      services: ['orders', 'billing'].map((name) => aService({ name, integrations: [integrationWith('e1', name)] })),
      endpoints: [byHand()],
    });

  const cases: readonly (readonly [string, Snapshot, Partial<Policy>, string])[] = [
    ['no rule selects it', made, { rules: [] }, 'no rule of the policy selects the service'],
    ['a rule disables it', made, { rules: rules.disable }, 'rule "none" does not enable the autoscaler'],
    [
      'a tag of the service says off',
      snapshotWith([byHand()], ['e1'], { tags: { 'disk-autoscaler': 'off' } }),
      {},
      'Not adopted: tag disk-autoscaler is "off".',
    ],
    [
      'a tag says off, but its rule disables it anyway',
      snapshotWith([byHand()], ['e1'], { tags: { 'disk-autoscaler': 'off' } }),
      { rules: rules.disable },
      'rule "none" does not enable the autoscaler',
    ],
    [
      'a tag exempts it',
      snapshotWith([byHand()], ['e1'], tagged('exempt', '2031-01-01')),
      {},
      'a tag exempts the service',
    ],
    [
      'another tool manages it',
      snapshotWith([byHand()], ['e1'], tagged('managed-by', 'terraform')),
      {},
      'managed by terraform',
    ],
    ['its maximum is unreadable', snapshotWith([byHand(null)], ['e1']), {}, 'cannot be read'],
    ['its endpoint is not listed', snapshotWith([], ['e1']), {}, 'does not list endpoint e1'],
    ['it has two', snapshotWith([byHand(), at('e2', 10, 'another')], ['e1', 'e2']), {}, 'several autoscalers'],
    [
      'its name is that of another service',
      snapshotWith([at('e1', 10, 'headroom-billing')], ['e1']),
      {},
      'another service',
    ],
  ];

  it.each(cases)('stays where %s: nothing changes and the reason is given', (_, snapshot, policy, reason) => {
    const { changes, findings } = requested(snapshot, policy);
    expect(changes).toEqual([]);
    expect(findings).toEqual([expect.stringMatching(/^not-adopted: Not adopted: /)]);
    expect(findings[0]).toContain(reason);
    expect(adopting(snapshot, policy).changes).toEqual([]);
  });

  it('is one that several services share: each of them keeps it', () => {
    const { changes, findings } = requested(shared(), {}, [{ project: 'shop-prod', service: 'orders' }]);
    expect(changes).toEqual([]);
    expect(findings).toEqual([
      'not-adopted: Not adopted: endpoint team-endpoint is also used by billing, and moving the service to its own endpoint would leave it without an autoscaler for a moment.',
    ]);
    expect(adopting(shared())).toMatchObject({
      changes: [],
      findings: [expect.stringContaining('also used by orders'), expect.stringContaining('also used by billing')],
    });
  });

  it('is answered for by name also where there is nothing to adopt, and not by a glob', () => {
    const named = (service: string) => [{ project: 'shop-prod', service }];
    const ours = snapshotWith([at('e1', 100)], ['e1']);
    expect(requested(ours, {}, named('orders')).findings).toEqual([
      'not-adopted: Not adopted: Headroom already manages its autoscaler.',
    ]);
    expect(requested(snapshotWith([], []), {}, named('orders')).findings).toEqual([
      'not-adopted: Not adopted: it has no autoscaler.',
    ]);
    expect(requested(ours, {}, named('gone')).findings).toEqual([
      'not-adopted: Not adopted: there is no such service, or its project could not be read.',
    ]);
    expect(requested(ours, {}, named('ord*'))).toMatchObject({ changes: [], findings: [] });
  });
});

describe('a request to adopt', () => {
  it('plans nothing but adoptions of the services that it covers', () => {
    const services: Service[] = [
      aService({ name: 'orders', integrations: [integrationWith('e1')] }),
      aService({ name: 'other', integrations: [integrationWith('e2')] }),
      aService({ name: 'without' }),
    ];
    const endpoints = [byHand(), at('e2', 40, 'second'), at('e3', 10, 'headroom-gone')];
    const { changes, findings } = requested(aSnapshot({ services, endpoints }), {}, [
      { project: 'shop-*', service: 'or*' },
    ]);
    expect([changes, findings]).toEqual([['grant adopt-endpoint e1 250→250'], []]);
  });
});

describe('an adopted endpoint', () => {
  const onceAdopted = (policy: Partial<Policy>, snapshot = made) => planned(snapshot, policy, { adopted: shopAdopted });

  it('follows the policy from then on, under its own name', () => {
    expect(onceAdopted({ rules: rules['enable at 100'] }).changes).toEqual(['release update-endpoint e1 250→100']);
    expect(onceAdopted({ rules: rules['enable at 100'] }).plan.changes[0]).toMatchObject({
      endpointName: 'team-endpoint',
    });
    expect(onceAdopted({ rules: rules.disable }).plan.changes).toMatchObject([
      { kind: 'delete-integration', endpointName: 'team-endpoint' },
      { kind: 'delete-endpoint', endpointName: 'team-endpoint' },
    ]);
    expect(onceAdopted({ rules: rules.ignore }).findings).toEqual([expect.stringMatching(/^no-longer-selected/)]);
  });

  it('is attached again where its integration was deleted', () => {
    const { plan } = onceAdopted({ rules: rules['enable at 100'] }, snapshotWith([at('e1', 100, 'team-endpoint')], []));
    expect(plan.changes).toMatchObject([
      { kind: 'create-integration', endpointId: 'e1', endpointName: 'team-endpoint' },
    ]);
  });

  it('is not one of the same name that counts otherwise, or that another service uses', () => {
    const total = snapshotWith([{ ...byHand(), maximum: { kind: 'total', gb: 300 } }], ['e1']);
    expect(onceAdopted({}, total).findings).toEqual([expect.stringMatching(/^foreign-autoscaler/)]);
    const other = aService({ name: 'billing', integrations: [integrationWith('e1', 'i2')] });
    const shared = { ...made, services: [...made.services, other] };
    expect(onceAdopted({}, shared)).toMatchObject({ changes: [], findings: [expect.any(String), expect.any(String)] });
  });

  it('gives way to a new endpoint of the service where it is gone', () => {
    const { plan } = onceAdopted({}, snapshotWith([], []));
    expect(plan.changes).toMatchObject([
      { kind: 'create-endpoint', endpointName: 'headroom-orders' },
      { kind: 'create-integration', endpointName: 'headroom-orders' },
    ]);
  });
});

function tagged(name: string, value: string): Partial<Service> {
  return { tags: { [`disk-autoscaler-${name}`]: value } };
}

describe('foreign: adopt', () => {
  it('takes over nothing that the policy does not enable, and leaves its own services as they are', () => {
    const { changes, findings } = adopting(made, { rules: rules.disable });
    expect(changes).toEqual([]);
    expect(findings.map((text) => text.split(':')[0])).toEqual(['foreign-autoscaler']);
    expect(adopting(snapshotWith([at('e1', 40)], ['e1'])).changes).toEqual(['grant update-endpoint e1 40→100']);
  });

  it('leaves a service whose endpoint name is also that of another one', () => {
    const long = 'customer-orders-archive-eu-west-1-2030';
    const services = [
      aService({ name: long, integrations: [integrationWith('e1')] }),
      aService({ name: endpointName(long).slice('headroom-'.length) }),
    ];
    const collision = aSnapshot({ services, endpoints: [byHand()] });
    const { changes, findings } = adopting(collision);
    expect(changes).toEqual([]);
    expect(findings.map((text) => text.split(':')[0])).toEqual(['name-collision', 'name-collision']);
  });

  it('leaves an autoscaler that cannot be adopted with the finding of before', () => {
    const shared = {
      ...made,
      services: [...made.services, aService({ name: 'users', integrations: [integrationWith('e1')] })],
    };
    const { changes, findings } = adopting(shared);
    expect(changes).toEqual([]);
    expect(new Set(findings.map((text) => text.split(':')[0]))).toEqual(new Set(['foreign-autoscaler']));
  });
});
