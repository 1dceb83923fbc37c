import { kindOfEndpointType, maximumToWire } from '../wire/maximum.ts';
import { searchWord } from '../wire/search-word.ts';
import { quietBehaviour } from './behaviour.ts';
import { mbPerGb, planKey, priceKey } from './catalogue.ts';
import { newProject } from './projects.ts';
import { drawFraction, drawUuid, type Random, randomFrom } from './random.ts';
import type { CompleteScenario } from './scenario-schema.ts';
import { inWireWords } from './scenario-words.ts';
import { usualMaintenance } from './transitions.ts';
import { addScenarioUsers, mintingKeyOf } from './users.ts';
import type { Project, Service, World } from './world.ts';

type ScenarioProject = CompleteScenario['projects'][number];
type ScenarioService = ScenarioProject['services'][number];

export interface Origin {
  readonly scenario: CompleteScenario;
  readonly seed: number;
  /** A token with the operator role everywhere (§5 permission). */
  readonly token: string;
  /** The search product's word on the wire. */
  readonly searchEngine: string;
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

const configOf = ({ type, maxAdditionalGb, maxTotalGb, userConfig }: ScenarioProject['endpoints'][number]) => {
  const kind = kindOfEndpointType(type);
  const gb = maxAdditionalGb ?? maxTotalGb;
  return kind === undefined || gb === undefined ? (userConfig ?? {}) : maximumToWire({ kind, gb });
};

const projectFrom = (world: World, given: ScenarioProject, number: number): Project => {
  const { startMs, random } = world;
  const { name: projectName, tags } = given;
  const project = newProject({ name: projectName, tags, number, techEmails: [], basePort: null }, startMs);
  for (const service of given.services) {
    const planGb = world.plans.get(planKey(service.type, service.plan))?.diskGb ?? 0;
    project.services.set(service.name, serviceFrom(service, planGb, startMs, random));
  }
  const idOf = new Map<string, string>();
  for (const endpoint of given.endpoints) {
    const { name, type } = endpoint;
    const id = drawUuid(random);
    idOf.set(name, id);
    project.endpoints.set(id, { id, name, type, userConfig: configOf(endpoint) });
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
export const initialWorld = (origin: Origin): World => {
  const { seed } = origin;
  const words = searchWord(origin.searchEngine);
  const scenario = inWireWords(origin.scenario, words);
  const random = randomFrom(seed);
  const account = drawUuid(random);
  const world: World = {
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
    world.projects.set(given.name, projectFrom(world, given, index + 1));
  });
  addScenarioUsers(world, scenario, origin.token);
  return world;
};
