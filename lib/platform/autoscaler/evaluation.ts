import { evaluationIntervalMs, grownDiskMb, thresholdMb, thresholdPercent } from '../../core/model/autoscaler.ts';
import { byText } from '../../core/model/grouping.ts';
import { mbPerGb } from '../../core/model/sizes.ts';
import { integrationType, kindOfEndpointType, maximumFromWire } from '../../wire/maximum.ts';
import { sizingOf } from '../state/catalogue.ts';
import {
  type Endpoint,
  type Integration,
  logEvent,
  type NewEvent,
  type PlatformState,
  type Project,
  type Service,
} from '../state/state.ts';
import { chargeUntil } from './charges.ts';
import { gbText, resizeText } from './disk-texts.ts';
import { endRebuild, needsMaintenance, nextWindowMs, openWindow } from './maintenance.ts';
import { turn } from './turns.ts';
import { momentOfUse, noteUsage, usedMbAt } from './usage.ts';

/** Actor in the event log for actions of the platform itself. */
export const automation = 'Platform Automation';

/**
 * First evaluation after a moment: every 30 seconds, counted from the creation of the integration (§1.4, §3
 * disabled→enabled, §8 evaluation interval).
 */
const evaluationAfter = (integration: Integration, ms: number): number => {
  const rounds = Math.max(0, Math.floor((ms - integration.createdMs) / evaluationIntervalMs));
  return integration.createdMs + (rounds + 1) * evaluationIntervalMs;
};

/**
 * Largest disk in MB: plan plus maximum (§2.1 max_additional_storage, §8 upper bound), or the maximum alone
 * where it is a total (pf 1.1), capped by the plan.
 */
export const limitMbOf = (state: PlatformState, service: Service, endpoint: Endpoint): number | undefined => {
  const sizing = sizingOf(state, service);
  const kind = kindOfEndpointType(endpoint.type);
  const gb = kind && maximumFromWire(kind, endpoint.userConfig).gb;
  if (sizing === undefined || gb == null) return undefined;
  return Math.min((kind === 'additional' ? sizing.planMb : 0) + gb * mbPerGb, sizing.capMb);
};

const grow = (state: PlatformState, service: Service, toMb: number, atMs: number): NewEvent => {
  const description = resizeText(service.name, service.diskMb, toMb);
  chargeUntil(state, service, atMs);
  noteUsage(service, atMs);
  service.diskMb = toMb;
  service.growths += 1;
  service.updatedMs = atMs;
  return { atMs, actor: automation, type: 'service_update', description, service: service.name };
};

const reach = (service: Service, limitMb: number, atMs: number): NewEvent => {
  service.reachedMb = limitMb;
  const description = `Disk autoscaler of '${service.name}' reached its maximum: disk space ${gbText(service.diskMb)}`;
  return { atMs, actor: automation, type: 'service_autoscaler_maximum_reached', description, service: service.name };
};

/**
 * Runs the evaluations of one service from `fromMs` (exclusive) to `toMs` (inclusive; §1.1, §1.5, §3
 * enabled→enabled). It computes the next evaluation that has an effect and skips those without one.
 * Only running services are evaluated.
 */
const evaluate = (
  state: PlatformState,
  service: Service,
  endpoint: Endpoint,
  integration: Integration,
  fromMs: number,
  toMs: number,
): NewEvent[] => {
  const limitMb = limitMbOf(state, service, endpoint);
  if (service.state !== 'RUNNING' || limitMb === undefined) return [];
  const percent = thresholdPercent(state.productName.typeFromWire(service.type));
  const newEvents: NewEvent[] = [];
  for (let doneMs = fromMs; ; ) {
    const reachedMs = momentOfUse(service, thresholdMb(service.diskMb, percent));
    const atMs = evaluationAfter(integration, Math.max(reachedMs - 1, doneMs));
    if (!(atMs <= toMs)) return newEvents;
    const toMb = grownDiskMb({ diskMb: service.diskMb, usedMb: usedMbAt(service, atMs), percent, limitMb });
    const grew = toMb > service.diskMb;
    if (grew && needsMaintenance(state, service)) return newEvents;
    if (grew) newEvents.push(grow(state, service, toMb, atMs));
    // The event is logged once per limit; later evaluations reach the same result.
    if (toMb >= limitMb && service.reachedMb !== limitMb) newEvents.push(reach(service, limitMb, atMs));
    if (!grew) return newEvents;
    doneMs = atMs;
  }
};

