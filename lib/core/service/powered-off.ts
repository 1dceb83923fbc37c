import { wholeGb } from '../model/sizes.ts';
import type { ServiceContext } from './changes.ts';
import { provisionedAdditionalGb } from './floor.ts';
import { leastGb } from './maximum.ts';

/**
 * The maximum of a powered-off service, in GB of additional storage: what is provisioned, because its disk does not grow. Null where
 * it keeps its own: it is on, its sizes are unknown, or its autoscaler is not Headroom's alone to lower.
 */
export const poweredOffGb = ({ service, judgement, actual, sizes: { planDiskMb } }: ServiceContext): number | null => {
  const [only, second] = actual.attached;
  if (service.state !== 'POWEROFF' || judgement.decision.effect !== 'enable' || judgement.managedBy !== null)
    return null;
  if (service.unusable !== undefined || only === undefined || second !== undefined || planDiskMb == null) return null;
  const { maximum, maxAdditionalGb } = only.endpoint;
  const provisionedGb = provisionedAdditionalGb(service, planDiskMb, maximum.kind);
  if (provisionedGb === null || maxAdditionalGb === null) return null;
  const smallestGb = maximum.kind === 'total' ? leastGb.total - wholeGb(planDiskMb) : leastGb.additional;
  return Math.min(maxAdditionalGb, Math.max(provisionedGb, smallestGb));
};
