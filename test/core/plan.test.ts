import { describe, expect, it } from 'vitest';
import { endpointName } from '../../lib/core/endpoint-name.ts';
import type { Change, Endpoint, Service, Snapshot } from '../../lib/core/model.ts';
import type { Policy, Rule } from '../../lib/core/policy-document.ts';
import {
  additional,
  afterApplying,
  anEndpoint,
  aPolicy,
  aService,
  aSnapshot,
  enableAll,
  planDiskMb,
  planOf,
  pricedAt,
} from './organization.ts';

const rules: Readonly<Record<string, Rule[]>> = {
  'enable at 100': [enableAll(100)],
  disable: [{ name: 'nobody', match: {}, effect: 'disable' }],
  ignore: [],
};

const tie = (endpointId: string, id = `tie-${endpointId}`) => ({ id, endpointId });

/** One service `orders` with these endpoints in its project, tied to those of these ids. */
const world = (endpoints: readonly Endpoint[], ties: readonly string[], service: Partial<Service> = {}): Snapshot =>
  aSnapshot({ services: [aService({ ...service, integrations: ties.map((id) => tie(id)) })], endpoints });

const shown = ({ phase, kind, endpointId, fromGb, toGb }: Change): string =>
  `${phase} ${kind} ${endpointId ?? 'new'} ${fromGb}→${toGb}`;

const outcome = (snapshot: Snapshot, given: Partial<Policy>) => {
  const { plan } = planOf([snapshot], { policy: aPolicy(given) });
  return { changes: plan.changes.map(shown), findings: plan.findings.map(({ code }) => code) };
};

const at = (id: string, maxAdditionalGb: number | null, name = 'headroom-orders') =>
  anEndpoint({ id, name, maximum: additional(maxAdditionalGb) });

const nothing = world([], []);
const spare = world([at('e1', 100)], []);
const spareOther = world([at('e1', 40)], []);
const ours = world([at('e1', 100)], ['e1']);
const oursLess = world([at('e1', 40)], ['e1']);
const oursMore = world([at('e1', 400)], ['e1']);
const unreadable = world([at('e1', null)], ['e1']);
const two = world([at('e1', 40), at('e2', 100)], ['e1', 'e2']);
const oursAndSpare = world([at('e1', 100), at('e2', 100)], ['e2']);
const foreign = world([at('f1', 100, 'team-endpoint')], ['f1']);
const foreignAndOurs = world([at('f1', 100, 'team-endpoint'), at('e1', 100)], ['f1', 'e1']);
const foreignUnlisted = world([], ['f1']);
const stopped = world([], [], { state: 'POWEROFF' });
const stoppedOurs = world([at('e1', 40)], ['e1'], { state: 'POWEROFF' });

const remove = (id: string, gb: number) => [
  `release delete-integration ${id} ${gb}→0`,
  `release delete-endpoint ${id} ${gb}→0`,
];
const create = ['grant create-endpoint new 0→100', 'grant create-integration new 0→100'];

