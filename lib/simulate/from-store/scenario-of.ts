import { dayOf } from '../../core/forecast/project-history.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import { compositeKey as key } from '../../core/model/grouping.ts';
import type { Endpoint } from '../../core/model/model.ts';
import { mbPerGb } from '../../core/model/sizes.ts';
import { namesText } from '../../core/model/visible-text.ts';
import { usesAt } from '../../core/twin/daily-growth.ts';
import { fitServices } from '../../core/twin/fit-services.ts';
import type { GrowthModel } from '../../core/twin/growth-model.ts';
import type { Scenario } from '../../platform/index.ts';
import { endpointTypes, integrationType } from '../../wire/maximum.ts';
import type { Omission, StoredOrganization, StoredPlan, StoredProject, StoredService } from './facts.ts';
import { unpricedOffers } from './policy-prices.ts';
import { withoutErrors } from './without-errors.ts';

type ScenarioProject = Scenario['projects'][number];
type ScenarioService = NonNullable<ScenarioProject['services']>[number];
type ScenarioEndpoint = NonNullable<ScenarioProject['endpoints']>[number];

const decimals = (value: number): number => Number(value.toFixed(3));

/** Use of a disk that was never measured, as a part of it: about what the autoscaler keeps. */
const unmeasuredShare = 0.6;

const states = { REBALANCING: 'REBALANCING', REBUILDING: 'REBUILDING', POWEROFF: 'POWEROFF' } as const;

/** Sizes of the disk at some moments, in GB. */
const disksAt = ({ sizes }: StoredService, moments: readonly number[], diskGb: number): number[] =>
  moments.map((atMs) => {
    const size = sizes.findLast(({ fromMs }) => fromMs <= atMs) ?? sizes[0];
    return size === undefined ? diskGb : decimals(size.mb / mbPerGb);
  });

/** Used GB and the disk a day, two days … before the last reading, as far back as they follow each other without a gap; oldest first. */
const before = (service: StoredService, atMs: number, diskGb: number) => {
  const { points } = service;
  const days = points[0] === undefined ? 0 : Math.floor((atMs - points[0].timeMs) / dayMs);
  const moments = Array.from({ length: days }, (_, index) => atMs - (days - index) * dayMs);
  const used = usesAt(
    points.map((point) => ({ ...point, isFull: false })),
    moments,
  );
  const gap = used.lastIndexOf(undefined);
  const disks = disksAt(service, moments.slice(gap + 1), diskGb);
  const usedGbBefore = used.slice(gap + 1).map((gb, day) => decimals(Math.min(disks[day] ?? diskGb, gb ?? 0)));
  if (usedGbBefore.length === 0) return {};
  return { usedGbBefore, ...(disks.some((gb) => gb !== diskGb) && { diskGbBefore: disks }) };
};

const planDiskGb = ({ diskMb }: StoredPlan): number => Math.max(1, Math.round(diskMb / mbPerGb));

/** A disk that a scenario can hold: as the platform reports it, and not below the disk of its plan. */
const diskGbOf = ({ diskMb }: StoredService, plan: StoredPlan | undefined): number => {
  const least = plan === undefined ? 1 : planDiskGb(plan);
  return diskMb === null || diskMb <= 0 ? least : Math.max(least, decimals(diskMb / mbPerGb));
};

interface Fitted {
  readonly service: StoredService;
  readonly diskGb: number;
  readonly growth: GrowthModel;
}

const serviceOf = ({ service, diskGb, growth }: Fitted, atMs: number): ScenarioService => {
  const { name, type, plan, cloud, state, tags, points } = service;
  return {
    name,
    type,
    plan,
    cloud,
    ...(Object.keys(tags).length > 0 && { tags }),
    ...(Object.hasOwn(states, state) && { state: states[state as keyof typeof states] }),
    diskGb,
    usedGb: decimals(Math.min(diskGb, points.at(-1)?.gb ?? unmeasuredShare * diskGb)),
    ...before(service, atMs, diskGb),
    growth,
  };
};

/** Null for an endpoint whose maximum cannot be read. */
const endpointOf = ({ name, maximum: { kind, gb } }: Endpoint): ScenarioEndpoint | null => {
  if (gb === null) return null;
  const type = endpointTypes[kind];
  return kind === 'additional' ? { name, type, maxAdditionalGb: gb } : { name, type, maxTotalGb: gb };
};

