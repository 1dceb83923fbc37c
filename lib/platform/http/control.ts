import * as z from 'zod';
import { mbPerGb } from '../../core/model/sizes.ts';
import { planAutoscalerType } from '../../wire/maximum.ts';
import { automation, evaluateUntil } from '../autoscaler/evaluation.ts';
import { changeService, newService, serviceOf } from '../autoscaler/transitions.ts';
import { growStraight } from '../autoscaler/turns.ts';
import { noteUsage, usedMbAt } from '../autoscaler/usage.ts';
import { faultsSchema } from '../faults/faults.ts';
import { isoTime } from '../operations/answers/records.ts';
import { behaviourChange } from '../protocol/behaviour.ts';
import { badRequest, Refusal, routeNotFound } from '../protocol/refusal.ts';
import { checkedBody, readJson } from '../protocol/request-body.ts';
import { serviceName, tags } from '../protocol/requests.ts';
import { growthGbPerDay } from '../scenario/growth-schema.ts';
import { serviceState } from '../scenario/scenario-schema.ts';
import { logEvent, type Project, type Service } from '../state/state.ts';
import { advance, type Edge, stateOf } from './edge.ts';
import type { PlainRequest } from './plain.ts';
import { noRequests, unmatchedAnswer } from './request-counts.ts';

/**
 * Controls for tests and demonstrations, below `/_control`. They are not part of the interface: they take no token, are
 * not counted, and bypass the rate limit and the faults. A server has them only on request.
 */

/** Ten years: a longer step is a mistake. */
const advanceBody = z.strictObject({ seconds: z.number().nonnegative().max(315_360_000) });

const usedGb = z.number().nonnegative().max(1_000_000);
const usageBody = z.strictObject({ project: z.string(), service: z.string(), usedGb });

const serviceBody = z.strictObject({
  project: z.string(),
  service: serviceName,
  /** A new service needs type, plan and cloud. */
  type: z.string().optional(),
  plan: z.string().optional(),
  cloud: z.string().optional(),
  state: serviceState.optional(),
  tags: tags.optional(),
  usedGb: usedGb.optional(),
  growthGbPerDay: growthGbPerDay.optional(),
});

type ServiceBody = z.output<typeof serviceBody>;

/** The project, evaluated up to now (pf 2.13 404 project). */
const evaluatedProject = ({ state, clock }: Edge, name: string): { project: Project; nowMs: number } => {
  const project = state.projects.get(name);
  if (project === undefined) throw new Refusal(404, 'project_not_found', `Project '${name}' does not exist`);
  const nowMs = clock.nowMs();
  evaluateUntil(state, project, nowMs);
  return { project, nowMs };
};

const setUsage = (service: Service, gb: number, nowMs: number): void => {
  const mb = Math.round(gb * mbPerGb);
  if (mb > service.diskMb) {
    throw badRequest(`Invalid 'usedGb': the disk of '${service.name}' has ${service.diskMb / mbPerGb} GB`);
  }
  noteUsage(service, nowMs);
  service.usage = { mb, sinceMs: nowMs };
};

const serviceFrom = (edge: Edge, requested: ServiceBody, nowMs: number): Service => {
  const { service: name, type, plan, cloud } = requested;
  if (type === undefined || plan === undefined || cloud === undefined) {
    throw badRequest(`Service '${name}' does not exist: type, plan and cloud are needed to create it`);
  }
  const fresh = { name, type, plan, cloud, tags: {}, userConfig: {}, terminationProtection: false };
  return newService(edge.state, fresh, nowMs);
};

/** A service with the platform's autoscaler of plans: a change of its plan is the platform's own. */
const hasPlanAutoscaler = (project: Project, name: string): boolean =>
  [...project.integrations.values()].some(({ service, type }) => service === name && type === planAutoscalerType);

