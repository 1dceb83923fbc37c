import fc from 'fast-check';
import type { Change } from '../../../lib/core/change/change.ts';
import type { ChangeJson } from '../../../lib/core/change/change-json.ts';
import type { Endpoint, Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { Rule } from '../../../lib/core/model/policy-document.ts';
import { endpointName } from '../../../lib/core/service/endpoint-name.ts';
import { oncePerExample } from '../../laws.ts';
import { additional, aPolicy, aService, planOf } from '../organization.ts';

export const gb = 1024;
/** One plan whose disk is known, one that the platform does not describe. */
export const disks = new Map([
  ['pg/startup-4', 80 * gb],
  ['pg/custom', null],
]);

export const maximum = fc.option(fc.constantFrom(0, 20, 100, 300), { freq: 6 });
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

export const snapshots = fc
  .array(fc.tuple(fc.array(sketch, { maxLength: names.length }), fc.nat(2)), { minLength: 1, maxLength: 3 })
  .map((projects) => projects.map(([sketches, orphans], at) => toSnapshot(`project-${at}`, sketches, orphans)));

export const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.oneof(
      fc.record({
        match: fc.constantFrom({ project: ['*'] }, { service: ['orders'] }, { project: ['!project-1'] }),
        effect: fc.constant('enable' as const),
        maxAdditionalGb: fc.constantFrom(0, 20, 100, 300),
      }),
      fc.record({
        match: fc.constantFrom({ project: ['*'] }, { service: ['b*'] }),
        effect: fc.constantFrom('disable', 'ignore'),
      }),
    ),
    { maxLength: 3 },
  )
  .map((list) => list.map((rule, index): Rule => ({ ...rule, name: `rule ${index}` }) as Rule));

interface Example {
  readonly snapshots: readonly Snapshot[];
  readonly rules: Rule[];
}

export const made = ({ snapshots, rules }: Example, policy = {}) =>
  planOf(snapshots, { policy: aPolicy({ rules, ...policy }), planDiskMb: disks });

export const example: fc.Arbitrary<Example> = fc.record({ snapshots, rules });

/** The plan that most laws are about. */
export const planned = oncePerExample((given: Example) => made(given));

export const serviceOf = (all: readonly Snapshot[], { project, service }: Change | ChangeJson): Service | undefined =>
  all.find((each) => each.project === project)?.services.find(({ name }) => name === service);

export const endpointOf = (all: readonly Snapshot[], { project, endpointId }: ChangeJson): Endpoint | undefined =>
  all.find((each) => each.project === project)?.endpoints.find(({ id }) => id === endpointId);
