import type { HttpRequest } from '../../../lib/client/transport/exchange.ts';
import type { RawAnswer } from '../../../lib/client/transport/outcome.ts';
import { dayMs } from '../../../lib/core/model/durations.ts';
import type { Edge } from '../../../lib/platform/index.ts';
import type { NotOffered } from './refusals.ts';

/** Headroom asks again after a week; its clock may be some hours wrong. */
const rememberedMs = 6 * dayMs;

export interface NotOfferedWatch {
  readonly note: (request: HttpRequest, answer: RawAnswer) => void;
  /** The refusals so far. */
  readonly refusals: () => NotOffered;
  /** Says whether Headroom must remember the refusals since the last time: no fault struck meanwhile. */
  readonly settle: (isSure: boolean) => void;
}

/**
 * Watches for services to which the platform does not offer the autoscaler, which it says only when it is asked to enable
 * it. The pass that asks first cannot end as applied; one that asks again soon has forgotten the answer.
 * @param onNews called when a service of this plan and cloud is refused for the first time in days, as far as is sure
 */
export const createNotOffered = ({ state, clock }: Edge, onNews: () => void): NotOfferedWatch => {
  let refusals: NotOffered = new Map();
  let settledMs = Number.NEGATIVE_INFINITY;
  return {
    refusals: () => refusals,
    settle: (isSure) => {
      if (isSure) {
        refusals = new Map([...refusals].map(([key, one]) => [key, one.atMs > settledMs ? { ...one, isSure } : one]));
      }
      settledMs = clock.nowMs();
    },
    note: ({ method, path, body }, { status, text }) => {
      if (status !== 403 || method !== 'POST' || !text.includes('not available for this service')) return;
      const project = decodeURIComponent(/\/project\/([^/]+)\/integration$/.exec(path)?.[1] ?? '');
      const { source_service: source, dest_service: target = source } = JSON.parse(body ?? '{}');
      const service = state.projects.get(project)?.services.get(target ?? source);
      if (service === undefined) return;
      const { name, plan, cloud } = service;
      const key = `${project}/${name}`;
      const before = refusals.get(key);
      const atMs = clock.nowMs();
      // An answer in a pass with faults may have been lost on its way.
      const isKnown =
        before?.isSure === true && before.plan === plan && before.cloud === cloud && atMs - before.atMs <= rememberedMs;
      if (!isKnown) onNews();
      refusals = new Map(refusals).set(key, { atMs, plan, cloud, isSure: false });
    },
  };
};
