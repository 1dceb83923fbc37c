import { hourMs } from '../../../lib/core/model/durations.ts';
import { evaluateUntil, limitMbOf } from '../../../lib/platform/autoscaler/evaluation.ts';
import { momentOfUse, usedMbAt } from '../../../lib/platform/autoscaler/usage.ts';
import type { Edge } from '../../../lib/platform/index.ts';
import { planOf, priceOf } from '../../../lib/platform/state/catalogue.ts';
import type { Endpoint, Project, Service } from '../../../lib/platform/state/state.ts';
import { integrationType } from '../../../lib/wire/maximum.ts';

/**
 * The platform as it really is, read from its own state without a request. Laws are judged by this and by nothing that
 * Headroom computes: GB of maximums and additional storage are worked out here once more.
 */

const mbPerGb = 1024;

interface AutoscalerTruth {
  readonly endpoint: string;
  readonly endpointId: string;
  /** GB of additional storage. */
  readonly gb: number;
}

export interface ServiceTruth {
  readonly project: string;
  readonly service: Service;
  /** GB beyond the plan's own disk, rounded up. */
  readonly provisionedGb: number;
  /** Whether its plan and state let it have the autoscaler. */
  readonly eligible: boolean;
  readonly ours: readonly AutoscalerTruth[];
  readonly others: readonly AutoscalerTruth[];
  /** GB that the plan lets the disk grow by; 0 where it cannot. */
  readonly capGb: number;
  /** Largest disk in MB that its autoscalers and its plan allow; its present disk without an autoscaler. */
  readonly limitMb: number;
  /** Since when the disk has been at 90 % of its present size or more; null below that, and while it is off. */
  readonly nearlyFullSinceMs: number | null;
  /** Since when its newest autoscaler acts with its present maximum; null without one. */
  readonly autoscaledSinceMs: number | null;
  /** US dollars an hour for a GB, as a number of billionths, so that sums stay exact; null when there is no price. */
  readonly nanosPerGbHour: bigint | null;
}

/** Names that Headroom's endpoints begin with (design §7). */
export const isOurName = (name: string): boolean => name.startsWith('headroom-');

const maximumGbOf = ({ userConfig }: Endpoint): number => {
  const { autoscaler } = userConfig as { autoscaler?: { max_additional_storage?: unknown } };
  return Number(autoscaler?.max_additional_storage ?? Number.NaN);
};

const nanos = (hourly: string): bigint => {
  const [whole = '0', rest = ''] = hourly.split('.');
  return BigInt(whole) * 1_000_000_000n + BigInt(rest.padEnd(9, '0').slice(0, 9));
};

/** The platform warns from here on. */
const nearlyFullShare = 0.9;

const nearlyFullSinceMs = (service: Service, nowMs: number): number | null => {
  const fromMb = Math.ceil(service.diskMb * nearlyFullShare);
  const isOn = service.state !== 'POWEROFF' && service.diskMb > 0;
  return !isOn || usedMbAt(service, nowMs) < fromMb ? null : momentOfUse(service, fromMb);
};

/** An autoscaler has acted long before. */
const recentMs = hourMs;

/** When an endpoint got its present maximum, if that was of late; else 0. */
const updatedMs = ({ events }: Project, { name }: Endpoint, nowMs: number): number => {
  const description = `Updated integration endpoint '${name}'`;
  for (let place = events.length - 1; place >= 0; place -= 1) {
    const event = events[place];
    if (event === undefined || event.atMs < nowMs - recentMs) return 0;
    if (event.type === 'service_integration_endpoint_update' && event.description === description) return event.atMs;
  }
  return 0;
};

const truthOf = ({ state, clock }: Edge, project: Project, service: Service): ServiceTruth => {
  const plan = planOf(state, service);
  const price = priceOf(state, service);
  const ours: AutoscalerTruth[] = [];
  const others: AutoscalerTruth[] = [];
  let limitMb = service.diskMb;
  let autoscaledSinceMs: number | null = null;
  for (const integration of project.integrations.values()) {
    const endpoint = project.endpoints.get(integration.endpointId);
    if (integration.service !== service.name || integration.type !== integrationType || endpoint === undefined)
      continue;
    const held = { endpoint: endpoint.name, endpointId: endpoint.id, gb: maximumGbOf(endpoint) };
    (isOurName(endpoint.name) ? ours : others).push(held);
    const { createdMs, activeFromMs } = integration;
    autoscaledSinceMs = Math.max(
      autoscaledSinceMs ?? 0,
      createdMs,
      activeFromMs,
      updatedMs(project, endpoint, clock.nowMs()),
    );
    limitMb = Math.max(limitMb, limitMbOf(state, service, endpoint) ?? 0);
  }
  const planMb = (plan?.diskGb ?? 0) * mbPerGb;
  return {
    project: project.name,
    // A copy, because the platform changes the record and a law compares moments.
    service: { ...service },
    provisionedGb: Math.max(0, Math.ceil((service.diskMb - planMb) / mbPerGb)),
    eligible: plan?.capGb !== undefined && price?.additionalGb !== undefined && service.state === 'RUNNING',
    capGb: plan?.capGb === undefined ? 0 : plan.capGb - plan.diskGb,
    ours,
    others,
    limitMb,
    nearlyFullSinceMs: nearlyFullSinceMs(service, clock.nowMs()),
    autoscaledSinceMs,
    nanosPerGbHour: price?.additionalGb === undefined ? null : nanos(price.additionalGb),
  };
};

/** One project at this moment, after everything that time has done by then. */
export const projectTruth = (edge: Edge, name: string): ServiceTruth[] => {
  const project = edge.state.projects.get(name);
  if (project === undefined) return [];
  evaluateUntil(edge.state, project, edge.clock.nowMs());
  return [...project.services.values()].map((service) => truthOf(edge, project, service));
};

/** Every service of some projects at this moment; default: of all. */
export const truthAt = (edge: Edge, names: Iterable<string> = edge.state.projects.keys()): ServiceTruth[] =>
  [...names].flatMap((name) => projectTruth(edge, name));
