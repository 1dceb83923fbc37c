import type { Maximum, MaximumKind, PlanKey } from '../model/model.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
import { distinctEndpoints, type ServiceContext, toKeep } from './changes.ts';
import { leastGb, maximumOf } from './maximum.ts';

/** Kind of maximum of the service's endpoint after the plan; an existing endpoint keeps its kind. */
export const kindFor = ({ actual, maximumKind }: ServiceContext, wantGb: number): MaximumKind =>
  toKeep(actual, wantGb)?.maximum.kind ?? maximumKind;

/** The plan whose own disk size is needed to read or write totals of the service's endpoints. */
export const missingPlanDisk = (subject: ServiceContext): PlanKey | undefined => {
  const { judgement, actual, service, maximumKind } = subject;
  const { effect, project } = judgement.decision;
  if (effect === 'enable' && ineligibleReason(service) !== null) return undefined;
  const endpoints = effect === 'ignore' ? actual.spare : distinctEndpoints(actual);
  const isNew = effect === 'enable' && endpoints.length === 0;
  const kinds = isNew ? [maximumKind] : endpoints.map(({ maximum }) => maximum.kind);
  if (!kinds.includes('total') || subject.sizes.planDiskMb !== undefined) return undefined;
  return { project, serviceType: service.type, plan: service.plan };
};

const noTotal = (subject: ServiceContext, wantGb: number): string =>
  `The maximum includes the plan's own disk, and the platform does not report the disk size of plan ${subject.service.plan}, so ${wantGb} GB of additional storage cannot be set; not changed.`;

/** Why no total can be written for the service, as a sentence; null when one can, or none is needed. */
export const whyNoTotal = (subject: ServiceContext, wantGb: number): string | null =>
  kindFor(subject, wantGb) === 'total' && typeof subject.sizes.planDiskMb !== 'number'
    ? noTotal(subject, wantGb)
    : null;

/** The maximum to write, or a sentence that says why it cannot be written. */
export const expressed = (subject: ServiceContext, wantGb: number): Maximum | string => {
  const kind = kindFor(subject, wantGb);
  const maximum = maximumOf(kind, wantGb, subject.sizes.planDiskMb);
  if (maximum === null) return noTotal(subject, wantGb);
  if (maximum.gb >= leastGb[kind]) return maximum;
  const smallest = wantGb + leastGb[kind] - maximum.gb;
  return `The maximum includes the plan's own disk and must be at least ${leastGb[kind]} GB, so ${wantGb} GB of additional storage cannot be set with plan ${subject.service.plan}; not changed. The smallest that can be set is ${smallest} GB.`;
};
