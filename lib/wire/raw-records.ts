import * as z from 'zod';
import { endpointRecord, integrationRecord } from './records.ts';

/**
 * Answers with every member that the platform gave, known or not, for those who want the record itself; only what an
 * operation cannot do without is checked.
 */

/** An endpoint as the platform gives it (platform-facts §2.1). */
const rawEndpoint = z.looseObject(endpointRecord.shape);
export type RawEndpoint = z.infer<typeof rawEndpoint>;

/** An integration as the platform gives it; a merely possible one has no id (platform-facts §2.2). */
const rawIntegration = z.looseObject(integrationRecord.shape);
export type RawIntegration = z.infer<typeof rawIntegration>;

export const rawEndpoints = z.object({ service_integration_endpoints: z.array(rawEndpoint) });
export const rawEndpointAnswer = z.object({ service_integration_endpoint: rawEndpoint });
export const rawIntegrations = z.object({ service_integrations: z.array(rawIntegration) });
export const rawIntegrationAnswer = z.object({ service_integration: rawIntegration });
