import type { Change } from '../change/change.ts';
import { because, type Finding, findingAt } from '../model/decision.ts';
import type { ServiceName } from '../model/grouping.ts';
import type { Attachment } from '../service/actual.ts';
import { handover, type ServiceContext } from '../service/changes.ts';
import type { ServicePlan } from '../service/service-plan.ts';
import { type Answer, planTargets, type RequestedPlans } from './targets.ts';

const answerOf = (subject: ServiceContext): Answer => {
  const adoption = planAdoption(subject);
  if (adoption !== undefined) return { plan: adoption };
  const { decision } = subject.judgement;
  const finding =
    subject.actual.attached.length > 0
      ? { ...notAdopted(decision, 'Headroom already manages its autoscaler'), details: { managedBy: 'headroom' } }
      : notAdopted(decision, 'it has no autoscaler');
  return { plan: { changes: [], findings: [finding] }, isOnlyNamed: true };
};

/** Plans exactly the requested adoptions: a service that a glob covers has an answer if it has an autoscaler made by hand. */
export const planRequested = (targets: readonly ServiceName[], contexts: readonly ServiceContext[]): RequestedPlans =>
  planTargets(targets, contexts, answerOf, (service) =>
    notAdopted(service, 'there is no such service, or its project could not be read'),
  );

/**
 * Adoption: an autoscaler made by hand becomes Headroom's. The platform neither renames an endpoint nor accepts a second
 * autoscaler on a service (spec.md §4; pf 1.2), so every replacement would leave the service unprotected for a
 * moment. Headroom therefore keeps endpoint and integration and only records that it manages them: nothing is written to
 * the platform, and the maximum stays until the next plan.
 */

/** Why policy does not let Headroom take over, as a clause; undefined if it does. */
const refusalOf = ({ judgement }: ServiceContext): string | undefined => {
  const { decision, exempt, managedBy, switchedOffBy } = judgement;
  if (exempt) return 'a tag exempts the service';
  if (managedBy !== null) return `the service is managed by ${managedBy}`;
  if (decision.effect === 'enable') return undefined;
  if (switchedOffBy !== null) return `tag ${switchedOffBy} is "off"`;
  return decision.rule === ''
    ? 'no rule of the policy selects the service'
    : `rule "${decision.rule}" does not enable the autoscaler`;
};

const adopted = (subject: ServiceContext, { endpoint }: Attachment): ServicePlan => {
  const { service, judgement, sizes } = subject;
  const { project } = judgement.decision;
  const { maxAdditionalGb, maximum, name } = endpoint;
  if (maxAdditionalGb === null || maximum.gb === null) {
    const key = { project, serviceType: service.type, plan: service.plan };
    if (sizes.planDiskMb === undefined) return { changes: [], findings: [], needs: key };
    const message = `the maximum of endpoint ${name} includes the plan's own disk, and the platform does not report its size`;
    return { changes: [], findings: [notAdopted(subject.judgement.decision, message)] };
  }
  const reasons = because(
    'adoption',
    `Takes over endpoint ${name}, made by hand, with its maximum of ${maxAdditionalGb} GB; later plans apply the policy to it.`,
  );
  const aim = { toGb: maxAdditionalGb, maximum: { kind: maximum.kind, gb: maximum.gb }, reasons };
  return { changes: [handover(subject, 'adopt-endpoint', endpoint, aim)], findings: [] };
};

/** A finding that says why an autoscaler made by hand is not adopted. */
const notAdopted = (service: ServiceName, reason: string): Finding =>
  findingAt(service, 'not-adopted', `Not adopted: ${reason}.`);

/**
 * Plans the adoption of the autoscaler that a service has:
 *
 * | autoscaler of the service                     | policy enables it | otherwise   |
 * |-----------------------------------------------|-------------------|-------------|
 * | made by hand, used by this service only       | adopt-endpoint    | not-adopted |
 * | made by hand, shared, unreadable or unlisted  | not-adopted       | not-adopted |
 * | several, or one named after another service   | not-adopted       | not-adopted |
 * | none, or Headroom's                           | –                 | –           |
 *
 * @returns undefined for the last row
 */
const planAdoption = (subject: ServiceContext): ServicePlan | undefined => {
  const { adoptable } = subject.actual;
  if (subject.service.unusable !== undefined || adoptable === null) return undefined;
  const refusal = refusalOf(subject);
  if (refusal !== undefined) return { changes: [], findings: [notAdopted(subject.judgement.decision, refusal)] };
  if (typeof adoptable === 'string')
    return { changes: [], findings: [notAdopted(subject.judgement.decision, adoptable)] };
  return adopted(subject, adoptable);
};

/**
 * Adds adoption to the plan of a service under `foreign: adopt`. A service whose autoscaler cannot be adopted keeps its
 * plan, with the finding that says why.
 */
export const withAdoption = (subject: ServiceContext, planned: ServicePlan): ServicePlan => {
  const isForeign = planned.findings.some(({ code }) => code === 'foreign-autoscaler');
  const adoption = isForeign ? planAdoption(subject) : undefined;
  return adoption === undefined || adoption.findings.length > 0 ? planned : adoption;
};

/** The undo of an adoption changes only who manages the endpoint; the maximum stays, whatever it is by now. */

const notUsed = (endpointName: string): string => `The service no longer uses endpoint ${endpointName}.`;

const changed = (
  subject: ServiceContext,
  kind: 'adopt-endpoint' | 'return-endpoint',
  { endpoint }: Attachment,
  reason: string,
): readonly Change[] | string => {
  const { maximum, maxAdditionalGb, name } = endpoint;
  if (maximum.gb === null) return `The maximum of endpoint ${name} cannot be read.`;
  const aim = { toGb: maxAdditionalGb ?? 0, maximum: { ...maximum, gb: maximum.gb }, reasons: because('undo', reason) };
  return [handover(subject, kind, endpoint, aim)];
};

/** Gives an adopted endpoint back. @returns a sentence if that is not possible */
export const returnEndpoint = (
  subject: ServiceContext,
  endpointName: string,
  runId: string,
): readonly Change[] | string => {
  const { attached, foreign } = subject.actual;
  const own = attached.find(({ endpoint }) => endpoint.name === endpointName);
  if (own === undefined) return foreign.includes(endpointName) ? [] : notUsed(endpointName);
  return changed(subject, 'return-endpoint', own, `Undoes run ${runId}: endpoint ${endpointName} was made by hand.`);
};

/** Adopts an endpoint again that a run gave back. @returns a sentence if that is not possible */
export const adoptAgain = (
  subject: ServiceContext,
  endpointName: string,
  runId: string,
): readonly Change[] | string => {
  const { attached, adoptable } = subject.actual;
  if (attached.some(({ endpoint }) => endpoint.name === endpointName)) return [];
  if (adoptable === null || typeof adoptable === 'string' || adoptable.endpoint.name !== endpointName)
    return typeof adoptable === 'string' ? `Headroom cannot take over: ${adoptable}.` : notUsed(endpointName);
  return changed(
    subject,
    'adopt-endpoint',
    adoptable,
    `Undoes run ${runId}: Headroom managed endpoint ${endpointName}.`,
  );
};
