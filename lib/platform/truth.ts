import { dayMs } from '../core/model/durations.ts';
import { mbPerGb } from '../core/model/sizes.ts';
import { integrationType } from '../wire/maximum.ts';
import { evaluateUntil, limitMbOf } from './autoscaler/evaluation.ts';
import { usedMbAt } from './autoscaler/usage.ts';
import type { Edge } from './http/edge.ts';
import { additionalMb, planOf, priceOf } from './state/catalogue.ts';
import type { PlatformState, Project, Service, UsePeriod } from './state/state.ts';

/** The organization from the platform's own state, after everything that time has done by now: no request, no answer. */

/** Every project as it is now. */
export const projectsOf = ({ state, clock }: Edge): Project[] => {
  const projects = [...state.projects.values()];
  for (const project of projects) evaluateUntil(state, project, clock.nowMs());
  return projects;
};

/** Largest disk that the autoscalers of each service allow, in MB, by service. */
const limitsOf = (state: PlatformState, { services, endpoints, integrations }: Project): Map<string, number> => {
  const limits = new Map<string, number>();
  for (const { type, service: name, endpointId } of integrations.values()) {
    const [service, endpoint] = [services.get(name), endpoints.get(endpointId)];
    if (type !== integrationType || service === undefined || endpoint === undefined) continue;
    const limitMb = limitMbOf(state, service, endpoint);
    if (limitMb !== undefined) limits.set(name, Math.max(limitMb, limits.get(name) ?? 0));
  }
  return limits;
};

export interface Disk {
  readonly project: Project;
  readonly service: Service;
  readonly usedMb: number;
  /** Beyond the plan, now and once it has grown to its maximum. */
  readonly additionalMb: number;
  readonly maximumMb: number;
  /** US dollars an hour for each GB beyond the plan, an exact decimal; undefined where it cannot grow. */
  readonly hourlyPerGb: string | undefined;
}

/** The disk of every service as it is now. */
export const disksOf = (edge: Edge): Disk[] =>
  projectsOf(edge).flatMap((project) => {
    const { state, clock } = edge;
    const limits = limitsOf(state, project);
    return [...project.services.values()].map((service) => {
      const mb = additionalMb(state, service);
      const planMb = (planOf(state, service)?.diskGb ?? 0) * mbPerGb;
      return {
        project,
        service,
        usedMb: usedMbAt(service, clock.nowMs()),
        additionalMb: mb,
        maximumMb: Math.max(mb, (limits.get(service.name) ?? 0) - planMb),
        hourlyPerGb: priceOf(state, service)?.additionalGb,
      };
    });
  });

/** When a disk was full, in closed form from the usage periods. */
interface FullTime {
  readonly ms: number;
  /** First moment with a full disk; null if there is none. */
  readonly firstMs: number | null;
}

/** First moment at which the usage of a period reaches its disk; Infinity if it never does. */
const fullFrom = ({ mb, sinceMs, growthMbPerDay, diskMb }: UsePeriod): number => {
  const missing = diskMb - mb;
  if (missing <= 0) return sinceMs;
  return growthMbPerDay === 0 ? Number.POSITIVE_INFINITY : sinceMs + Math.ceil((missing * dayMs) / growthMbPerDay);
};

/**
 * How long a service had a full disk between two moments of the past year. A disk without use is not full, and a
 * service that does not run now counts as not running before.
 */
export const fullTimeOf = (service: Service, fromMs: number, toMs: number): FullTime => {
  const { usage, growthMbPerDay, diskMb, usedBefore, state } = service;
  if (state === 'POWEROFF') return { ms: 0, firstMs: null };
  const now: UsePeriod = { ...usage, growthMbPerDay: state === 'RUNNING' ? growthMbPerDay : 0, diskMb };
  const periods = [...usedBefore, now];
  let ms = 0;
  let firstMs: number | null = null;
  for (const [index, period] of periods.entries()) {
    if (period.diskMb === 0) continue;
    const beginMs = Math.max(fromMs, period.sinceMs, fullFrom(period));
    const endMs = Math.min(toMs, periods[index + 1]?.sinceMs ?? toMs);
    if (beginMs >= endMs) continue;
    ms += endMs - beginMs;
    firstMs ??= beginMs;
  }
  return { ms, firstMs };
};
