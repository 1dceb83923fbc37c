import { planDescription, planPrice as priceAnswer } from '../../wire/plan-records.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { get, unlessGone } from './requests.ts';

/** Disk of a plan and limits of its growth (pf 2.8). */
interface PlanDescription {
  /** Disk of the plan in MB; storage beyond it is additional. */
  readonly diskMb: number;
  /** Largest disk and step of dynamic sizing, in MB; null without dynamic sizing. */
  readonly sizing: { readonly capMb: number; readonly stepMb: number } | null;
}

/** Prices in US dollars an hour, as exact decimal strings without an exponent; `NaN` where the platform's cannot be read. */
interface PlanPrice {
  /** Null if the platform gives none. */
  readonly base: string | null;
  /** For each GB beyond the plan; null if the cloud offers none. */
  readonly additionalGb: string | null;
}

const ofPlan = (serviceType: string, plan: string): string => path`/service-types/${serviceType}/plans/${plan}`;

/** GET /project/{project}/service-types/{type}/plans/{plan}; undefined for a plan that is not described, such as a custom one. */
export const describePlan = async (
  caller: Caller,
  project: string,
  serviceType: string,
  plan: string,
): Promise<PlanDescription | undefined> =>
  unlessGone(
    get(
      caller,
      `${path`/project/${project}`}${ofPlan(serviceType, plan)}`,
      planDescription,
      ({ disk_space_mb: diskMb, disk_space_cap_mb: capMb, disk_space_step_mb: stepMb }) => ({
        diskMb,
        // 0 means the same as null: no dynamic sizing.
        sizing: capMb && stepMb ? { capMb, stepMb } : null,
      }),
    ),
  );

/** GET /project/{project}/pricing/service-types/{type}/plans/{plan}/clouds/{cloud}; undefined if it is not described. */
export const planPrice = async (
  caller: Caller,
  project: string,
  serviceType: string,
  plan: string,
  cloud: string,
): Promise<PlanPrice | undefined> =>
  unlessGone(
    get(
      caller,
      `${path`/project/${project}/pricing`}${ofPlan(serviceType, plan)}${path`/clouds/${cloud}`}`,
      priceAnswer,
      ({ base_price_usd: base, extra_disk_price_per_gb_usd: gb }) => ({ base: base ?? null, additionalGb: gb ?? null }),
    ),
  );
