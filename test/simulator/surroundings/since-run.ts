import type { HttpRequest } from '../../../lib/client/transport/exchange.ts';
import { type FaultKind, type Faults, faultKinds } from '../engine/faults.ts';
import type { ServiceTruth } from './truth.ts';

const ofService = /\/project\/([^/]+)\/service\/([^/?]+)$/;

/** What has come in the way of a run since it began, and which services it has read alone. */
export const createSinceRun = (faults: Faults) => {
  /** Faults that struck before the run; undefined when they disturb it still. */
  let totalBefore: number | undefined;
  let countsBefore: Partial<Record<FaultKind, number>> = {};
  const looks = new Map<string, number>();
  return {
    begin: (isDisturbed: boolean): void => {
      totalBefore = isDisturbed ? undefined : faults.total();
      countsBefore = { ...faults.counts };
      looks.clear();
    },
    note: ({ method, path }: HttpRequest): void => {
      const [, project, service] = ofService.exec(path) ?? [];
      const key = `${project}/${service}`;
      if (method === 'GET' && service !== undefined) looks.set(key, (looks.get(key) ?? 0) + 1);
    },
    facts: () => ({
      isDisturbed: faults.total() !== totalBefore,
      struck: () => faultKinds.filter((kind) => faults.counts[kind] > (countsBefore[kind] ?? 0)),
      looks: ({ project, service }: ServiceTruth) => looks.get(`${project}/${service.name}`) ?? 0,
    }),
  };
};
