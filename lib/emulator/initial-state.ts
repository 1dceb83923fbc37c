import type { Maximum } from '../core/model/model.ts';
import { additionalGbOf, leastGb, maximumOf } from '../core/service/maximum.ts';
import { endpointTypes, kindOfEndpointType, maximumToWire } from '../wire/maximum.ts';
import { searchProductName } from '../wire/search-product-name.ts';
import { kindsServed, type ServedProfile } from '../wire/served-profile.ts';
import { usualMaintenance } from './autoscaler/transitions.ts';
import { quietBehaviour } from './protocol/behaviour.ts';
import { inWireNames } from './scenario/scenario-names.ts';
import type { CompleteScenario } from './scenario/scenario-schema.ts';
import { mbPerGb, planKey, priceKey } from './state/catalogue.ts';
import { newProject } from './state/projects.ts';
import { drawFraction, drawUuid, type Random, randomFrom } from './state/random.ts';
import type { PlatformState, Project, Service } from './state/state.ts';
import { addScenarioUsers, mintingKeyOf } from './state/users.ts';

type ScenarioProject = CompleteScenario['projects'][number];
type ScenarioService = ScenarioProject['services'][number];

export interface Origin {
  readonly scenario: CompleteScenario;
  readonly seed: number;
  /** A token with the operator role everywhere (§5 permission). */
  readonly token: string;
  /** The search product's word on the wire. */
  readonly searchEngine: string;
  /** One profile strictly, or both. */
  readonly served: ServedProfile;
}

const mb = (gb: number) => Math.round(gb * mbPerGb);

const serviceFrom = (given: ScenarioService, diskGb: number, startMs: number, random: Random): Service => {
  // Drawn for every service, so that a jitter of one leaves the others as they are.
  const deviation = given.jitter * (2 * drawFraction(random) - 1);
  return {
    name: given.name,
    type: given.type,
    plan: given.plan,
    cloud: given.cloud,
    state: given.state,
    diskMb: mb(given.diskGb ?? diskGb),
    tags: given.tags,
    userConfig: given.userConfig,
    terminationProtection: given.terminationProtection,
    usage: { mb: mb(given.usedGb), sinceMs: startMs },
    growthMbPerDay: Math.round(given.growthGbPerDay * mbPerGb * (1 + deviation)),
    usedBefore: [],
    techEmails: [],
    maintenance: usualMaintenance,
    reachedMb: null,
    months: [],
    chargedMs: startMs,
    createdMs: startMs,
    updatedMs: startMs,
  };
};

type ScenarioEndpoint = ScenarioProject['endpoints'][number];

/** Smallest disk in MB that the plans of the services on an endpoint bring; 0 where it has none. */
const planMbAt = (
  { plans }: PlatformState,
  { services, integrations }: ScenarioProject,
  { name }: ScenarioEndpoint,
): number => {
  const tied = new Set(integrations.filter(({ endpoint }) => endpoint === name).map(({ service }) => service));
  const disks = services
    .filter((service) => tied.has(service.name))
    .map(({ type, plan }) => plans.get(planKey(type, plan))?.diskGb ?? 0);
  return disks.length === 0 ? 0 : Math.min(...disks) * mbPerGb;
};

/** The maximum as a served profile counts it: one profile alone has no endpoints of the other. */
const maximumServed = (state: PlatformState, given: Maximum, planMb: number): Maximum => {
  const kinds = kindsServed(state.served);
  const [kind = given.kind] = kinds.includes(given.kind) ? [given.kind] : kinds;
  const additionalGb = additionalGbOf(given, planMb) ?? 0;
  const counted = kind === given.kind ? given : (maximumOf(kind, additionalGb, planMb) ?? given);
  return { kind: counted.kind, gb: Math.max(counted.gb, leastGb[counted.kind]) };
};

/** Type and configuration of an endpoint; those that hold no maximum are as the scenario says. */
const contentOf = (state: PlatformState, project: ScenarioProject, endpoint: ScenarioEndpoint) => {
  const { type, maxAdditionalGb, maxTotalGb, userConfig = {} } = endpoint;
  const kind = kindOfEndpointType(type);
  const gb = maxAdditionalGb ?? maxTotalGb;
  if (kind === undefined || gb === undefined) return { type, userConfig };
  const maximum = maximumServed(state, { kind, gb }, planMbAt(state, project, endpoint));
  return { type: endpointTypes[maximum.kind], userConfig: maximumToWire(maximum) };
};

const projectFrom = (state: PlatformState, given: ScenarioProject, number: number): Project => {
  const { startMs, random } = state;
  const { name: projectName, tags } = given;
  const project = newProject({ name: projectName, tags, number, techEmails: [], basePort: null }, startMs);
  for (const service of given.services) {
    const planGb = state.plans.get(planKey(service.type, service.plan))?.diskGb ?? 0;
    project.services.set(service.name, serviceFrom(service, planGb, startMs, random));
  }
  const idOf = new Map<string, string>();
  for (const endpoint of given.endpoints) {
    const { name } = endpoint;
    const id = drawUuid(random);
    idOf.set(name, id);
    project.endpoints.set(id, { id, name, ...contentOf(state, given, endpoint) });
  }
  for (const { service, endpoint, type, userConfig } of given.integrations) {
    const id = drawUuid(random);
    const endpointId = idOf.get(endpoint) ?? '';
    const since = { createdMs: startMs, hiddenUntilMs: startMs, activeFromMs: startMs };
    project.integrations.set(id, { id, type, service, endpointId, userConfig, ...since });
  }
  return project;
};

/**
 * The world at the scenario's start time: a pure function of scenario, seed and token.
 * @throws RangeError for a word that cannot name the search engine
 */
export const initialState = (origin: Origin): PlatformState => {
  const { seed } = origin;
  const words = searchProductName(origin.searchEngine);
  const scenario = inWireNames(origin.scenario, words);
  const random = randomFrom(seed);
  const account = drawUuid(random);
  const state: PlatformState = {
    served: origin.served,
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
    users: new Map(),
    tokens: new Map(),
    mintingKey: mintingKeyOf(origin.token),
    seed,
    random,
    behaviour: { ...quietBehaviour, ...scenario.behaviour },
    newcomers: new Map(),
    words,
  };
  scenario.projects.forEach((given, index) => {
    state.projects.set(given.name, projectFrom(state, given, index + 1));
  });
  addScenarioUsers(state, scenario, origin.token);
  return state;
};
