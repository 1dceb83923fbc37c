import * as z from 'zod';
import { serviceRecord, wholeList } from './records.ts';

/**
 * A service record with what a copy of the service needs (pf 2.4). Members that only describe the hardware
 * count as missing where they cannot be read.
 */
export const wholeServiceRecord = serviceRecord.extend({
  node_count: z.int().positive().nullish().catch(null),
  node_cpu_count: z.int().positive().nullish().catch(null),
  node_memory_mb: z.number().positive().nullish().catch(null),
  termination_protection: z.boolean().nullish().catch(null),
});

/** GET /v1/project/{project}/service, each record on its own: one that cannot be read hides no other. */
export const wholeServices = wholeList('services', z.object({ services: z.array(z.unknown()) }));

/** The readable parts of a damaged record, to name it. */
export const namedRecord = z.object({ service_name: z.string() });
