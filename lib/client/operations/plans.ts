import { PlatformNotFound } from '../../contract/errors.ts';
import { planDescription, planPrice as priceAnswer } from '../../wire/plan-records.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';

/** What a plan brings, and how far its disk may grow (platform-facts §2.8). */
export interface PlanDescription {
  /** Disk of the plan itself, in MB; what goes beyond it is additional storage. */
  readonly diskMb: number;
  /** Largest disk and step of dynamic sizing, in MB; null for plans without it. */
  readonly sizing: { readonly capMb: number; readonly stepMb: number } | null;
}

/** Prices in US dollars an hour, exact decimals as the platform writes them. */
export interface PlanPrice {
  readonly base: string;
  /** For each GB beyond the plan; null where the cloud does not offer any. */
  readonly additionalGb: string | null;
}

/** What the platform does not describe, such as custom plans, is a 404. */
const undefinedIfNotFound = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PlatformNotFound) return undefined;
    throw error;
  }
};

/** GET /project/{project}/service-types/{type}/plans/{plan}; undefined for a plan that the platform does not describe. */
export const describePlan = (
  caller: Caller,
  project: string,
  serviceType: string,
  plan: string,
): Promise<PlanDescription | undefined> =>
  undefinedIfNotFound(
    caller.send(
      { method: 'GET', path: path`/project/${project}/service-types/${serviceType}/plans/${plan}`, kind: 'read' },
      answerAs(planDescription, (answer) => ({
        diskMb: answer.disk_space_mb,
        // 0 says the same as nothing: there is no dynamic sizing.
        sizing:
          answer.disk_space_cap_mb && answer.disk_space_step_mb
            ? { capMb: answer.disk_space_cap_mb, stepMb: answer.disk_space_step_mb }
            : null,
      })),
    ),
  );

/** GET /project/{project}/pricing/service-types/{type}/plans/{plan}/clouds/{cloud}; undefined where it is not offered. */
export const planPrice = (
  caller: Caller,
  project: string,
  serviceType: string,
  plan: string,
  cloud: string,
): Promise<PlanPrice | undefined> =>
  undefinedIfNotFound(
    caller.send(
      {
        method: 'GET',
        path: path`/project/${project}/pricing/service-types/${serviceType}/plans/${plan}/clouds/${cloud}`,
        kind: 'read',
      },
      answerAs(priceAnswer, (answer) => ({
        base: answer.base_price_usd,
        additionalGb: answer.extra_disk_price_per_gb_usd || null,
      })),
    ),
  );