/** The autoscalers of a project by the names of their services. */
const autoscalersOf = (project: Project) => {
  const byService = new Map<string, { readonly endpoint: Endpoint; readonly integration: Integration }[]>();
  for (const integration of project.integrations.values()) {
    const endpoint = project.endpoints.get(integration.endpointId);
    if (integration.type !== integrationType || endpoint === undefined) continue;
    const found = byService.get(integration.service);
    if (found === undefined) byService.set(integration.service, [{ endpoint, integration }]);
    else found.push({ endpoint, integration });
  }
  return byService;
};

/** What changes a service besides its autoscaler, each with its moment; moments may be the same. */
const happenings = (state: PlatformState, service: Service, afterMs: number) => {
  const { turning, rebuild } = service;
  const next = turning?.next ?? null;
  const windowMs = nextWindowMs(state, service, afterMs);
  const all: { readonly atMs: number; readonly happen: () => readonly NewEvent[] }[] = [];
  if (turning !== null && next !== null) {
    const happen = () => {
      turn(state, service, turning, next);
      return [];
    };
    all.push({ atMs: next.atMs, happen });
  }
  if (rebuild !== null) {
    const { untilMs, isMaintenance } = rebuild;
    all.push({ atMs: untilMs, happen: () => endRebuild(service, isMaintenance, automation, untilMs) });
  }
  if (windowMs !== null) {
    all.push({ atMs: windowMs, happen: () => openWindow(state, service, automation, windowMs) });
  }
  return all;
};

/** Lives one service from one such moment to the next. */
const evaluateService = (
  state: PlatformState,
  service: Service,
  autoscalers: readonly { readonly endpoint: Endpoint; readonly integration: Integration }[],
  span: { readonly fromMs: number; readonly toMs: number },
): NewEvent[] => {
  const newEvents: NewEvent[] = [];
  for (let doneMs = span.fromMs; ; ) {
    const all = happenings(state, service, doneMs);
    const atMs = Math.min(...all.map((event) => event.atMs));
    const untilMs = Math.min(atMs, span.toMs);
    for (const { endpoint, integration } of autoscalers) {
      newEvents.push(...evaluate(state, service, endpoint, integration, doneMs, untilMs));
    }
    if (atMs > span.toMs) return newEvents;
    for (const event of all) if (event.atMs === atMs) newEvents.push(...event.happen());
    doneMs = atMs;
  }
};

/**
 * Applies the passage of time to a project: evaluations, growth, charges. Two consecutive calls give the same result
 * as one call over the whole span, so callers may defer it until the next read.
 */
export const evaluateUntil = (state: PlatformState, project: Project, toMs: number): void => {
  if (toMs <= project.evaluatedMs) return;
  const newEvents: NewEvent[] = [];
  const autoscalers = autoscalersOf(project);
  for (const service of project.services.values()) {
    const span = { fromMs: project.evaluatedMs, toMs };
    newEvents.push(...evaluateService(state, service, autoscalers.get(service.name) ?? [], span));
  }
  for (const service of project.services.values()) chargeUntil(state, service, toMs);
  // The sort is stable, so simultaneous events of one service keep their order.
  newEvents.sort((a, b) => a.atMs - b.atMs || byText(a.service ?? '', b.service ?? ''));
  for (const event of newEvents) logEvent(project, event);
  project.evaluatedMs = toMs;
};