describe('the table of desired and actual', () => {
  it.each<[string, string, Snapshot, string[], string[]]>([
    ['nothing', 'enable at 100', nothing, create, []],
    ['nothing', 'disable', nothing, [], []],
    ['nothing', 'ignore', nothing, [], []],
    ['our endpoint only, at M', 'enable at 100', spare, ['grant create-integration e1 0→100'], []],
    [
      'our endpoint only, not at M',
      'enable at 100',
      spareOther,
      ['grant update-endpoint e1 40→100', 'grant create-integration e1 0→100'],
      [],
    ],
    ['our endpoint only', 'disable', spare, ['release delete-endpoint e1 100→0'], []],
    ['our endpoint only', 'ignore', spare, ['release delete-endpoint e1 100→0'], []],
    ['ours at M', 'enable at 100', ours, [], []],
    ['ours at M', 'disable', ours, remove('e1', 100), []],
    ['ours at M', 'ignore', ours, [], ['no-longer-selected']],
    ['ours below M', 'enable at 100', oursLess, ['grant update-endpoint e1 40→100'], []],
    ['ours above M', 'enable at 100', oursMore, ['release update-endpoint e1 400→100'], []],
    ['ours above M', 'disable', oursMore, remove('e1', 400), []],
    ['ours above M', 'ignore', oursMore, [], ['no-longer-selected']],
    ['ours with an unreadable maximum', 'enable at 100', unreadable, ['grant update-endpoint e1 0→100'], []],
    ['two of ours', 'enable at 100', two, remove('e1', 40), []],
    [
      'two of ours',
      'disable',
      two,
      [
        'release delete-integration e1 40→0',
        'release delete-integration e2 100→0',
        'release delete-endpoint e1 40→0',
        'release delete-endpoint e2 100→0',
      ],
      [],
    ],
    ['two of ours', 'ignore', two, [], ['no-longer-selected']],
    ['ours and an unused one', 'enable at 100', oursAndSpare, ['release delete-endpoint e1 100→0'], []],
    ["someone else's", 'enable at 100', foreign, [], ['foreign-autoscaler']],
    ["someone else's", 'disable', foreign, [], ['foreign-autoscaler']],
    ["someone else's", 'ignore', foreign, [], []],
    ["someone else's and ours", 'enable at 100', foreignAndOurs, [], ['foreign-autoscaler']],
    ["someone else's and ours", 'disable', foreignAndOurs, [], ['foreign-autoscaler']],
    ["someone else's and ours", 'ignore', foreignAndOurs, [], ['foreign-autoscaler']],
    ['an endpoint that the project does not list', 'enable at 100', foreignUnlisted, [], ['foreign-autoscaler']],
    ['not eligible', 'enable at 100', stopped, [], ['not-eligible']],
    ['not eligible, with ours', 'enable at 100', stoppedOurs, [], ['not-eligible']],
    ['not eligible, with ours', 'disable', stoppedOurs, remove('e1', 40), []],
    ['not eligible, with ours', 'ignore', stoppedOurs, [], ['no-longer-selected']],
  ])('actual: %s, desired: %s', (_, desired, snapshot, changes, findings) => {
    expect(outcome(snapshot, { rules: rules[desired] })).toEqual({ changes, findings });
  });

  it('an exempt service is left alone without a word, even with an unused endpoint', () => {
    const tags = { 'disk-autoscaler-exempt': '2031-01-01' };
    for (const snapshot of [world([at('e1', 40)], ['e1'], { tags }), world([at('e1', 40)], [], { tags })]) {
      expect(outcome(snapshot, {})).toEqual({ changes: [], findings: [] });
    }
  });

  it('one endpoint tied twice keeps one integration', () => {
    const service = aService({ integrations: [tie('e1', 'b'), tie('e1', 'a')] });
    const { plan } = planOf([aSnapshot({ services: [service], endpoints: [at('e1', 100)] })]);
    expect(plan.changes.map(({ kind, integrationId }) => [kind, integrationId])).toEqual([['delete-integration', 'b']]);
  });

  it('two of ours, neither at M: the lowest id is kept and brought to M', () => {
    const snapshot = world([at('e2', 300), at('e1', 40)], ['e2', 'e1']);
    expect(outcome(snapshot, {}).changes).toEqual([...remove('e2', 300), 'grant update-endpoint e1 40→100']);
  });

  it('an endpoint of our name that another service uses too is untouched, and both are told', () => {
    const services = [
      aService({ integrations: [tie('e1', 'a')] }),
      aService({ name: 'billing', integrations: [tie('e1', 'b')] }),
    ];
    const snapshot = aSnapshot({ services, endpoints: [at('e1', 40)] });
    for (const desired of ['enable at 100', 'disable']) {
      const { changes, findings } = outcome(snapshot, { rules: rules[desired] });
      expect(changes).toEqual([]);
      expect(findings).toEqual(['foreign-autoscaler', 'endpoint-shared']);
    }
  });

  it('an unused name of ours that another service has taken is not created again', () => {
    const services = [aService(), aService({ name: 'billing', integrations: [tie('e1')] })];
    const only = [{ ...enableAll(100), match: { service: ['orders'] } }];
    const { changes, findings } = outcome(aSnapshot({ services, endpoints: [at('e1', 40)] }), { rules: only });
    expect({ changes, findings }).toEqual({ changes: [], findings: ['endpoint-shared'] });
  });

  it('services whose endpoints would bear the same name are both left as they are', () => {
    const long = 'customer-orders-archive-eu-west-1-2030';
    const services = [aService({ name: long }), aService({ name: endpointName(long).slice('headroom-'.length) })];
    for (const desired of ['enable at 100', 'disable']) {
      const seen = outcome(aSnapshot({ services }), { rules: rules[desired] });
      expect(seen).toEqual({ changes: [], findings: ['name-collision', 'name-collision'] });
    }
    expect(outcome(aSnapshot({ services }), { rules: [] }).findings).toEqual([]);
  });

  it('an endpoint of ours whose service is gone is deleted, unless some service uses it', () => {
    const endpoints = [at('e1', 40, 'headroom-gone'), at('e2', 40, 'headroom-used'), at('e3', 40, 'team-endpoint')];
    const snapshot = aSnapshot({ services: [aService({ integrations: [tie('e2')] })], endpoints });
    const { plan } = planOf([snapshot], { policy: aPolicy({ rules: [] }) });
    expect(plan.changes).toEqual([
      expect.objectContaining({ kind: 'delete-endpoint', phase: 'release', service: '', endpointId: 'e1', fromGb: 40 }),
    ]);
  });
});

