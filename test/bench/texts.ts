import { createHash } from 'node:crypto';
import { digestText } from '../../lib/core/plan/order.ts';
import { type Benchmark, median } from './measurement.ts';

const writes = 20_000;
const rounds = 3;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const changes = Array.from({ length: writes }, (_, n) => ({
  phase: 'grant' as const,
  kind: 'update-endpoint' as const,
  project: `project-${Math.floor(n / 50)}`,
  service: `service-${n}`,
  endpointName: `headroom-service-${n}`,
  endpointId: `endpoint-${n}`,
  maximum: { kind: 'additional', gb: 100 } as const,
  fromGb: 100,
  toGb: 200,
}));

const medianMs = (action: () => void) => {
  action();
  return median(
    Array.from({ length: rounds }, () => {
      const { user } = process.cpuUsage();
      action();
      return (process.cpuUsage().user - user) / 1000;
    }),
  );
};

/** The digest of a plan of many changes. */
export const texts: Benchmark = {
  name: 'digest',
  measure: () => {
    const digest = medianMs(() => void sha256(digestText(changes)));
    return [{ benchmark: `${writes} changes`, measure: 'digest of the plan', ...digest, unit: 'ms', limit: null }];
  },
};
