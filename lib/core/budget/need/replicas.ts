import { serviceKey } from '../../model/grouping.ts';
import type { ServiceContext } from '../../service/changes.ts';
import { whyCounted } from '../position.ts';
import type { DiskFacts } from './disk-needs.ts';

type NeedGbOf = DiskFacts['needGbOf'];

/**
 * What a disk needs, where a read replica, which gets the data of its primary, needs at least what that needs. Its own need counts
 * alone where the primary is unknown, in another budget, or not Headroom's to change.
 */
export const withReplicas = (contexts: readonly ServiceContext[], needGbOf: NeedGbOf): NeedGbOf => {
  if (!contexts.some(({ service }) => service.replicaOf !== undefined)) return needGbOf;
  const subjects = new Map(contexts.map((subject) => [serviceKey(subject.judgement.decision), subject]));
  const primaryOf = ({ service: { replicaOf }, judgement }: ServiceContext): ServiceContext | undefined => {
    if (replicaOf === undefined || judgement.budget === null) return undefined;
    const { project } = judgement.decision;
    const primary = subjects.get(serviceKey({ project: replicaOf.project ?? project, service: replicaOf.service }));
    const isOurs =
      primary !== undefined && primary.judgement.budget === judgement.budget && whyCounted(primary) === null;
    return isOurs ? primary : undefined;
  };
  return (subject, days, confidence) => {
    const own = needGbOf(subject, days, confidence);
    const primary = primaryOf(subject);
    const its = primary === undefined ? null : needGbOf(primary, days, confidence);
    return its === null ? own : Math.max(own ?? 0, its);
  };
};