describe('the floor under a maximum', () => {
  const gb = 1024;
  const withDisk = (diskMb: number | null, endpoints: Endpoint[] = [], ties: string[] = []) =>
    world(endpoints, ties, { diskMb });
  const made = (snapshot: Snapshot, disks = planDiskMb) => {
    const { plan, needs } = planOf([snapshot], { planDiskMb: disks });
    return { changes: plan.changes.map(shown), findings: plan.findings.map(({ code }) => code), needs };
  };

  it('needs no plan as long as the whole disk is no larger than the maximum', () => {
    expect(made(withDisk(100 * gb), new Map())).toEqual({ changes: create, findings: [], needs: [] });
  });

  it('asks for the disk of the plan once the whole disk is larger, and leaves the service out until it knows', () => {
    expect(made(withDisk(100 * gb + 1), new Map())).toEqual({
      changes: [],
      findings: [],
      needs: [{ project: 'shop-prod', serviceType: 'pg', plan: 'startup-4' }],
    });
    expect(made(withDisk(100 * gb + 1))).toEqual({ changes: create, findings: [], needs: [] });
  });

  it('asks nothing where the maximum is right already', () => {
    expect(made(withDisk(900 * gb, [at('e1', 100)], ['e1']), new Map())).toEqual({
      changes: [],
      findings: [],
      needs: [],
    });
  });

  it('lifts the maximum to what is provisioned, rounded up to whole GB', () => {
    expect(made(withDisk((80 + 149) * gb + 1))).toMatchObject({
      changes: ['grant create-endpoint new 0→150', 'grant create-integration new 0→150'],
      findings: ['floor-above-maximum'],
    });
    expect(made(withDisk(230 * gb, [at('e1', 400)], ['e1'])).changes).toEqual(['release update-endpoint e1 400→150']);
    expect(made(withDisk(230 * gb, [at('e1', 150)], ['e1']))).toMatchObject({
      changes: [],
      findings: ['floor-above-maximum'],
    });
  });

  it('a disk smaller than its plan has nothing provisioned', () => {
    const plan = new Map([['pg/startup-4', 500 * gb]]);
    expect(made(withDisk(400 * gb), plan)).toEqual({ changes: create, findings: [], needs: [] });
  });

  it.each([
    ['enabling', withDisk(230 * gb), new Map([['pg/startup-4', null]]), 'plan-unknown'],
    ['lowering', withDisk(230 * gb, [at('e1', 400)], ['e1']), new Map([['pg/startup-4', null]]), 'plan-unknown'],
    ['raising', withDisk(230 * gb, [at('e1', 50)], ['e1']), new Map([['pg/startup-4', null]]), 'plan-unknown'],
    [
      'using an endpoint at hand',
      withDisk(230 * gb, [at('e1', 100)]),
      new Map([['pg/startup-4', null]]),
      'plan-unknown',
    ],
    ['enabling', withDisk(null), planDiskMb, 'disk-unknown'],
  ])('%s stops where what is provisioned cannot be known', (_, snapshot, disks, code) => {
    expect(made(snapshot, disks)).toEqual({ changes: [], findings: [code], needs: [] });
  });

  it('an unknown plan does not matter below the maximum or for disabling', () => {
    const unknown = new Map([['pg/startup-4', null]]);
    expect(made(withDisk(90 * gb), unknown).changes).toEqual(create);
    const { plan } = planOf([withDisk(null, [at('e1', 100)], ['e1'])], { policy: aPolicy({ rules: rules.disable }) });
    expect(plan.changes.map(shown)).toEqual(remove('e1', 100));
  });

  it('asks for each plan once, through the first project in order', () => {
    const services = [aService({ diskMb: 200 * gb }), aService({ name: 'b', diskMb: 200 * gb, plan: 'business-8' })];
    const snapshots = ['z', 'a'].map((project) => aSnapshot({ project, services }));
    expect(planOf(snapshots, { planDiskMb: new Map() }).needs).toEqual([
      { project: 'a', serviceType: 'pg', plan: 'business-8' },
      { project: 'a', serviceType: 'pg', plan: 'startup-4' },
    ]);
  });
});

