import * as z from 'zod';
import { config, listed, nothing, switches, texts, textsOrNull } from './parts.ts';

/** Integration endpoints and integrations (spec.md §2.3, §4.7 answers; pf 2.1, 2.2). */

export const endpoint = z.strictObject({
  ...texts('endpoint_id', 'endpoint_name', 'endpoint_type'),
  endpoint_config: nothing,
  user_config: config,
});

export const oneEndpoint = z.strictObject({ service_integration_endpoint: endpoint, message: z.string().optional() });
export const endpoints = listed('service_integration_endpoints', endpoint);

const status = z.strictObject({
  status_user_desc: z.string(),
  state: z.strictObject({
    status: z.enum(['failed', 'inactive', 'running', 'starting', 'unknown']),
    errors: z.array(z.string()),
    nodes: nothing,
    likely_error_cause: z.enum(['destination', 'integration', 'source', 'unknown']).nullable(),
  }),
});

/** An integration; a possible one has no id. */
export const integration = z.strictObject({
  ...textsOrNull('service_integration_id'),
  ...texts('integration_type', 'description', 'source_project'),
  ...textsOrNull('source_service', 'source_service_type', 'source_endpoint', 'source_endpoint_id'),
  ...texts('dest_project'),
  ...textsOrNull('dest_service', 'dest_service_type', 'dest_endpoint', 'dest_endpoint_id'),
  user_config: config,
  ...switches('enabled', 'active'),
  integration_status: status.nullable(),
});

export const oneIntegration = z.strictObject({ service_integration: integration, message: z.string().optional() });
export const integrations = listed('service_integrations', integration);

export const endpointTypes = listed(
  'endpoint_types',
  z.strictObject({
    ...texts('endpoint_type', 'title'),
    service_types: z.array(z.string()),
    // A JSON Schema.
    user_config_schema: config,
  }),
);

export const integrationTypes = listed(
  'integration_types',
  z.strictObject({
    ...texts('integration_type', 'source_description'),
    source_service_types: z.array(z.string()),
    ...texts('dest_description'),
    ...textsOrNull('dest_service_type'),
    dest_service_types: z.array(z.string()),
    user_config_schema: config,
  }),
);
