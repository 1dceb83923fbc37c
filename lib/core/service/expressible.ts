import type { Maximum, MaximumKind, PlanKey } from '../model/model.ts';
import { ineligibleReason } from '../policy/eligibility.ts';
import { distinctEndpoints, type ServiceContext, toKeep } from './changes.ts';
import { planKeyText } from './floor.ts';
import { leastGb, maximumOf } from './maximum.ts';

/** Own disk of the service's plan: undefined before it was asked, null when the platform does not say. */
const planDiskOf = ({ service, planDisks }: ServiceContext): number | null | undefined =>
  planDisks.get(planKeyText(service.type, service.plan));

/** What the endpoint counts that the service will have: one that is there stays as it is. */
export const kindFor = ({ actual, maximumKind }: ServiceContext, wantedGb: number): MaximumKind =>
  toKeep(actual, wantedGb)?.maximum.kind ?? maximumKind;

/** The plan whose own disk must be known before totals of the service's endpoints can be read or written. */
export const missingPlanDisk = (subject: ServiceContext): PlanKey | undefined => {
  const { judgement, actual, service, maximumKind } = subject;
  const { effect, project } = judgement.decision;
  if (effect === 'enable' && ineligibleReason(service) !== null) return undefined;
  const endpoints = effect === 'ignore' ? actual.spare : distinctEndpoints(actual);
  const isNew = effect === 'enable' && endpoints.length === 0;
  const kinds = isNew ? [maximumKind] : endpoints.map(({ maximum }) => maximum.kind);
  if (!kinds.includes('total') || planDiskOf(subject) !== undefined) return undefined;
  return { project, serviceType: service.type, plan: service.plan };
};

const noTotal = (subject: ServiceContext, wantedGb: number): string =>
  `A maximum counts the plan's own disk here, and the platform does not say how much plan ${subject.service.plan} brings, so ${wantedGb} GB of additional storage cannot be expressed: nothing is changed.`;

/** Why no total at all can be written for the service, as a sentence; null when one can, or none is needed. */
export const whyNoTotal = (subject: ServiceContext, wantedGb: number): string | null =>
  kindFor(subject, wantedGb) === 'total' && typeof planDiskOf(subject) !== 'number' ? noTotal(subject, wantedGb) : null;

/** The maximum to write, or in a sentence why the endpoint cannot hold it. */
export const expressed = (subject: ServiceContext, wantedGb: number): Maximum | string => {
  const kind = kindFor(subject, wantedGb);
  const maximum = maximumOf(kind, wantedGb, planDiskOf(subject));
  if (maximum === null) return noTotal(subject, wantedGb);
  if (maximum.gb >= leastGb[kind]) return maximum;
  const smallest = wantedGb + leastGb[kind] - maximum.gb;
  return `A maximum counts the plan's own disk here and is at least ${leastGb[kind]} GB, so with plan ${subject.service.plan} a maximum of ${wantedGb} GB cannot be expressed: nothing is changed. The smallest one that can be is ${smallest} GB.`;
};
