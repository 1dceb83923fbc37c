import type { HttpRequest } from '../../client/transport/exchange.ts';
import type { RawAnswer } from '../../client/transport/outcome.ts';
import { dayMs } from '../../core/model/durations.ts';
import type { Edge } from '../../emulator/http/edge.ts';

/** Headroom asks again after a week; its clock may be some hours wrong. */
const rememberedMs = 6 * dayMs;

/**
 * Watches for services to which the platform does not offer the autoscaler, which it says only when it is asked to enable
 * it. The pass that asks first cannot end as applied; one that asks again soon has forgotten the answer.
 * @param onNews called when a service of this plan and cloud is refused for the first time in days
 */
export const createNotOffered = ({ state, clock }: Edge, onNews: () => void) => {
  const refusedMs = new Map<string, number>();
  return ({ method, path, body }: HttpRequest, { status, text }: RawAnswer): void => {
    if (status !== 403 || method !== 'POST' || !text.includes('not available for this service')) return;
    const project = /\/project\/([^/]+)\/integration$/.exec(path)?.[1] ?? '';
    const { source_service: source, dest_service: target = source } = JSON.parse(body ?? '{}');
    const { name, plan, cloud } = state.projects.get(decodeURIComponent(project))?.services.get(target ?? source) ?? {};
    const key = JSON.stringify([project, name, plan, cloud]);
    const nowMs = clock.nowMs();
    if (nowMs - (refusedMs.get(key) ?? Number.NEGATIVE_INFINITY) > rememberedMs) onNews();
    refusedMs.set(key, nowMs);
  };
};
