import { type Change, detaches, maximumMove } from '../change/change.ts';
import { type Finding, findingAt } from '../model/decision.ts';
import { serviceKey } from '../model/grouping.ts';
import { mbPerGb } from '../model/sizes.ts';
import type { Attachment } from '../service/actual.ts';
import type { ServiceContext } from '../service/changes.ts';
import { poweredOffGb } from '../service/powered-off.ts';

/** Whether the disk has the size that the endpoint allows; null where that depends on an unknown plan disk. */
const fills = (diskMb: number, { endpoint }: Attachment, planDiskMb: number | null | undefined): boolean | null => {
  const { kind, gb } = endpoint.maximum;
  if (gb === null) return false;
  // The whole disk is never smaller than the additional storage, and a total counts the whole disk.
  if (diskMb < gb * mbPerGb) return false;
  if (kind === 'total' || gb === 0) return true;
  return planDiskMb == null ? null : diskMb - planDiskMb >= gb * mbPerGb;
};

/**
 * A service whose provisioned additional storage has reached the maximum of Headroom's endpoint: its disk no longer grows,
 * however full it gets (spec.md §2.1). Undefined if the platform does not give the size of the disk or of the plan's disk.
 */
export const reachOf = (subject: ServiceContext): Finding | undefined => {
  const { service, actual, sizes, judgement } = subject;
  const { diskMb } = service;
  const [attachment, second] = actual.attached;
  // With two endpoints of Headroom the plan removes one first; until then it is open which maximum applies.
  if (attachment === undefined || second !== undefined || diskMb === null) return undefined;
  // A service that is off does not fill, and gets more room when it is on again.
  if (poweredOffGb(subject) !== null) return undefined;
  if (fills(diskMb, attachment, sizes.planDiskMb) !== true) return undefined;
  // At the limit of the plan a higher maximum changes nothing, and that has a finding of its own.
  if (sizes.capMb != null && diskMb >= sizes.capMb) return undefined;
  const { maxAdditionalGb, maximum } = attachment.endpoint;
  const held =
    maxAdditionalGb === null
      ? `${maximum.gb} GB maximum (whole disk)`
      : `${maxAdditionalGb} GB maximum (additional storage)`;
  const message = `Disk is at its ${held} and does not grow.`;
  // The additional storage that a total allows is unknown here, so the number is the endpoint's.
  const details = { maxAdditionalGb: maxAdditionalGb ?? maximum.gb ?? 0 };
  return findingAt(judgement.decision, 'maximum-reached', message, { details });
};

/** Those whose maximum these changes do not raise, and whose autoscaler they leave. */
export const withoutRaised = (reached: readonly Finding[], changes: readonly Change[]): Finding[] => {
  const raised = new Set(
    changes.filter((change) => detaches(change) || maximumMove(change) === 'raise').map(serviceKey),
  );
  return reached.filter((finding) => !raised.has(serviceKey(finding)));
};
