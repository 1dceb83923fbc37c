import { minuteMs } from '../../../lib/core/model/durations.ts';
import { mbPerGb } from '../../../lib/core/model/sizes.ts';
import { evaluateUntil } from '../../../lib/platform/autoscaler/evaluation.ts';
import { startMaintenance } from '../../../lib/platform/autoscaler/maintenance.ts';
import { changeService, newService, removeService } from '../../../lib/platform/autoscaler/transitions.ts';
import { growStraight } from '../../../lib/platform/autoscaler/turns.ts';
import { noteUsage, usedMbAt } from '../../../lib/platform/autoscaler/usage.ts';
import type { Edge } from '../../../lib/platform/index.ts';
import { additionalMb, planOf, sizingOf } from '../../../lib/platform/state/catalogue.ts';
import { newProject } from '../../../lib/platform/state/projects.ts';
import { drawUuid, randomFrom } from '../../../lib/platform/state/random.ts';
import { type Endpoint, logEvent, type Project, type Service } from '../../../lib/platform/state/state.ts';
import { endpointTypes, integrationType, maximumToWire } from '../../../lib/wire/maximum.ts';
import { drawsOf } from '../engine/random.ts';
import type { ProjectChange, ServiceChange } from './people.ts';
import { drawnService } from './services.ts';

const actor = 'a person';

const create = (edge: Edge, seed: number, project: Project, name: string, nowMs: number): void => {
  if (project.services.has(name)) return;
  const { type, plan, cloud, usedGb = 0, growthGbPerDay = 0, tags = {} } = drawnService(seed, project.name, name);
  const fresh = { name, type, plan, cloud, tags, userConfig: {}, terminationProtection: false };
  const service = newService(edge.state, fresh, nowMs);
  service.usage = { mb: Math.min(usedGb * mbPerGb, service.diskMb), sinceMs: nowMs };
  growStraight(service, growthGbPerDay);
  project.services.set(name, service);
  const description = `Created service '${name}'`;
  logEvent(project, { atMs: nowMs, actor, type: 'service_create', description, service: name });
};

const autoscalersOf = (project: Project, { name }: Service) =>
  [...project.integrations.values()].filter(({ service, type }) => service === name && type === integrationType);

const setUsed = (service: Service, mb: number, nowMs: number): void => {
  noteUsage(service, nowMs);
  service.usage = { mb: Math.min(Math.round(mb), service.diskMb), sinceMs: nowMs };
};

const editMaximum = (project: Project, service: Service, gb: number, nowMs: number): void => {
  const [integration] = autoscalersOf(project, service);
  const endpoint = project.endpoints.get(integration?.endpointId ?? '');
  if (endpoint === undefined) return;
  endpoint.userConfig = maximumToWire({ kind: 'additional', gb });
  const description = `Updated integration endpoint '${endpoint.name}'`;
  logEvent(project, { atMs: nowMs, actor, type: 'service_integration_endpoint_update', description, service: null });
};

const addAutoscaler = (project: Project, service: Service, gb: number, nowMs: number): void => {
  if (autoscalersOf(project, service).length > 0) return;
  // A stream of its own: ids that the platform draws for Headroom must not depend on what people do.
  const random = randomFrom(drawsOf(nowMs, 'by hand', project.name, service.name).below(2 ** 31));
  const endpoint: Endpoint = {
    id: drawUuid(random),
    name: `hand-${service.name}`,
    type: endpointTypes.additional,
    userConfig: maximumToWire({ kind: 'additional', gb }),
  };
  if ([...project.endpoints.values()].some(({ name }) => name === endpoint.name)) return;
  project.endpoints.set(endpoint.id, endpoint);
  const since = { createdMs: nowMs, hiddenUntilMs: nowMs, activeFromMs: nowMs };
  const id = drawUuid(random);
  project.integrations.set(id, {
    id,
    type: integrationType,
    service: service.name,
    endpointId: endpoint.id,
    userConfig: {},
    ...since,
  });
};

/** Moves a service to another plan; data that would not fit there is deleted before. */
const move = ({ state }: Edge, service: Service, plan: string, nowMs: number): void => {
  const planMb = (planOf(state, { type: service.type, plan })?.diskGb ?? 0) * mbPerGb;
  if (planMb === 0 || plan === service.plan) return;
  setUsed(service, Math.min(usedMbAt(service, nowMs), Math.floor(planMb * 0.8)), nowMs);
  changeService(state, service, { plan }, nowMs);
};

