import { dayMs } from '../../../lib/core/model/durations.ts';
import type { Scenario } from '../../../lib/platform/index.ts';
import { type Draws, drawsOf } from '../engine/random.ts';
import { canGrow, plans } from './catalogue.ts';
import { drawnGrowth, growthOn } from './growth.ts';
import { drawnStartMs } from './start.ts';

type ScenarioProject = Scenario['projects'][number];
type ScenarioService = NonNullable<ScenarioProject['services']>[number];

/** Plans that services are drawn from: large ones and those of one disk are rare. */
const drawnPlans = [
  ...plans,
  ...plans.filter(({ diskGb }) => diskGb >= 20 && diskGb <= 200),
  ...plans.filter(({ diskGb }) => diskGb >= 80 && diskGb <= 200),
];

const drawnClouds = ['cloud-a', 'cloud-a', 'cloud-a', 'cloud-a', 'cloud-b', 'cloud-c'] as const;

const teams = ['orders', 'search', 'data', 'platform', 'growth'] as const;

/** Tags that say who owns a service. */
export const drawnOwner = (draws: Draws): Readonly<Record<string, string>> => {
  const kind = draws.below(3);
  if (kind === 0) return {};
  return kind === 1 ? { team: draws.one(teams) } : { owner: `${draws.one(teams)}@example.com` };
};

const tagsOf = (draws: Draws, startMs: number): Record<string, string> => {
  const owner = drawnOwner(draws);
  const day = () => new Date(startMs + draws.between(-5, 45) * dayMs).toISOString().slice(0, 10);
  const kind = draws.below(12);
  if (kind === 0) return { ...owner, 'disk-autoscaler': 'off' };
  if (kind === 1) return { ...owner, 'disk-autoscaler-max-gb': String(draws.between(0, 200)) };
  if (kind === 2) return { ...owner, 'disk-autoscaler-exempt': day() };
  return owner;
};

/** A service drawn by its name. */
export const drawnService = (seed: number, project: string, name: string): ScenarioService => {
  const draws = drawsOf(seed, 'service', project, name);
  const plan = draws.one(drawnPlans);
  const cloud = draws.one(drawnClouds);
  const startMs = drawnStartMs(seed);
  const steps = draws.chance(0.25) ? draws.between(1, 6) : 0;
  const diskGb = plan.diskGb + ('stepGb' in plan && canGrow(plan, cloud) ? steps * plan.stepGb : 0);
  return {
    name,
    type: plan.type,
    plan: plan.name,
    cloud,
    state: draws.chance(0.04) ? 'POWEROFF' : 'RUNNING',
    diskGb,
    usedGb: Math.round(diskGb * (0.2 + 0.55 * draws.fraction())),
    growthGbPerDay: growthOn(drawnGrowth(seed, project, name).model, startMs, 0),
    terminationProtection: draws.chance(0.1),
    tags: tagsOf(draws, startMs),
  };
};

const isScalable = ({ type, plan, cloud }: ScenarioService) => canGrow({ type, name: plan }, cloud);

/**
 * Endpoints and integrations that are there before Headroom: autoscalers that people made by hand, some that it left
 * behind itself, and integrations of another type.
 */
const drawnIntegrations = (
  draws: Draws,
  services: readonly ScenarioService[],
): Pick<Required<ScenarioProject>, 'endpoints' | 'integrations'> => {
  const endpoints: Required<ScenarioProject>['endpoints'] = [
    { name: 'by-hand', maxAdditionalGb: draws.between(40, 140) },
    { name: 'metrics', type: 'datadog', userConfig: {} },
  ];
  const integrations: Required<ScenarioProject>['integrations'] = [];
  for (const service of services) {
    const { name } = service;
    if (draws.chance(0.1)) integrations.push({ service: name, endpoint: 'metrics', type: 'datadog' });
    const kind = draws.below(20);
    if (!isScalable(service) || kind > 1) continue;
    const endpoint = kind === 0 ? 'by-hand' : `headroom-${name}`;
    if (kind === 1) endpoints.push({ name: endpoint, maxAdditionalGb: draws.between(0, 200) });
    integrations.push({ service: name, endpoint });
  }
  if (draws.chance(0.2)) endpoints.push({ name: 'headroom-left-behind', maxAdditionalGb: 10 });
  return { endpoints, integrations };
};

/** A project drawn by its number, with so many services. */
export const drawnProject = (seed: number, number: number, count: number): ScenarioProject => {
  const draws = drawsOf(seed, 'project', number);
  const env = draws.one(['prod', 'prod', 'staging', 'dev']);
  const name = `p${number}-${env}`;
  const services = Array.from({ length: count }, (_, n) => drawnService(seed, name, `s${n}`));
  return { name, tags: { env, ...drawnOwner(draws) }, services, ...drawnIntegrations(draws, services) };
};
