import * as z from 'zod';
import { largestDiskMb } from '../core/service/record-problem.ts';

/** Answers about plans and prices, as far as Headroom reads them; they are not wrapped (platform-facts §2.8). */

/** A number that a disk can have. */
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

/** GET /v1/project/{project}/service-types/{type}, as far as it names the options of the type. */
export const serviceTypeOptions = z.object({
  user_config_schema: z.object({ properties: z.record(z.string(), z.unknown()).nullish() }),
});
