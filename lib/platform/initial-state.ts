import type { Maximum } from '../core/model/model.ts';
import { mbPerGb } from '../core/model/sizes.ts';
import { additionalGbOf, leastGb, maximumOf } from '../core/service/maximum.ts';
import { plainGrowth } from '../core/twin/growth-model.ts';
import { endpointTypes, kindOfEndpointType, maximumToWire } from '../wire/maximum.ts';
import { type SearchProductName, searchProductName, searchType } from '../wire/search-product-name.ts';
import { measuredUsage, pastUsage } from './autoscaler/past-usage.ts';
import { usualMaintenance } from './autoscaler/transitions.ts';
import { drawnGrowth, growthMbOn, turningFromStart } from './autoscaler/turns.ts';
import { quietBehaviour } from './protocol/behaviour.ts';
import { kindsServed, type ServedProfile } from './protocol/served-profile.ts';
import type { CompleteScenario } from './scenario/scenario-schema.ts';
import { planKey, priceKey } from './state/catalogue.ts';
import { newProject } from './state/projects.ts';
import { drawFraction, drawUuid, randomFrom } from './state/random.ts';
import type { PlatformState, Project, Schemes, Service } from './state/state.ts';
import { addScenarioUsers, mintingKeyOf } from './state/users.ts';

type ScenarioProject = CompleteScenario['projects'][number];
type ScenarioService = ScenarioProject['services'][number];

/**
 * The scenario with the names of the wire. Scenarios call the search service `engine`, whatever its name on the wire,
 * and may also use the wire name itself.
 */
const inWireNames = (scenario: CompleteScenario, productName: SearchProductName): CompleteScenario => {
  const typed = <T extends { readonly type: string }>(thing: T): T =>
    thing.type === searchType ? { ...thing, type: productName.word } : thing;
  const serviceOf = (service: ScenarioService) =>
    service.type === searchType
      ? { ...service, type: productName.word, userConfig: { ...productName.configToWire(service.userConfig) } }
      : service;
  return {
    ...scenario,
    plans: scenario.plans.map(typed),
    prices: scenario.prices.map(typed),
    projects: scenario.projects.map((project) => ({ ...project, services: project.services.map(serviceOf) })),
  };
};

interface Origin {
  readonly scenario: CompleteScenario;
  readonly seed: number;
  /** A token with the operator role everywhere (§5 permission). */
  readonly token: string;
  /** The search product's name on the wire. */
  readonly searchEngine: string;
  /** One profile, or both. */
  readonly served: ServedProfile;
  readonly schemes: Schemes;
}

const mb = (gb: number) => Math.round(gb * mbPerGb);

interface ServiceOrigin {
  readonly projectName: string;
  readonly planGb: number;
  readonly historyDays: number;
}

const serviceFrom = (
  entry: ScenarioService,
  { projectName, planGb, historyDays }: ServiceOrigin,
  { startMs, random, seed }: PlatformState,
): Service => {
  const disk = `${projectName}/${entry.name}`;
  // Drawn for every service, so that the jitter of one service does not change the others.
  const deviation = entry.jitter * (2 * drawFraction(random) - 1);
  const model = drawnGrowth(entry.growth ?? plainGrowth(entry.growthGbPerDay * (1 + deviation)), seed, disk);
  const diskMb = mb(entry.diskGb ?? planGb);
  const usedMb = mb(entry.usedGb);
  const { createdMs, periods } =
    entry.usedGbBefore === undefined
      ? pastUsage({
          historyDays,
          startMs,
          usedMb,
          diskMb,
          // A service that does not run now did not run before.
          growthMbOn: (day) => (entry.state === 'RUNNING' ? growthMbOn(model, startMs, day) : 0),
          jitter: entry.jitter,
          seed,
          disk,
        })
      : measuredUsage({
          startMs,
          usedMb,
          diskMb,
          before: entry.usedGbBefore.map(mb),
          disks: entry.diskGbBefore?.map(mb),
        });
  return {
    name: entry.name,
    type: entry.type,
    plan: entry.plan,
    cloud: entry.cloud,
    state: entry.state,
    diskMb,
    tags: entry.tags,
    userConfig: entry.userConfig,
    terminationProtection: entry.terminationProtection,
    usage: { mb: usedMb, sinceMs: startMs },
    growthMbPerDay: growthMbOn(model, startMs, 0),
    turning: entry.growth === undefined ? null : turningFromStart({ seed, startMs }, model, disk),
    usedBefore: periods,
    techEmails: [],
    maintenance: usualMaintenance,
    rebuild: null,
    growths: 0,
    reachedMb: null,
    months: [],
    chargedMs: startMs,
    createdMs,
    updatedMs: startMs,
  };
};

