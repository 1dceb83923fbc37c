import type { DiskFill } from '../../forecast/disk-fill.ts';
import { thresholdPercent } from '../../model/autoscaler.ts';
import { serviceKey } from '../../model/grouping.ts';
import { mbPerGb } from '../../model/sizes.ts';
import type { ServiceContext } from '../../service/changes.ts';
import { type BudgetPosition, whyCounted } from '../position.ts';
import { type DiskNeeds, harmDays, judgedConfidence } from './claim.ts';

/** What a division reads of the disks of services. */
export interface DiskFacts {
  /** Fill level of the disk of a service; null while it is unknown. */
  readonly fillOf: (subject: ServiceContext) => DiskFill | null;
  /** Disk in GB that keeps a service out of trouble for some days, at a confidence in percent; null while its growth is unknown. */
  readonly needGbOf: (subject: ServiceContext, days: number, confidence: number) => number | null;
}

/** A growth step of the platform is this part of the use. */
const stepShare = 10;

type Wanting = Extract<BudgetPosition, { kind: 'wants' }>;

/** GB of the next growth step; of a disk that was never measured, as if it stood at its threshold. */
export const stepGb = ({ service }: ServiceContext, fill: DiskFill | null): number => {
  const usedMb = fill?.usedMb ?? ((service.diskMb ?? 0) * thresholdPercent(service.type)) / 100;
  return Math.max(1, Math.ceil(usedMb / stepShare / mbPerGb));
};

/** Whether the platform or a measurement says that the use of a disk is at its threshold. */
export const isAtThreshold = ({ service, alert }: ServiceContext, fill: DiskFill | null): boolean =>
  alert?.kind === 'active' ||
  (fill !== null && service.diskMb !== null && fill.usedMb * 100 >= service.diskMb * thresholdPercent(service.type));

/** The same function, which computes each of its few answers once: a division that is short of money asks again and again. */
const onceEach = (gbFor: DiskNeeds['gbFor']): DiskNeeds['gbFor'] => {
  const asked: number[] = [];
  const answers: number[] = [];
  return (days, confidence) => {
    const key = days * 100 + confidence;
    const at = asked.indexOf(key);
    if (at >= 0) return answers[at] as number;
    const gb = gbFor(days, confidence);
    asked.push(key);
    answers.push(gb);
    return gb;
  };
};

/** GB of additional storage that keep a disk out of trouble for some days; one step while its growth is unknown. */
export const neededGb = (subject: ServiceContext, provisionedGb: number, { fillOf, needGbOf }: DiskFacts) => {
  const step = stepGb(subject, fillOf(subject));
  const planGb = (subject.sizes.planDiskMb ?? 0) / mbPerGb;
  return (days: number, confidence: number): number => {
    const diskGb = needGbOf(subject, days, confidence);
    return diskGb === null ? provisionedGb + step : Math.max(0, Math.ceil(diskGb - planGb));
  };
};

/** The needs of a service whose maximum its budget decides. */
export const needsOf = (subject: ServiceContext, position: Wanting, disks: DiskFacts): DiskNeeds => {
  const { provisionedGb, smallestGb, currentGb } = position;
  const { fillOf, needGbOf } = disks;
  const fill = fillOf(subject);
  const step = stepGb(subject, fill);
  const takesAtOnce = isAtThreshold(subject, fill);
  return {
    gbFor: onceEach(neededGb(subject, provisionedGb, disks)),
    isKnown: needGbOf(subject, harmDays, judgedConfidence) !== null,
    takesAtOnce,
    firstStepGb: provisionedGb === 0 && !takesAtOnce ? step : 0,
    leastGb: smallestGb,
    grantedGb: subject.grantedGb ?? 0,
    currentGb,
  };
};

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
