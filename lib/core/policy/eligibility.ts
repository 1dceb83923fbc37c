import type { Service } from '../model/model.ts';

/** Service types known to have no dynamic disk sizing, which the autoscaler needs (spec.md §1.7 dynamic sizing). */
const fixedDiskTypes: ReadonlySet<string> = new Set([
  'redis',
  'valkey',
  'dragonfly',
  'flink',
  'kafka_connect',
  'kafka_mirrormaker',
]);

/** First words of the names of plans known to have no dynamic disk sizing (platform-facts §1.2). */
const fixedDiskPlans: ReadonlySet<string> = new Set(['free', 'hobbyist', 'developer']);

/**
 * Why a service cannot have the disk autoscaler now, as a sentence; null when nothing known speaks against it.
 * Types and plans that are not known to be unsuited pass: the platform has the last word (spec.md §1.7 running
 * service).
 */
export const ineligibleReason = (service: Service): string | null => {
  if (fixedDiskTypes.has(service.type)) {
    return `Service type ${service.type} has no dynamic disk sizing, so the autoscaler cannot be used.`;
  }
  if (fixedDiskPlans.has(service.plan.split('-', 1)[0] ?? '')) {
    return `Plan ${service.plan} has no dynamic disk sizing, so the autoscaler cannot be used.`;
  }
  if (service.state !== 'RUNNING') {
    return `The service is in state ${service.state}; the autoscaler can be changed only while it is RUNNING.`;
  }
  if (service.refusal !== undefined) {
    return `The platform refused the autoscaler, and is asked again a week after: ${service.refusal}`;
  }
  return null;
};
