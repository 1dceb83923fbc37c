import type { Service } from '../model/model.ts';
import { reasonText } from '../model/reason.ts';
import { wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from './changes.ts';
import type { MeasuredEndpoint } from './maximum.ts';

/** Whether somebody else's configuration stands against a maximum: it might be less than what the service has now. */
export const lowersElsewhere = ({ judgement, actual }: ServiceContext, toGb: number): boolean =>
  judgement.managedBy !== null &&
  actual.attached.some(({ endpoint: { maxAdditionalGb } }) => maxAdditionalGb === null || maxAdditionalGb > toGb);

/** The first step of all: whatever the owner's configuration does not know of the disk, its next apply takes back. */
export const pinStep = ({ diskMb }: Service): string =>
  diskMb === null
    ? 'set the disk size of the service there to what the platform shows now, or the next apply there sets the disk back'
    : `set the disk size of the service there to the ${wholeGb(diskMb)} GB that are provisioned now, or the next apply there sets the disk back`;

/** Ids in an order that does not depend on that of the platform's answer. */
export const listed = (ids: readonly string[]): string => [...new Set(ids)].sort().join(', ');

export const numbered = (steps: readonly string[]): string =>
  steps.map((step, at) => `(${at + 1}) ${step}${at + 1 < steps.length ? ';' : '.'}`).join(' ');

const sized = (service: Service): Readonly<Record<string, number>> =>
  service.diskMb === null ? {} : { diskGb: wholeGb(service.diskMb) };

/** What a person has to do, in which order, and the ids and sizes for programs. */
export interface Steps {
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
}

const whose = (subject: ServiceContext): string =>
  `The configuration of the service is kept by ${subject.judgement.managedBy}`;

/** How the autoscaler is taken away without the disk being set back: growth is pinned before the integration goes. */
export const stepsToDisable = (subject: ServiceContext): Steps => {
  const { service, judgement, actual } = subject;
  const integrations = listed(actual.attached.map(({ integration }) => integration.id));
  const endpoints = listed(actual.attached.map(({ endpoint }) => endpoint.id));
  const steps = [
    pinStep(service),
    `delete integration ${integrations}`,
    `delete endpoint ${actual.endpointName} (${endpoints})`,
  ];
  return {
    message: `${whose(subject)}, so its autoscaler is not taken away. ${reasonText(judgement.decision.reasons)} To do it by hand, in this order: ${numbered(steps)}`,
    details: { ...sized(service), endpoint: endpoints, integration: integrations },
  };
};

/** How the maximum is lowered to what policy wants of it. */
export const stepsToLower = (subject: ServiceContext, kept: MeasuredEndpoint, toGb: number): Steps => {
  const { service, judgement, actual } = subject;
  const integrations = listed(actual.attached.map(({ integration }) => integration.id));
  const surplus = actual.attached.filter(({ endpoint }) => endpoint !== kept).map(({ integration }) => integration.id);
  const steps = [
    pinStep(service),
    ...(surplus.length === 0 ? [] : [`delete integration ${listed(surplus)}`]),
    `set the maximum of endpoint ${kept.name} (${kept.id}), which integration ${integrations} uses, to ${toGb} GB of additional storage`,
  ];
  const from = kept.maxAdditionalGb === null ? 'cannot be read' : `is ${kept.maxAdditionalGb} GB`;
  return {
    message: `${whose(subject)}, so its maximum, which ${from}, is not lowered to ${toGb} GB. ${reasonText(judgement.decision.reasons)} To do it by hand, in this order: ${numbered(steps)}`,
    details: { ...sized(service), toGb, endpoint: kept.id, integration: integrations },
  };
};

/** What the owner has to do when the autoscaler is switched on: from now on two would set the size of one disk. */
export const adviceOnEnabling = (subject: ServiceContext): string =>
  `${whose(subject)}. With the autoscaler, let that configuration ignore changes of the disk size, or its next apply sets a grown disk back.`;
