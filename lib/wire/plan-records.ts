import * as z from 'zod';
import { largestDiskMb } from '../core/service/record-problem.ts';

/** The members of plan and price answers that Headroom reads; the answers are not wrapped (pf 2.8). */

/** A valid disk size. */
const mb = z.number().gte(0).lte(largestDiskMb);

/** GET /v1/project/{project}/service-types/{type}/plans/{plan} */
export const planDescription = z.object({
  disk_space_mb: mb,
  disk_space_cap_mb: mb.nullish(),
  disk_space_step_mb: mb.nullish(),
});

/** Exact decimals in strings. */
const price = z.string().regex(/^\d+(\.\d+)?$/, 'expected a decimal number in a string');

/** GET /v1/project/{project}/pricing/service-types/{type}/plans/{plan}/clouds/{cloud} */
export const planPrice = z.object({
  base_price_usd: price,
  extra_disk_price_per_gb_usd: z.union([price, z.literal('')]).nullish(),
});

/** The option names of a type in GET /v1/project/{project}/service-types/{type}. */
export const serviceTypeOptions = z.object({
  user_config_schema: z.object({ properties: z.record(z.string(), z.unknown()).nullish() }),
});