type ScenarioEndpoint = ScenarioProject['endpoints'][number];

/** Smallest plan disk in MB among the services attached to an endpoint; 0 without services. */
const planMbAt = (
  { plans }: PlatformState,
  { services, integrations }: ScenarioProject,
  { name }: ScenarioEndpoint,
): number => {
  const attached = new Set(integrations.filter(({ endpoint }) => endpoint === name).map(({ service }) => service));
  const disks = services
    .filter((service) => attached.has(service.name))
    .map(({ type, plan }) => plans.get(planKey(type, plan))?.diskGb ?? 0);
  return disks.length === 0 ? 0 : Math.min(...disks) * mbPerGb;
};

/** The maximum as the served profile counts it: a single profile has no endpoints of the other. */
const maximumServed = (state: PlatformState, entry: Maximum, planMb: number): Maximum => {
  const kinds = kindsServed(state.served);
  const [kind = entry.kind] = kinds.includes(entry.kind) ? [entry.kind] : kinds;
  const additionalGb = additionalGbOf(entry, planMb) ?? 0;
  const counted = kind === entry.kind ? entry : (maximumOf(kind, additionalGb, planMb) ?? entry);
  return { kind: counted.kind, gb: Math.max(counted.gb, leastGb[counted.kind]) };
};

/** Type and configuration of an endpoint; those without a maximum stay as in the scenario. */
const contentOf = (state: PlatformState, project: ScenarioProject, endpoint: ScenarioEndpoint) => {
  const { type, maxAdditionalGb, maxTotalGb, userConfig = {} } = endpoint;
  const kind = kindOfEndpointType(type);
  const gb = maxAdditionalGb ?? maxTotalGb;
  if (kind === undefined || gb === undefined) return { type, userConfig };
  const maximum = maximumServed(state, { kind, gb }, planMbAt(state, project, endpoint));
  return { type: endpointTypes[maximum.kind], userConfig: maximumToWire(maximum) };
};

const projectFrom = (state: PlatformState, entry: ScenarioProject, number: number, historyDays: number): Project => {
  const { startMs, random } = state;
  const { name: projectName, tags } = entry;
  const project = newProject({ name: projectName, tags, number, techEmails: [], basePort: null }, startMs);
  for (const service of entry.services) {
    const planGb = state.plans.get(planKey(service.type, service.plan))?.diskGb ?? 0;
    project.services.set(service.name, serviceFrom(service, { projectName, planGb, historyDays }, state));
  }
  const idOf = new Map<string, string>();
  for (const endpoint of entry.endpoints) {
    const { name } = endpoint;
    const id = drawUuid(random);
    idOf.set(name, id);
    project.endpoints.set(id, { id, name, ...contentOf(state, entry, endpoint) });
  }
  for (const { service, endpoint, type, userConfig } of entry.integrations) {
    const id = drawUuid(random);
    const endpointId = idOf.get(endpoint) ?? '';
    const since = { createdMs: startMs, hiddenUntilMs: startMs, activeFromMs: startMs };
    project.integrations.set(id, { id, type, service, endpointId, userConfig, ...since });
  }
  return project;
};

/**
 * The platform state at the scenario's start time: a pure function of scenario, seed and token.
 * @throws RangeError for a word that cannot name the search engine
 */
export const initialState = (origin: Origin): PlatformState => {
  const { seed } = origin;
  const productName = searchProductName(origin.searchEngine);
  const scenario = inWireNames(origin.scenario, productName);
  const random = randomFrom(seed);
  const account = drawUuid(random);
  const state: PlatformState = {
    served: origin.served,
    schemes: origin.schemes,
    organization: {
      ...scenario.organization,
      accountId: `a${account.replaceAll('-', '').slice(0, 11)}`,
      billingGroupId: drawUuid(random),
    },
    startMs: Date.parse(scenario.startTime),
    clouds: new Map(Object.entries(scenario.clouds)),
    plans: new Map(scenario.plans.map((plan) => [planKey(plan.type, plan.name), plan])),
    prices: new Map(scenario.prices.map((price) => [priceKey(price.type, price.plan, price.cloud), price])),
    projects: new Map(),
    deletedProjects: 0,
    users: new Map(),
    tokens: new Map(),
    mintingKey: mintingKeyOf(origin.token),
    seed,
    random,
    behaviour: { ...quietBehaviour, ...scenario.behaviour },
    forbiddenUntil: new Map(),
    productName,
  };
  scenario.projects.forEach((entry, index) => {
    state.projects.set(entry.name, projectFrom(state, entry, index + 1, scenario.historyDays));
  });
  addScenarioUsers(state, scenario, origin.token);
  return state;
};
