import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedOut } from '../../../lib/core/bounds/carried-out.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import type { ChangeJson } from '../../../lib/core/change/change-json.ts';
import type { Endpoint, Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import { endpointName, isOurs } from '../../../lib/core/service/endpoint-name.ts';
import { lawsFor, oncePerWorld } from '../../laws.ts';
import { flat } from '../a-change.ts';
import { anApproval } from '../bounds/an-approval.ts';
import { additional, afterApplying, aPolicy, aService, planOf } from '../organization.ts';

const gb = 1024;
/** One plan whose disk is known, one that the platform does not describe. */
const disks = new Map([
  ['pg/startup-4', 80 * gb],
  ['pg/custom', null],
]);

const maximum = fc.option(fc.constantFrom(0, 20, 100, 300), { freq: 6 });
const names = ['orders', 'billing', 'search', 'events'];

interface Sketch {
  readonly tags: Readonly<Record<string, string>>;
  readonly state: string;
  readonly plan: string;
  readonly diskMb: number | null;
  /** Endpoints of our name, each attached to the service or not. */
  readonly ours: readonly { readonly maxAdditionalGb: number | null; readonly attached: boolean }[];
  /** Tied to an endpoint of someone else, or to that of the next service. */
  readonly foreign: 'none' | 'theirs' | 'neighbour' | 'unlisted';
}

const sketch: fc.Arbitrary<Sketch> = fc.record({
  tags: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    fc.record({ 'disk-autoscaler': fc.constantFrom('on', 'off', 'of') }),
    fc.record({ 'disk-autoscaler-max-gb': fc.constantFrom('0', '50', 'x') }),
    fc.constant({ 'disk-autoscaler-exempt': '2031-01-01' }),
    fc.constant({ 'disk-autoscaler-managed-by': 'terraform' }),
  ),
  state: fc.constantFrom('RUNNING', 'RUNNING', 'RUNNING', 'POWEROFF'),
  plan: fc.constantFrom('startup-4', 'startup-4', 'startup-4', 'custom'),
  diskMb: fc.option(fc.integer({ min: 40 * gb, max: 300 * gb }), { freq: 8 }),
  ours: fc.array(fc.record({ maxAdditionalGb: maximum, attached: fc.boolean() }), { maxLength: 3 }),
  foreign: fc.constantFrom('none', 'none', 'none', 'none', 'theirs', 'neighbour', 'unlisted'),
});

const foreignEndpoint = (index: number, foreign: Sketch['foreign'], count: number): string | undefined => {
  if (foreign === 'theirs') return 'theirs';
  if (foreign === 'unlisted') return 'unlisted';
  return foreign === 'neighbour' && count > 1 ? `e-${(index + 1) % count}-0` : undefined;
};

const toSnapshot = (project: string, sketches: readonly Sketch[], orphans: number): Snapshot => {
  const endpoints: Endpoint[] = [{ id: 'theirs', name: 'team-endpoint', maximum: additional(70) }];
  const services = sketches.map((each, index): Service => {
    const name = names[index] ?? 'more';
    const mine = each.ours.map(({ maxAdditionalGb, attached }, at) => {
      endpoints.push({ id: `e-${index}-${at}`, name: endpointName(name), maximum: additional(maxAdditionalGb) });
      return attached ? [`e-${index}-${at}`] : [];
    });
    const other = foreignEndpoint(index, each.foreign, sketches.length);
    const ties = [...mine.flat(), ...(other === undefined ? [] : [other])];
    const integrations = ties.map((endpointId, at) => ({ id: `t-${index}-${at}`, endpointId }));
    const { tags, state, plan, diskMb } = each;
    return aService({ name, tags, state, plan, diskMb, integrations });
  });
  for (let at = 0; at < orphans; at += 1)
    endpoints.push({ id: `o-${at}`, name: 'headroom-gone', maximum: additional(9) });
  return { project, tags: {}, services, endpoints };
};

