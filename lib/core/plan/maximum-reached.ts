import { type Change, detaches, maximumMove } from '../change/change.ts';
import type { Finding } from '../model/decision.ts';
import { serviceKey } from '../model/grouping.ts';
import { mayWrite } from '../model/mode.ts';
import type { Mode, PlanKey, Service } from '../model/model.ts';
import { mbPerGb } from '../model/sizes.ts';
import type { Actual, Attachment } from '../service/actual.ts';
import { type PlanDisks, planKeyText } from '../service/floor.ts';

/** Whether a service of ours stands at its maximum; `needs` is a plan disk without which that cannot be said. */
export interface Reach {
  readonly finding?: Finding;
  readonly needs?: PlanKey;
}

/** Whether the disk fills all that the endpoint allows; null while only the plan's own disk could tell. */
const fills = (diskMb: number, { endpoint }: Attachment, planDiskMb: number | null | undefined): boolean | null => {
  const { kind, gb } = endpoint.maximum;
  if (gb === null) return false;
  // The whole disk is never less than the additional storage, and is what a total counts: either may settle it alone.
  if (diskMb < gb * mbPerGb) return false;
  if (kind === 'total' || gb === 0) return true;
  return planDiskMb == null ? null : diskMb - planDiskMb >= gb * mbPerGb;
};

/**
 * A service whose provisioned additional storage has reached the maximum of our endpoint: its disk grows no more, however
 * full it gets (spec.md §2.1). Nothing is said of a service whose disk, or whose plan's own disk, the platform does not give.
 */
export const reachOf = (project: string, service: Service, { attached }: Actual, planDisks: PlanDisks): Reach => {
  const { name, type, plan, diskMb } = service;
  const [attachment, second] = attached;
  // Of two of ours the plan removes one first; until then it is not settled which one holds.
  if (attachment === undefined || second !== undefined || diskMb === null) return {};
  const planDiskMb = planDisks.get(planKeyText(type, plan));
  const full = fills(diskMb, attachment, planDiskMb);
  if (full === null && planDiskMb === undefined) return { needs: { project, serviceType: type, plan } };
  if (full !== true) return {};
  const { maxAdditionalGb, maximum } = attachment.endpoint;
  const allowed = maxAdditionalGb === null ? `${maximum.gb} GB in all` : `${maxAdditionalGb} GB of additional storage`;
  const message = `The disk has reached its maximum of ${allowed} and grows no more. Raise the maximum in the policy, or make room.`;
  // What a total leaves for additional storage is unknown here; the number is then that of the endpoint.
  const details = { maxAdditionalGb: maxAdditionalGb ?? maximum.gb ?? 0 };
  return { finding: { code: 'maximum-reached', project, service: name, message, details } };
};

/** Without those whose autoscaler this very plan raises or takes away, where the run may carry it out. */
export const notMended = (reached: readonly Finding[], changes: readonly Change[], mode: Mode): readonly Finding[] => {
  if (!mayWrite(mode)) return reached;
  const mended = new Set(
    changes.filter((change) => detaches(change) || maximumMove(change) === 'raise').map(serviceKey),
  );
  return reached.filter((finding) => !mended.has(serviceKey(finding)));
};
