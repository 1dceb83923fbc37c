import { evaluationIntervalMs, grownDiskMb, thresholdMb, thresholdPercent } from '../../core/model/autoscaler.ts';
import { integrationType, kindOfEndpointType, maximumFromWire } from '../../wire/maximum.ts';
import { mbPerGb, sizingOf } from '../state/catalogue.ts';
import {
  type Endpoint,
  type Happening,
  type Integration,
  logEvent,
  type PlatformState,
  type Project,
  type Service,
} from '../state/state.ts';
import { chargeUntil } from './charges.ts';
import { momentOfUse, noteUsage, usedMbAt } from './usage.ts';

/** Who the event log names for what the platform does by itself. */
const automation = 'Platform Automation';

/**
 * First evaluation after a moment: every 30 seconds, counted from when the integration was made (§1.4, §3
 * disabled→enabled, §8 evaluation interval).
 */
const evaluationAfter = (integration: Integration, ms: number): number => {
  const rounds = Math.max(0, Math.floor((ms - integration.createdMs) / evaluationIntervalMs));
  return integration.createdMs + (rounds + 1) * evaluationIntervalMs;
};

/**
 * Largest disk in MB: plan and maximum together (§2.1 max_additional_storage, §8 upper bound), or the maximum alone
 * where it is a total (platform-facts §1.1), and never past the plan's own cap.
 */
const limitMbOf = (state: PlatformState, service: Service, endpoint: Endpoint): number | undefined => {
  const sizing = sizingOf(state, service);
  const kind = kindOfEndpointType(endpoint.type);
  const gb = kind && maximumFromWire(kind, endpoint.userConfig).gb;
  if (sizing === undefined || gb == null) return undefined;
  return Math.min((kind === 'additional' ? sizing.planMb : 0) + gb * mbPerGb, sizing.capMb);
};

/** A size for people: whole GB as such, all else with one decimal. */
const gb = (mb: number) => `${Number((mb / mbPerGb).toFixed(1))} GB`;

const grow = (state: PlatformState, service: Service, toMb: number, atMs: number): Happening => {
  const description = `Disk space of '${service.name}' increased from ${gb(service.diskMb)} to ${gb(toMb)}`;
  chargeUntil(state, service, atMs);
  noteUsage(service, atMs);
  service.diskMb = toMb;
  service.updatedMs = atMs;
  return { atMs, actor: automation, type: 'service_update', description, service: service.name };
};

const reach = (service: Service, limitMb: number, atMs: number): Happening => {
  service.reachedMb = limitMb;
  const description = `Disk autoscaler of '${service.name}' reached its maximum: disk space ${gb(service.diskMb)}`;
  return { atMs, actor: automation, type: 'service_autoscaler_maximum_reached', description, service: service.name };
};

/**
 * Carries out the evaluations of one service from `fromMs` (exclusive) to `toMs` (inclusive; §1.1, §1.5, §3
 * enabled→enabled). Those that find nothing to do are not visited: the moment of the next one that does is computed.
 * Only running services are evaluated.
 */
const evaluate = (
  state: PlatformState,
  service: Service,
  endpoint: Endpoint,
  integration: Integration,
  fromMs: number,
  toMs: number,
): Happening[] => {
  const limitMb = limitMbOf(state, service, endpoint);
  if (service.state !== 'RUNNING' || limitMb === undefined) return [];
  const percent = thresholdPercent(state.words.typeFromWire(service.type));
  const happenings: Happening[] = [];
  for (let doneMs = fromMs; ; ) {
    const reachedMs = momentOfUse(service, thresholdMb(service.diskMb, percent));
    const atMs = evaluationAfter(integration, Math.max(reachedMs - 1, doneMs));
    if (!(atMs <= toMs)) return happenings;
    const toMb = grownDiskMb({ diskMb: service.diskMb, usedMb: usedMbAt(service, atMs), percent, limitMb });
    const grew = toMb > service.diskMb;
    if (grew) happenings.push(grow(state, service, toMb, atMs));
    // Reaching the maximum is told once; until the limit changes, evaluations find the same.
    if (toMb >= limitMb && service.reachedMb !== limitMb) happenings.push(reach(service, limitMb, atMs));
    if (!grew) return happenings;
    doneMs = atMs;
  }
};

/**
 * Does to a project all that time does, up to a moment: evaluations, growth, charges. Settling in two steps comes to
 * the same as settling in one, so it may wait until somebody looks.
 */
export const evaluateUntil = (state: PlatformState, project: Project, toMs: number): void => {
  if (toMs <= project.settledMs) return;
  const happenings: Happening[] = [];
  for (const integration of project.integrations.values()) {
    const service = project.services.get(integration.service);
    const endpoint = project.endpoints.get(integration.endpointId);
    if (integration.type !== integrationType || service === undefined || endpoint === undefined) continue;
    happenings.push(...evaluate(state, service, endpoint, integration, project.settledMs, toMs));
  }
  for (const service of project.services.values()) chargeUntil(state, service, toMs);
  // The sort is stable: what happened to one service at one moment keeps its order.
  happenings.sort(
    (a, b) => a.atMs - b.atMs || ((a.service ?? '') < (b.service ?? '') ? -1 : Number(a.service !== b.service)),
  );
  for (const happening of happenings) logEvent(project, happening);
  project.settledMs = toMs;
};
