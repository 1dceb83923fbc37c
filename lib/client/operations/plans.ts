import { PlatformNotFound } from '../../contract/errors.ts';
import { planDescription, planPrice as priceAnswer } from '../../wire/plan-records.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';

/** Disk of a plan and limits of its growth (pf 2.8). */
export interface PlanDescription {
  /** Disk of the plan in MB; storage beyond it is additional. */
  readonly diskMb: number;
  /** Largest disk and step of dynamic sizing, in MB; null without dynamic sizing. */
  readonly sizing: { readonly capMb: number; readonly stepMb: number } | null;
}

/** Prices in US dollars an hour, as exact decimal strings from the platform. */
export interface PlanPrice {
  readonly base: string;
  /** For each GB beyond the plan; null if the cloud offers none. */
  readonly additionalGb: string | null;
}

/** The platform answers 404 for plans that it does not describe, such as custom plans. */
const undefinedIfNotFound = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PlatformNotFound) return undefined;
    throw error;
  }
};

/** GET /project/{project}/service-types/{type}/plans/{plan}; undefined for an undescribed plan. */
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
        // 0 means the same as null: no dynamic sizing.
        sizing:
          answer.disk_space_cap_mb && answer.disk_space_step_mb
            ? { capMb: answer.disk_space_cap_mb, stepMb: answer.disk_space_step_mb }
            : null,
      })),
    ),
  );

/** GET /project/{project}/pricing/service-types/{type}/plans/{plan}/clouds/{cloud}; undefined if it is not described. */
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