const snapshots = fc
  .array(fc.tuple(fc.array(sketch, { maxLength: names.length }), fc.nat(2)), { minLength: 1, maxLength: 3 })
  .map((projects) => projects.map(([sketches, orphans], at) => toSnapshot(`project-${at}`, sketches, orphans)));

const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.oneof(
      fc.record({
        match: fc.constantFrom({}, { service: ['orders'] }, { project: ['!project-1'] }),
        effect: fc.constant('enable' as const),
        maxAdditionalGb: fc.constantFrom(0, 20, 100, 300),
      }),
      fc.record({ match: fc.constantFrom({}, { service: ['b*'] }), effect: fc.constantFrom('disable', 'ignore') }),
    ),
    { maxLength: 3 },
  )
  .map((list) => list.map((rule, index): Rule => ({ ...rule, name: `rule ${index}` }) as Rule));

interface World {
  readonly snapshots: readonly Snapshot[];
  readonly rules: Rule[];
}

const made = ({ snapshots, rules }: World, policy = {}) =>
  planOf(snapshots, { policy: aPolicy({ rules, ...policy }), planDiskMb: disks });

const world: fc.Arbitrary<World> = fc.record({ snapshots, rules });

/** The plan that most laws are about. */
const planned = oncePerWorld((given: World) => made(given));

const serviceOf = (all: readonly Snapshot[], { project, service }: Change | ChangeJson): Service | undefined =>
  all.find((each) => each.project === project)?.services.find(({ name }) => name === service);

const endpointOf = (all: readonly Snapshot[], { project, endpointId }: ChangeJson): Endpoint | undefined =>
  all.find((each) => each.project === project)?.endpoints.find(({ id }) => id === endpointId);

const always = lawsFor<World>(world, 500);