describe('the plan as a whole', () => {
  const many = [
    aSnapshot({ project: 'b', services: [aService({ name: 'new' })] }),
    aSnapshot({
      project: 'a',
      services: [
        aService({ name: 'less', integrations: [tie('l')] }),
        aService({ name: 'more', integrations: [tie('m')] }),
        aService({ name: 'out', tags: { 'disk-autoscaler': 'off' }, integrations: [tie('o')] }),
      ],
      endpoints: [at('l', 30, 'headroom-less'), at('m', 300, 'headroom-more'), at('o', 7, 'headroom-out')],
    }),
  ];

  it('puts every release before every grant, then orders by project, service and kind', () => {
    const { plan } = planOf(many);
    expect(plan.changes.map(({ phase, project, service, kind }) => [phase, project, service, kind].join(' '))).toEqual([
      'release a more update-endpoint',
      'release a out delete-integration',
      'release a out delete-endpoint',
      'grant a less update-endpoint',
      'grant b new create-endpoint',
      'grant b new create-integration',
    ]);
  });

  it('counts services, GB and money', () => {
    expect(planOf(many).plan.summary).toEqual({
      enable: 1,
      raise: 1,
      lower: 1,
      disable: 1,
      addedGb: 170,
      addedMonthly: '25.50',
    });
    expect(planOf(many, { policy: aPolicy({ prices: pricedAt(null) }) }).plan.summary.addedMonthly).toBeNull();
  });

  it('tells of a project that could not be read, and plans nothing for it', () => {
    const unread = [{ project: 'a', error: 'PlatformForbidden', message: 'no access' }];
    const { plan } = planOf(many, { unread });
    expect(plan.changes.map(({ project }) => project)).toEqual(['b', 'b']);
    expect(plan.findings).toEqual([
      expect.objectContaining({
        code: 'project-unread',
        project: 'a',
        service: '',
        message: expect.stringContaining('no access'),
      }),
    ]);
  });

  it('refuses two snapshots of one project', () => {
    expect(() => planOf([aSnapshot(), aSnapshot()])).toThrow('project shop-prod has two snapshots');
  });

  it('says nothing, observe, needs-approval or apply', () => {
    const guardrails = { ...aPolicy().guardrails, maxChanges: 3 };
    const verdict = (policy: Partial<Policy>, approvedDigest?: string) => {
      const made = planOf(many, { policy: aPolicy(policy), approvedDigest });
      return [made.plan.verdict, made.approval];
    };
    const { digest } = planOf(many).plan;
    expect(verdict({})).toEqual(['apply', 'none']);
    expect(verdict({ mode: 'observe' })).toEqual(['observe', 'none']);
    expect(verdict({ mode: 'stop' })).toEqual(['observe', 'none']);
    expect(verdict({ guardrails })).toEqual(['needs-approval', 'none']);
    expect(verdict({ guardrails }, digest)).toEqual(['apply', 'matches']);
    expect(verdict({ guardrails }, 'another')).toEqual(['needs-approval', 'differs']);
    expect(verdict({}, 'another')).toEqual(['apply', 'differs']);
    expect(verdict({ mode: 'observe', guardrails }, digest)).toEqual(['observe', 'matches']);
    expect(planOf([]).plan.verdict).toBe('nothing');
  });

  it('the digest names what is written, not why: it outlives other words and changes with every number', () => {
    const digest = (policy: Partial<Policy>) => planOf(many, { policy: aPolicy(policy) }).plan.digest;
    expect(digest({ rules: [{ ...enableAll(100), name: 'other words' }] })).toBe(digest({}));
    expect(digest({ rules: [enableAll(101)] })).not.toBe(digest({}));
    expect(planOf([]).plan.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('carried out, leaves the world with nothing more to do', () => {
    const { plan } = planOf(many);
    expect(planOf(afterApplying(many, plan.changes)).plan).toMatchObject({ verdict: 'nothing', changes: [] });
  });
});
