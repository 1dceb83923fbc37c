import { reasonText } from '../model/decision.ts';
import type { Service } from '../model/model.ts';
import { wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from './changes.ts';
import type { MeasuredEndpoint } from './maximum.ts';

/** Whether a maximum is not allowed because another tool manages the service and it could be below the present one. */
export const lowersElsewhere = ({ judgement, actual }: ServiceContext, toGb: number): boolean =>
  judgement.managedBy !== null &&
  actual.attached.some(({ endpoint: { maxAdditionalGb } }) => maxAdditionalGb === null || maxAdditionalGb > toGb);

/** Always the first step: the owner's next apply resets a disk size that its configuration does not contain. */
export const pinStep = ({ diskMb }: Service): string =>
  diskMb === null
    ? 'set the disk size in that configuration to the present size, or its next apply resets the disk'
    : `set the disk size in that configuration to the present ${wholeGb(diskMb)} GB, or its next apply resets the disk`;

/** Sorted ids, so the text does not depend on the order of the platform's answer. */
export const listed = (ids: readonly string[]): string => [...new Set(ids)].sort().join(', ');

export const numbered = (steps: readonly string[]): string =>
  steps.map((step, at) => `(${at + 1}) ${step}${at + 1 < steps.length ? ';' : '.'}`).join(' ');

const sized = (service: Service): Readonly<Record<string, number>> =>
  service.diskMb === null ? {} : { diskGb: wholeGb(service.diskMb) };

/** Ordered steps for a person, and ids and sizes for programs. */
export interface Steps {
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
}

const owned = (subject: ServiceContext): string => `The service is managed by ${subject.judgement.managedBy}`;

/** Steps to remove the autoscaler: the grown disk size is pinned before the integration is deleted. */
export const stepsToDisable = (subject: ServiceContext): Steps => {
  const { service, judgement, actual } = subject;
  const integrations = listed(actual.attached.map(({ integration }) => integration.id));
  const endpoints = listed(actual.attached.map(({ endpoint }) => endpoint.id));
  const names = listed(actual.attached.map(({ endpoint }) => endpoint.name));
  const steps = [pinStep(service), `delete integration ${integrations}`, `delete endpoint ${names} (${endpoints})`];
  return {
    message: `${owned(subject)}, so Headroom does not remove its autoscaler. ${reasonText(judgement.decision.reasons)} To do it by hand: ${numbered(steps)}`,
    details: { ...sized(service), endpoint: endpoints, integration: integrations },
  };
};

/** Steps to lower the maximum to the policy's. */
export const stepsToLower = (subject: ServiceContext, retained: MeasuredEndpoint, toGb: number): Steps => {
  const { service, judgement, actual } = subject;
  const integrations = listed(actual.attached.map(({ integration }) => integration.id));
  const surplus = actual.attached
    .filter(({ endpoint }) => endpoint !== retained)
    .map(({ integration }) => integration.id);
  const steps = [
    pinStep(service),
    ...(surplus.length === 0 ? [] : [`delete integration ${listed(surplus)}`]),
    `set the maximum of endpoint ${retained.name} (${retained.id}), which integration ${integrations} uses, to ${toGb} GB of additional storage`,
  ];
  const from = retained.maxAdditionalGb === null ? 'an unreadable value' : `${retained.maxAdditionalGb} GB`;
  return {
    message: `${owned(subject)}, so Headroom does not lower its maximum from ${from} to ${toGb} GB. ${reasonText(judgement.decision.reasons)} To do it by hand: ${numbered(steps)}`,
    details: { ...sized(service), toGb, endpoint: retained.id, integration: integrations },
  };
};

/** Advice for the owner when Headroom enables the autoscaler: both would set the size of the same disk. */
export const adviceOnEnabling = (subject: ServiceContext): string =>
  `${owned(subject)}. Make that configuration ignore disk size changes, or its next apply resets a grown disk.`;
