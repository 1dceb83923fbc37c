import { thresholdPercent } from '../../../lib/core/model/autoscaler.ts';
import { usedMbAt } from '../../../lib/platform/autoscaler/usage.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';
import { earlier, type Law, nameOf, type WriteSeen } from './law.ts';
import { isResize } from './write-kind.ts';

/** How long a disk may have been larger before Headroom can know it: reading it and the write take that long. */
const knowableMs = 90_000;

export const neverBelowProvisioned: Law = {
  name: 'no maximum is set below what is provisioned',
  source: 'design §12.1',
  afterWrite: ({ atMs, before, after }) =>
    after.flatMap((service) => {
      const [now] = service.ours;
      const [was] = earlier(before, service)?.ours ?? [];
      const isLowered = now !== undefined && (was === undefined || now.gb < was.gb);
      const grewLongAgo = service.service.updatedMs < atMs - knowableMs;
      return isLowered && now.gb < service.provisionedGb && grewLongAgo
        ? [`${nameOf(service)} has ${service.provisionedGb} GB provisioned and its maximum was set to ${now.gb} GB`]
        : [];
    }),
};

export const oneAutoscaler: Law = {
  name: 'a service has one autoscaler of ours at most, and none beside one of others',
  source: 'design §12.2',
  afterWrite: ({ before, after }) =>
    after.flatMap((service) => {
      const was = earlier(before, service)?.ours.length ?? 0;
      if (service.ours.length <= was) return [];
      if (service.ours.length > 1) return [`${nameOf(service)} got a second autoscaler of ours`];
      return service.others.length > 0 ? [`${nameOf(service)} got ours beside ${service.others[0]?.endpoint}`] : [];
    }),
};

/** Services whose disk a request made smaller. */
const shrunkBy = (write: WriteSeen): readonly ServiceTruth[] =>
  isResize(write)
    ? write.after.filter((service) => service.service.diskMb < (earlier(write.before, service)?.service.diskMb ?? 0))
    : [];

export const neverTooSmall: Law = {
  name: 'no disk is made so small that its use is at the threshold of the autoscaler',
  source: 'pf 2.15',
  afterWrite: (write) =>
    shrunkBy(write).flatMap((truth) => {
      const { service } = truth;
      const usedMb = usedMbAt(service, write.atMs);
      return usedMb * 100 < service.diskMb * thresholdPercent(service.type)
        ? []
        : [`the disk of ${nameOf(truth)} was made ${service.diskMb} MB small, and it uses ${usedMb} MB`];
    }),
};