const projectOf = (
  { name, tags, services, endpoints }: StoredProject,
  fitted: ReadonlyMap<StoredService, Fitted>,
  atMs: number,
  omissions: Omission[],
): ScenarioProject => {
  const nameOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint.name]));
  const held = endpoints.map((endpoint) => ({ endpoint, entry: endpointOf(endpoint) }));
  for (const { endpoint, entry } of held) {
    if (entry === null)
      omissions.push({ subject: `${name}: endpoint ${endpoint.name}`, why: 'its maximum cannot be read' });
  }
  const integrations = services.flatMap((service) =>
    service.integrations.flatMap(({ endpointId }) => {
      const endpoint = nameOf.get(endpointId);
      return endpoint === undefined ? [] : [{ service: service.name, endpoint, type: integrationType }];
    }),
  );
  return {
    name,
    ...(Object.keys(tags).length > 0 && { tags }),
    services: services.flatMap((service) => {
      const found = fitted.get(service);
      return found === undefined ? [] : [serviceOf(found, atMs)];
    }),
    endpoints: held.flatMap(({ entry }) => entry ?? []),
    integrations,
  };
};

/** The store has no steps; disks of all plans seen grow by 10 GB a node (pf 2.8). */
const usualStepGb = 10;

const planOf = (plan: StoredPlan, largestGb: number): Scenario['plans'][number] => {
  const { type, name, capMb } = plan;
  return {
    type,
    name,
    diskGb: planDiskGb(plan),
    ...(capMb === null
      ? { dynamicSizing: false }
      : {
          // A disk may be larger than its plan now allows: it was there before the plan changed.
          capGb: Math.max(Math.round(capMb / mbPerGb), Math.ceil(largestGb)),
          stepGb: usualStepGb,
        }),
  };
};

/** Ids of a scenario begin with `org`. */
const idOf = (id: string): string => {
  const plain = id.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return (plain.startsWith('org') && plain.length > 3 ? plain : `org${plain}`).slice(0, 36);
};

const fitAll = (organization: StoredOrganization): Map<StoredService, Fitted> => {
  const plans = new Map(organization.plans.map((plan) => [key(plan.type, plan.name), plan]));
  const services = organization.projects
    .flatMap((project) => project.services)
    .map((service) => ({ service, diskGb: diskGbOf(service, plans.get(key(service.type, service.plan))) }));
  const growths = fitServices(
    services.map(({ service: { type, points }, diskGb }) => ({ type, diskGb, points })),
    dayOf(organization.atMs),
  );
  return new Map(
    services.flatMap((service, index) => {
      const growth = growths[index];
      return growth === undefined ? [] : [[service.service, { ...service, growth }] as const];
    }),
  );
};

/** The services whose growth no measurement shows, as places. */
export const unknownGrowths = (scenario: Scenario): string[] =>
  scenario.projects.flatMap(({ name, services = [] }) =>
    services.filter(({ growth }) => growth?.kind === 'unknown').map((service) => `${name}/${service.name}`),
  );

/**
 * The organization as a scenario: each service with its tags, its disk, its measured past and a fitted growth. What a scenario
 * cannot hold is left out and noted.
 */
export const scenarioOf = (organization: StoredOrganization): ReturnType<typeof withoutErrors> => {
  const { id, atMs, projects, prices } = organization;
  const fitted = fitAll(organization);
  const largestGb = new Map<string, number>();
  for (const { service, diskGb } of fitted.values()) {
    const planKey = key(service.type, service.plan);
    largestGb.set(planKey, Math.max(largestGb.get(planKey) ?? 0, diskGb));
  }
  const omissions: Omission[] = [...organization.omissions];
  const plans = organization.plans.map((plan) => planOf(plan, largestGb.get(key(plan.type, plan.name)) ?? 0));
  const described = new Set(plans.map((plan) => key(plan.type, plan.name)));
  const clouds = new Set(projects.flatMap(({ services }) => services.map(({ cloud }) => cloud)));
  const whole: Scenario = {
    organization: { id: idOf(id), name: id.slice(0, 83) },
    startTime: isoInstant(atMs),
    clouds: Object.fromEntries([...clouds].sort().map((cloud) => [cloud, cloud])),
    plans,
    prices: prices
      .filter(({ type, plan }) => described.has(key(type, plan)))
      .map(({ type, plan, cloud, additionalGb }) => ({
        type,
        plan,
        cloud,
        // The store has the price of additional storage alone.
        base: '0',
        ...(additionalGb !== null && { additionalGb }),
      })),
    projects: projects.map((project) => projectOf(project, fitted, atMs, omissions)),
  };
  const { scenario, omissions: unheld } = withoutErrors(whole);
  const unpriced = unpricedOffers(scenario).map(({ type, plan, cloud }) => `${type}/${plan}/${cloud}`);
  const why = 'no run has asked for it: the price of the policy counts; without one it is 0 here';
  if (unpriced.length > 0) omissions.push({ subject: `price of ${namesText(unpriced, 3)}`, why });
  return { scenario, omissions: [...omissions, ...unheld] };
};
