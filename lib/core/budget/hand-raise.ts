import type { DiskFill } from '../forecast/disk-fill.ts';
import { because } from '../model/decision.ts';
import { dayMs, isoInstant, moment } from '../model/durations.ts';
import type { HeldMaximum } from '../model/model.ts';
import type { Policy } from '../model/policy-document.ts';
import { mbPerGb, wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from '../service/changes.ts';
import { isAtThreshold } from './need/disk-needs.ts';

interface Moment {
  readonly now: string;
  readonly limits?: Policy['limits'];
  readonly fillOf: (subject: ServiceContext) => DiskFill | null;
}

/** How long a maximum stays that a person raised. */
const keptMs = dayMs;

/** The maximum before, as additional storage; null while unknown. */
const additionalOf = ({ kind, gb }: HeldMaximum, planGb: number): number | null =>
  gb === null || kind === 'additional' ? gb : Math.max(0, gb - planGb);

/** A maximum that a person raised above what the policy gives; undefined without one that is known. */
const raiseOf = ({ drifted, judgement: { decision }, actual, sizes }: ServiceContext) => {
  const { maximum, handling } = drifted ?? {};
  const toGb = actual.attached[0]?.endpoint.maxAdditionalGb ?? null;
  if (decision.effect !== 'enable' || handling !== 'repair' || maximum?.at == null) return undefined;
  if (toGb === null || sizes.planDiskMb == null) return undefined;
  const planGb = wholeGb(sizes.planDiskMb);
  const fromGb = additionalOf(maximum.before, planGb);
  if (fromGb === null || toGb <= Math.max(fromGb, decision.maxAdditionalGb ?? 0)) return undefined;
  return { fromGb, toGb, planGb, by: maximum.by, untilMs: Date.parse(maximum.at) + keptMs };
};

/**
 * The service with the maximum that a person raised within the last 24 hours because its disk could not grow: as a grant, it is
 * bounded by the limit of the organization and by the money of its budget.
 */
export const withHandRaise = (subject: ServiceContext, { now, limits, fillOf }: Moment): ServiceContext => {
  const { drifted, judgement, service } = subject;
  const { decision } = judgement;
  const raise = raiseOf(subject);
  if (drifted === undefined || raise === undefined || Date.parse(now) >= raise.untilMs) return subject;
  // With the room that it got, a disk may have grown past its threshold since.
  const hasGrown = (service.diskMb ?? 0) >= (raise.planGb + raise.fromGb) * mbPerGb;
  if (!hasGrown && !isAtThreshold(subject, fillOf(subject))) return subject;
  const toGb = Math.min(raise.toGb, limits?.maxAdditionalGb ?? Number.POSITIVE_INFINITY);
  const by = raise.by === null ? 'by hand, unknown who' : `by ${raise.by}`;
  const stays = `stays until ${moment(isoInstant(raise.untilMs))}`;
  const pays = judgement.budget === null ? '' : `as far as budget "${judgement.budget}" pays, it `;
  const text = `Raised from ${raise.fromGb} GB to ${raise.toGb} GB ${by}; ${stays}`;
  const maxAdditionalGb = Math.max(toGb, decision.maxAdditionalGb ?? 0);
  const reasons = [...decision.reasons, ...because('drift', `Raised to ${toGb} GB ${by}; ${pays}${stays}.`)];
  return {
    ...subject,
    grantedGb: Math.max(subject.grantedGb ?? 0, toGb),
    drifted: { ...drifted, raise: { toGb, text } },
    judgement: { ...judgement, decision: { ...decision, maxAdditionalGb, reasons } },
  };
};
