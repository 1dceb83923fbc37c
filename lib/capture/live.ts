import { PlatformError, PlatformUnauthorized } from '../contract/errors.ts';
import { dayMs } from '../core/model/durations.ts';
import { byText } from '../core/model/grouping.ts';
import { diskSizes, loggedSizes, recordedSizes } from '../core/twin/disk-sizes.ts';
import { usePoints } from '../core/twin/use-points.ts';
import type { Period } from '../ports.ts';
import {
  type CapturedOrganization,
  type CapturedPlan,
  type CapturedPrice,
  type CapturedService,
  distinctBy,
} from './facts.ts';
import { knownIn } from './known.ts';
import {
  type LiveOptions,
  type LivePorts,
  orLeft,
  type Reading,
  type ReadProject,
  readAll,
  readProjects,
} from './live-projects.ts';

/** The shortest period that covers so many days: each answer is one call. */
const periodFor = (days: number): Period => (days <= 30 ? 'month' : 'year');

/** The platform's clock dates readings, events and sizes. */
const platformNow = ({ platform, clock }: LivePorts): number => {
  const answeredAt = platform.lastAnswerAt();
  return answeredAt === null ? clock.now() : Date.parse(answeredAt);
};

const measured = async (
  reading: Reading,
  project: ReadProject,
  service: ReadProject['services'][number],
): Promise<CapturedService> => {
  const { name, type, plan, cloud, state, diskMb, tags, terminationProtection, integrations } = service;
  const facts = { name, type, plan, cloud, state, diskMb, tags, terminationProtection, integrations };
  if (diskMb === null || diskMb <= 0) return { ...facts, points: [], sizes: [] };
  const { ports, options } = reading;
  const place = `${project.name}/${name}`;
  const answer = ports.platform.diskUsage(project.name, name, periodFor(options.days));
  const readings = (await orLeft(reading, place, answer, 'disk use not read')) ?? [];
  const nowMs = platformNow(ports);
  const sizes = diskSizes(loggedSizes(project.events, name, { diskMb, nowMs }), recordedSizes(project.history, name));
  const fromMs = nowMs - options.days * dayMs;
  return { ...facts, sizes, points: usePoints(readings, sizes).filter(({ timeMs }) => timeMs >= fromMs) };
};

interface Offer {
  readonly project: string;
  readonly type: string;
  readonly plan: string;
  readonly cloud: string;
  readonly service: ReadProject['services'][number];
}

const readPlan = async (reading: Reading, { project, type, plan, service }: Offer): Promise<CapturedPlan[]> => {
  const place = `plan ${plan} of ${type}`;
  const answer = await orLeft(reading, place, reading.ports.platform.whole.plan(project, type, plan));
  if (answer === undefined) return [];
  const { nodeCount, nodeCpuCount, nodeMemoryMb } = service;
  return [{ type, name: plan, ...answer, nodeCount, nodeCpuCount, nodeMemoryMb }];
};

const readPrice = async (reading: Reading, { project, type, plan, cloud }: Offer): Promise<CapturedPrice[]> => {
  const place = `price of plan ${plan} of ${type} in ${cloud}`;
  const answer = await orLeft(reading, place, reading.ports.platform.whole.price(project, type, plan, cloud));
  return answer === undefined ? [] : [{ type, plan, cloud, ...answer }];
};

/** The organization's name for people; its id where the platform does not say. */
const nameOf = async ({ ports: { platform } }: Reading): Promise<string> => {
  const { organization } = platform;
  const listed = await platform.whole.organizations().catch((error: unknown) => {
    if (error instanceof PlatformError && !(error instanceof PlatformUnauthorized)) return [];
    throw error;
  });
  return listed.find(({ id }) => id === organization)?.name ?? organization;
};

/**
 * Reads an organization from the platform: three calls for each project, one for each service, plan and price. What cannot
 * be read is left out and noted.
 * @throws PlatformUnauthorized, RunInterrupted, StoreUnavailable; Error if no project can be read
 */
export const captureLive = async (ports: LivePorts, options: LiveOptions): Promise<CapturedOrganization> => {
  const reading: Reading = { ports, options, omissions: [] };
  const read = await readProjects(reading);
  const services = read.flatMap((project) => project.services.map((service) => ({ project, service })));
  const offers = services.map(({ project, service }): Offer => ({ project: project.name, ...service, service }));
  const plans = distinctBy(offers, ({ type, plan }) => JSON.stringify([type, plan]));
  const prices = distinctBy(offers, ({ type, plan, cloud }) => JSON.stringify([type, plan, cloud]));
  options.onEstimate(1 + services.length + plans.length + prices.length);
  const name = await nameOf(reading);
  const readPlans = await readAll(reading, 'reading plans', plans, (offer) => readPlan(reading, offer));
  const readPrices = await readAll(reading, 'reading prices', prices, (offer) => readPrice(reading, offer));
  const use = await readAll(reading, 'reading disk use', services, async ({ project, service }) => ({
    project,
    service: await measured(reading, project, service),
  }));
  return {
    id: ports.platform.organization,
    name,
    atMs: platformNow(ports),
    from: 'platform',
    days: options.days,
    projects: read.map((project) => ({
      name: project.name,
      tags: project.tags,
      services: use.filter((one) => one.project === project).map(({ service }) => service),
      endpoints: project.endpoints,
    })),
    plans: readPlans.flat(),
    prices: readPrices.flat(),
    known: await knownIn(ports.store, ports.platform.organization, read),
    omissions: reading.omissions.toSorted((a, b) => byText(a.place, b.place)),
  };
};
