import { harmDays, judgedConfidence } from '../../budget/need/claim.ts';
import { type DiskFacts, isAtThreshold } from '../../budget/need/disk-needs.ts';
import {
  attaches,
  type Change,
  detaches,
  isSearchChange,
  shrinks,
  updatesEndpoint,
  type Waits,
} from '../../change/change.ts';
import { type Finding, findingAt } from '../../model/decision.ts';
import { mbPerGb } from '../../model/sizes.ts';
import type { ServiceContext } from '../../service/changes.ts';
import { poweredOffGb } from '../../service/powered-off.ts';

/** What a change takes from its service: room on its disk, its autoscaler, or its availability for a restart. */
export type Harm = Extract<Waits, 'room' | 'protection' | 'restart'>;

const restarts = (change: Change): boolean =>
  isSearchChange(change) && change.members.some(({ restarts: isRestart }) => isRestart === true);

/**
 * Whether a disk with this maximum has less than a week, or is at its threshold while nothing is known of its growth. One that is
 * powered off does not grow.
 */
const lacksRoom = (subject: ServiceContext, toGb: number, { fillOf, needGbOf }: DiskFacts): boolean => {
  if (poweredOffGb(subject) !== null) return false;
  const diskGb = needGbOf(subject, harmDays, judgedConfidence);
  if (diskGb !== null) return toGb < diskGb - (subject.sizes.planDiskMb ?? 0) / mbPerGb;
  return isAtThreshold(subject, fillOf(subject));
};

/** Whether the service is left without an autoscaler of Headroom that it had. */
const losesAutoscaler = (changes: readonly Change[], { actual }: ServiceContext): boolean =>
  changes.filter(detaches).length >= actual.attached.length && !changes.some(attaches);

/**
 * What the changes of one service break that was there before them; null where they only add, or take nothing that is needed. A
 * disable that the service's own tag asks for is its owner's wish.
 * @param subject undefined for a service that is gone
 */
export const harmOf = (
  changes: readonly Change[],
  subject: ServiceContext | undefined,
  disks: DiskFacts,
): Harm | null => {
  if (changes.some((change) => shrinks(change) || restarts(change))) return 'restart';
  if (subject === undefined) return null;
  if (changes.some(detaches) && losesAutoscaler(changes, subject)) {
    return subject.judgement.ownTagDisables ? null : 'protection';
  }
  const lowered = changes.filter(updatesEndpoint).find(({ phase }) => phase === 'release');
  return lowered !== undefined && lacksRoom(subject, lowered.toGb, disks) ? 'room' : null;
};

/** That a disk is left without an autoscaler by its own tag while it has less than a week: its owner's wish is done, and said. */
export const disabledByTag = (subject: ServiceContext, disks: DiskFacts): Finding[] => {
  const { judgement, actual, service } = subject;
  const others = actual.foreign.length + actual.sharedWith.length + actual.namesakes.length;
  const goes = judgement.ownTagDisables && judgement.managedBy === null && actual.attached.length > 0 && others === 0;
  const diskGb = (service.diskMb ?? 0) / mbPerGb;
  if (!goes || !lacksRoom(subject, diskGb - (subject.sizes.planDiskMb ?? 0) / mbPerGb, disks)) return [];
  const message = `The disk has room for less than ${harmDays} days, and a tag of the service turns its autoscaler off. The plan does so.`;
  return [findingAt(judgement.decision, 'disabled-by-tag', message)];
};