/** Stores a service after all checks have passed. */
const storeService = (project: Project, existing: Service | undefined, changed: Service, nowMs: number): Service => {
  const { name, plan } = changed;
  if (existing !== undefined) {
    if (existing.plan !== plan && hasPlanAutoscaler(project, name)) {
      const description = `Plan of '${name}' changed from ${existing.plan} to ${plan}`;
      logEvent(project, { atMs: nowMs, actor: automation, type: 'service_update', description, service: name });
    }
    return Object.assign(existing, changed);
  }
  project.services.set(name, changed);
  const description = `Created service '${name}'`;
  logEvent(project, { atMs: nowMs, actor: 'control', type: 'service_create', description, service: name });
  return changed;
};

/**
 * Changes or creates a service in ways that the interface does not offer: applies the whole request, or nothing if any
 * part of it is refused.
 */
const putService = (edge: Edge, requested: ServiceBody): Service => {
  const { project, nowMs } = evaluatedProject(edge, requested.project);
  const existing = project.services.get(requested.service);
  if (existing !== undefined && requested.type !== undefined && requested.type !== existing.type) {
    throw badRequest(`Invalid 'type': service '${existing.name}' is of type ${existing.type}`);
  }
  const service = existing === undefined ? serviceFrom(edge, requested, nowMs) : { ...existing };
  changeService(edge.state, service, { plan: requested.plan, cloud: requested.cloud, state: requested.state }, nowMs);
  if (requested.usedGb !== undefined) setUsage(service, requested.usedGb, nowMs);
  if (requested.growthGbPerDay !== undefined) {
    noteUsage(service, nowMs);
    growStraight(service, requested.growthGbPerDay);
  }
  service.tags = requested.tags ?? service.tags;
  return storeService(project, existing, service, nowMs);
};

const localHosts = new Set(['127.0.0.1', 'localhost']);

const isLocal = (address: string): boolean => URL.canParse(address) && localHosts.has(new URL(address).hostname);

/** The routes take no token, so a page of another site in a local browser must not reach them. */
const refuseForeign = ({ host = '', origin }: PlainRequest['headers']): void => {
  if (isLocal(`http://${host}`) && (origin === undefined || isLocal(origin))) return;
  throw new Refusal(403, 'permission_denied', 'The control routes are for this machine only');
};

type Control = (edge: Edge, body: <B>(schema: z.ZodType<B>) => Promise<B>) => unknown;

const controls: Readonly<Record<string, Control>> = {
  'POST /advance': async (edge, body) => {
    const { seconds } = await body(advanceBody);
    await advance(edge, seconds);
    return { now: isoTime(edge.clock.nowMs()) };
  },
  'POST /usage': async (edge, body) => {
    const requested = await body(usageBody);
    const { project, nowMs } = evaluatedProject(edge, requested.project);
    const service = serviceOf(project, requested.service);
    setUsage(service, requested.usedGb, nowMs);
    return { service: service.name, usedMb: service.usage.mb, diskMb: service.diskMb };
  },
  'POST /service': async (edge, body) => {
    const service = putService(edge, await body(serviceBody));
    const { name, state, diskMb } = service;
    return { service: name, state, diskMb, usedMb: usedMbAt(service, edge.clock.nowMs()) };
  },
  'GET /behaviour': ({ state }) => state.behaviour,
  'POST /behaviour': async ({ state }, body) => {
    state.behaviour = { ...state.behaviour, ...(await body(behaviourChange)) };
    return state.behaviour;
  },
  'POST /faults': async (edge, body) => {
    edge.faults = [...edge.faults, ...(await body(faultsSchema))];
    return { faults: edge.faults };
  },
  'DELETE /faults': (edge) => {
    edge.faults = [];
    return { faults: edge.faults };
  },
  'GET /requests': ({ counts }) => counts,
  'POST /requests/reset': (edge) => {
    edge.counts = noRequests;
    edge.unmatched = new Map();
    return edge.counts;
  },
  'GET /unmatched': ({ unmatched }) => unmatchedAnswer(unmatched),
  'GET /state': stateOf,
};

/**
 * Answers a request below `/_control`.
 * @param route method and path below it
 * @throws Refusal
 */
export const controlled = async (edge: Edge, { headers, body }: PlainRequest, route: string): Promise<unknown> => {
  refuseForeign(headers);
  const control = controls[route];
  if (control === undefined) throw routeNotFound();
  return control(edge, async (schema) => checkedBody(schema, readJson((await body) ?? '')));
};