/** Enlarges a disk by hand, as far as the plan lets it. */
const resize = ({ state }: Edge, service: Service, steps: number, nowMs: number): void => {
  const sizing = sizingOf(state, service);
  if (sizing === undefined) return;
  const { planMb, capMb, stepMb } = sizing;
  const wanted = Math.ceil(additionalMb(state, service) / stepMb) + steps;
  const diskMb = planMb + Math.min(wanted, Math.floor((capMb - planMb) / stepMb)) * stepMb;
  if (diskMb > service.diskMb) changeService(state, service, { diskMb }, nowMs);
};

/** Takes back as much added storage as the data leaves free, as a person does who looks at the bill. */
const removeStorage = ({ state }: Edge, service: Service, nowMs: number): void => {
  const sizing = sizingOf(state, service);
  if (sizing === undefined || service.state !== 'RUNNING') return;
  const neededMb = Math.max(0, usedMbAt(service, nowMs) * 1.1 - sizing.planMb);
  const diskMb = sizing.planMb + Math.ceil(neededMb / sizing.stepMb) * sizing.stepMb;
  if (diskMb < service.diskMb) changeService(state, service, { diskMb }, nowMs);
};

const maintain = ({ state }: Edge, project: Project, service: Service, nowMs: number): void => {
  if (service.state === 'RUNNING') logEvent(project, startMaintenance(state, service, actor, nowMs));
};

const changeOne = (edge: Edge, project: Project, service: Service, change: ServiceChange, nowMs: number): void => {
  switch (change.kind) {
    case 'service-created':
      return;
    case 'service-deleted':
      removeService(project, service);
      return;
    case 'service-retagged':
      service.tags = change.tags;
      return;
    case 'service-powered':
      changeService(edge.state, service, { state: change.on ? 'RUNNING' : 'POWEROFF' }, nowMs);
      return;
    case 'service-moved':
      move(edge, service, change.plan, nowMs);
      return;
    case 'disk-resized':
      resize(edge, service, change.steps, nowMs);
      return;
    case 'storage-removed':
      removeStorage(edge, service, nowMs);
      return;
    case 'maintenance-started':
      maintain(edge, project, service, nowMs);
      return;
    case 'growth-changed':
      noteUsage(service, nowMs);
      growStraight(service, change.gbPerDay);
      return;
    case 'cleaned-up':
      setUsed(service, usedMbAt(service, nowMs) * change.share, nowMs);
      return;
    case 'filled':
      setUsed(service, service.diskMb * change.share, nowMs);
      return;
    case 'maximum-edited':
      editMaximum(project, service, change.gb, nowMs);
      return;
    case 'integration-deleted':
      for (const { id } of autoscalersOf(project, service)) project.integrations.delete(id);
      return;
    case 'autoscaler-added':
      addAutoscaler(project, service, change.gb, nowMs);
      return;
    default:
      change satisfies never;
  }
};

/** Ids of events begin with the number of their project, so that no two projects ever may have the same. */
const projectNumber = ({ state }: Edge, nowMs: number) => 1_000 + Math.floor((nowMs - state.startMs) / minuteMs);

const changeProject = (edge: Edge, change: ProjectChange, nowMs: number): void => {
  const { projects } = edge.state;
  const { project: name } = change;
  const project = projects.get(name);
  if (change.kind === 'project-deleted') projects.delete(name);
  else if (project !== undefined) project.tags = change.tags;
  else if (change.kind === 'project-created') {
    const number = projectNumber(edge, nowMs);
    projects.set(name, newProject({ name, tags: change.tags, number, techEmails: [], basePort: null }, nowMs));
  }
};

/** Carries out at the platform what a person does; on a project or service that is not there (any more) it does nothing. */
export const applyChange = (edge: Edge, seed: number, change: ServiceChange | ProjectChange): void => {
  const nowMs = edge.clock.nowMs();
  const project = edge.state.projects.get(change.project);
  if (project !== undefined) evaluateUntil(edge.state, project, nowMs);
  if (!('service' in change)) {
    changeProject(edge, change, nowMs);
    return;
  }
  if (project === undefined) return;
  if (change.kind === 'service-created') create(edge, seed, project, change.service, nowMs);
  const service = project.services.get(change.service);
  if (service !== undefined) changeOne(edge, project, service, change, nowMs);
};
