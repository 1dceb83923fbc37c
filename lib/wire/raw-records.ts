import * as z from 'zod';
import { endpointRecord, integrationRecord, wholeList } from './records.ts';

/**
 * Answers with every member of the platform, known or not, for callers that need the whole record; only the members
 * that an operation requires are checked.
 */

/** An endpoint record of the platform (pf 2.1). */
const rawEndpoint = z.looseObject(endpointRecord.shape);
export type RawEndpoint = z.infer<typeof rawEndpoint>;

/** An integration record of the platform; a possible one has no id (pf 2.2). */
const rawIntegration = z.looseObject(integrationRecord.shape);
export type RawIntegration = z.infer<typeof rawIntegration>;

export const rawEndpoints = wholeList(
  'service_integration_endpoints',
  z.object({ service_integration_endpoints: z.array(rawEndpoint) }),
);
export const rawEndpointAnswer = z.object({ service_integration_endpoint: rawEndpoint });
export const rawIntegrations = wholeList(
  'service_integrations',
  z.object({ service_integrations: z.array(rawIntegration) }),
);
export const rawIntegrationAnswer = z.object({ service_integration: rawIntegration });
