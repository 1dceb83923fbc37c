import type { Service } from '../model/model.ts';

/** Service types without dynamic disk sizing, which the autoscaler requires (spec.md §1.7 dynamic sizing). */
const fixedDiskTypes: ReadonlySet<string> = new Set([
  'redis',
  'valkey',
  'dragonfly',
  'flink',
  'kafka_connect',
  'kafka_mirrormaker',
]);

/** First words of plan names without dynamic disk sizing (pf 1.2). */
const fixedDiskPlans: ReadonlySet<string> = new Set(['free', 'hobbyist', 'developer']);

/** Why a service can never have the disk autoscaler with its type and plan, as a sentence; null if it may. */
export const neverEligible = ({ type, plan }: Pick<Service, 'type' | 'plan'>): string | null => {
  if (fixedDiskTypes.has(type)) return `Service type ${type} does not support dynamic disk sizing.`;
  if (fixedDiskPlans.has(plan.split('-', 1)[0] ?? '')) return `Plan ${plan} does not support dynamic disk sizing.`;
  return null;
};

/**
 * Why a service cannot have the disk autoscaler now, as a sentence; null when it is eligible. Unknown types and plans are
 * eligible, because the platform makes the final decision (spec.md §1.7 running service).
 */
export const ineligibleReason = (service: Service): string | null => {
  const never = neverEligible(service);
  if (never !== null) return never;
  if (service.state !== 'RUNNING') {
    return `The service is in state ${service.state} and must be RUNNING.`;
  }
  if (service.refusal !== undefined) {
    return `The platform refused the autoscaler (retried after a week): ${service.refusal}`;
  }
  return null;
};