describe('whatever the world and the policy', () => {
  it('a plan that has been carried out leaves nothing to do', () => {
    always((given) => {
      const after = afterApplying(given.snapshots, planned(given).plan.changes);
      expect(made({ ...given, snapshots: after }).plan.changes).toEqual([]);
    });
  });

  it('every release comes before every grant, releases only take away and grants only give', () => {
    always((given) => {
      const { changes } = planned(given).plan;
      const phases = changes.map(({ phase }) => phase);
      expect(phases).toEqual(phases.toSorted().toReversed());
      for (const { phase, fromGb, toGb } of flat(changes)) {
        if (phase === 'release') expect(toGb).toBeLessThanOrEqual(fromGb);
        else expect(toGb).toBeGreaterThanOrEqual(fromGb);
      }
    });
  });

  it('a guardrail of 0 changes blocks every write', () => {
    always((given) => {
      const free = planned(given).plan;
      for (const limit of [{ maxChanges: 0 }, { maxChangePercent: 0 }]) {
        const { plan } = made(given, { guardrails: { ...aPolicy().guardrails, ...limit } });
        expect(plan.verdict).toBe(free.changes.length === 0 ? 'nothing' : 'needs-approval');
        expect(plan.changes).toEqual(free.changes);
      }
    });
  });

  it('a guardrail of 0 for one kind of change lets no plan through that has one', () => {
    always((given) => {
      const limits = [
        [{ maxRaises: 0 }, 'raise'],
        [{ maxLowers: 0 }, 'lower'],
        [{ maxAddedGb: 0 }, 'addedGb'],
        [{ maxAddedMonthly: '0' }, 'addedGb'],
      ] as const;
      const { summary } = planned(given).plan;
      for (const [limit] of limits.filter(([, what]) => summary[what] > 0)) {
        const { plan } = made(given, { guardrails: { ...aPolicy().guardrails, ...limit } });
        expect(plan.verdict).toBe('needs-approval');
      }
    });
  });

  it('the first plan that would write waits for approval, and is carried out whole under one', () => {
    always((given) => {
      const policy = aPolicy({ rules: given.rules, guardrails: { ...aPolicy().guardrails, firstRun: 'propose' } });
      const first = { policy, planDiskMb: disks, isFirstRun: true };
      const needed = planOf(given.snapshots, first);
      const { plan } = needed;
      expect(plan.verdict).toBe(plan.changes.length === 0 ? 'nothing' : 'needs-approval');
      const approved = carriedOut(needed, { approvals: [anApproval(plan.changes)], isExact: false }).plan;
      expect(approved.verdict).toBe(plan.changes.length === 0 ? 'nothing' : 'apply');
      expect(approved.digest).toBe(plan.digest);
    });
  });

  it('a project that could not be read is not changed, and the others are as if it were not there', () => {
    always((given) => {
      const [{ project } = { project: 'none' }, ...others] = given.snapshots;
      const unread = [{ project, error: 'PlatformUnavailable', message: 'no answer' }];
      const policy = aPolicy({ rules: given.rules });
      const { plan } = planOf(given.snapshots, { policy, planDiskMb: disks, unread });
      const alone = made({ ...given, snapshots: others }).plan;
      expect(plan.changes).toEqual(alone.changes);
      expect(plan.decisions).toEqual(alone.decisions);
      expect(plan.findings.filter((finding) => finding.project === project)).toMatchObject([
        { code: 'project-unread' },
      ]);
    });
  });

  it('a rule that matches nothing changes nothing of the plan, wherever it stands', () => {
    const stranger: Rule = { name: 'stranger', match: { service: ['missing'] }, effect: 'disable' };
    always((given) => {
      const { plan } = made(given);
      for (const at of new Set([0, Math.min(1, given.rules.length), given.rules.length])) {
        expect(made({ ...given, rules: given.rules.toSpliced(at, 0, stranger) }).plan).toEqual(plan);
      }
    });
  });

  it('the order of the input does not matter', () => {
    always((given) => {
      const turned = given.snapshots.toReversed().map((each) => ({
        ...each,
        services: each.services.toReversed().map((service) => ({
          ...service,
          integrations: service.integrations.toReversed(),
        })),
        endpoints: each.endpoints.toReversed(),
      }));
      // Its functions are no outcome.
      const outcome = (result: object) => Object.entries(result).filter(([, value]) => typeof value !== 'function');
      expect(outcome(made({ ...given, snapshots: turned }))).toEqual(outcome(planned(given)));
    });
  });

  it('no maximum is set below what is provisioned', () => {
    always((given) => {
      for (const change of flat(planned(given).plan.changes).filter(({ phase }) => phase === 'grant')) {
        const service = serviceOf(given.snapshots, change);
        const planDiskMb = disks.get(`pg/${service?.plan}`) ?? 0;
        expect(service?.diskMb).not.toBeNull();
        expect(change.toGb * gb).toBeGreaterThanOrEqual((service?.diskMb ?? 0) - planDiskMb);
      }
    });
  });

  it('no maximum is lowered below what is provisioned', () => {
    always((given) => {
      const lowers = flat(planned(given).plan.changes).filter(
        ({ phase, kind }) => phase === 'release' && kind === 'update-endpoint',
      );
      for (const change of lowers) {
        const service = serviceOf(given.snapshots, change);
        const planDiskMb = disks.get(`pg/${service?.plan}`) ?? 0;
        expect(change.toGb * gb).toBeGreaterThanOrEqual((service?.diskMb ?? Number.POSITIVE_INFINITY) - planDiskMb);
      }
    });
  });

  it('no maximum that policy decides stays below what is provisioned', () => {
    const inTheWay = new Set(['foreign-autoscaler', 'endpoint-shared', 'name-collision', 'managed-elsewhere']);
    const placeOf = ({ project, service }: { project: string; service: string }) => `${project}/${service}`;
    always((given) => {
      const { plan } = made(given);
      const left = new Set(plan.findings.filter(({ code }) => inTheWay.has(code)).map(placeOf));
      const decided = new Set(plan.decisions.filter(({ effect }) => effect === 'enable').map(placeOf));
      const isDecided = (place: string): boolean => decided.has(place) && !left.has(place);
      for (const { project, services, endpoints } of afterApplying(given.snapshots, plan.changes)) {
        const held = new Map(endpoints.map(({ id, maximum: { gb: most } }) => [id, most ?? Number.POSITIVE_INFINITY]));
        const checked = services.filter(
          ({ name: service, state, plan: ofPlan }) =>
            state === 'RUNNING' && ofPlan !== 'custom' && isDecided(placeOf({ project, service })),
        );
        for (const { diskMb, integrations } of checked) {
          const smallest = Math.min(...integrations.map(({ endpointId }) => held.get(endpointId) ?? 0));
          expect(smallest * gb).toBeGreaterThanOrEqual((diskMb ?? 0) - 80 * gb);
        }
      }
    });
  });

  it('what is kept elsewhere is neither disabled nor lowered', () => {
    always((given) => {
      const after = afterApplying(given.snapshots, planned(given).plan.changes);
      const most = (all: readonly Snapshot[], project: string, name: string) => {
        const { services = [], endpoints = [] } = all.find((each) => each.project === project) ?? {};
        const ties = services.find((service) => service.name === name)?.integrations ?? [];
        const held = endpoints.filter(({ id }) => ties.some((integration) => integration.endpointId === id));
        return Math.max(-1, ...held.map(({ maximum: { gb: maxGb } }) => maxGb ?? 0));
      };
      for (const { project, services } of given.snapshots) {
        for (const { name } of services.filter(({ tags }) => 'disk-autoscaler-managed-by' in tags)) {
          expect(most(after, project, name)).toBeGreaterThanOrEqual(most(given.snapshots, project, name));
        }
      }
    });
  });

  it('nothing that is not ours is touched', () => {
    always((given) => {
      for (const change of flat(planned(given).plan.changes)) {
        expect(isOurs(change.endpointName)).toBe(true);
        if (change.endpointId !== null) {
          expect(endpointOf(given.snapshots, change)?.name).toBe(change.endpointName);
          const users = given.snapshots
            .filter(({ project }) => project === change.project)
            .flatMap(({ services }) => services)
            .filter(({ integrations }) => integrations.some(({ endpointId }) => endpointId === change.endpointId));
          expect(users.map(({ name }) => name).filter((name) => name !== change.service)).toEqual([]);
        }
        if (change.service !== '') expect(change.endpointName).toBe(endpointName(change.service));
      }
    });
  });

  it('a service with an autoscaler of someone else, or an exempt one, is not changed at all', () => {
    always((given) => {
      for (const change of flat(planned(given).plan.changes)) {
        const service = serviceOf(given.snapshots, change);
        const own = given.snapshots
          .find(({ project }) => project === change.project)
          ?.endpoints.filter(({ name }) => name === change.endpointName)
          .map(({ id }) => id);
        expect(service?.integrations.filter(({ endpointId }) => !own?.includes(endpointId)) ?? []).toEqual([]);
        expect(service?.tags ?? {}).not.toHaveProperty('disk-autoscaler-exempt');
      }
    });
  });

  it('no service ends with more than one autoscaler of ours, but where policy ignores it or something is in the way', () => {
    always((given) => {
      const { plan } = made(given);
      const reported = new Set(plan.findings.map(({ project, service }) => `${project}/${service}`));
      const ignored = new Set(
        plan.decisions
          .filter(({ effect }) => effect === 'ignore')
          .map(({ project, service }) => `${project}/${service}`),
      );
      for (const { project, services } of afterApplying(given.snapshots, plan.changes)) {
        for (const { name, integrations } of services) {
          const place = `${project}/${name}`;
          if (!reported.has(place) && !ignored.has(place)) expect(integrations.length).toBeLessThanOrEqual(1);
        }
      }
    });
  });

  it('every decision and every change has a reason in a sentence', () => {
    always((given) => {
      const { plan } = made(given);
      for (const { reasons } of [...plan.decisions, ...plan.changes]) {
        expect(reasons).not.toEqual([]);
        for (const { text } of reasons) expect(text).toMatch(/^[A-Z0-9].*\.$/);
      }
      for (const { message } of plan.findings) expect(message).toMatch(/^[A-Z0-9].*[.?]$/);
    });
  });
});
