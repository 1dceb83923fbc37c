import type { Change } from '../change/change.ts';
import { because } from '../model/reason.ts';
import type { Attachment } from '../service/actual.ts';
import { handover, type ServiceContext } from '../service/changes.ts';

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
