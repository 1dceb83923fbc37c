import * as z from 'zod';
import { config, nothing } from './parts.ts';

/** Integration endpoints and integrations (spec.md §2.3, §4.7 answers; pf 2.1, 2.2). */

export const endpoint = z.strictObject({
  endpoint_id: z.string(),
  endpoint_name: z.string(),
  endpoint_type: z.string(),
  endpoint_config: nothing,
  user_config: config,
});

export const oneEndpoint = z.strictObject({ service_integration_endpoint: endpoint, message: z.string().optional() });
export const endpoints = z.strictObject({ service_integration_endpoints: z.array(endpoint) });

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
  service_integration_id: z.string().nullable(),
  integration_type: z.string(),
  description: z.string(),
  source_project: z.string(),
  source_service: z.string().nullable(),
  source_service_type: z.string().nullable(),
  source_endpoint: z.string().nullable(),
  source_endpoint_id: z.string().nullable(),
  dest_project: z.string(),
  dest_service: z.string().nullable(),
  dest_service_type: z.string().nullable(),
  dest_endpoint: z.string().nullable(),
  dest_endpoint_id: z.string().nullable(),
  user_config: config,
  enabled: z.boolean(),
  active: z.boolean(),
  integration_status: status.nullable(),
});

export const oneIntegration = z.strictObject({ service_integration: integration, message: z.string().optional() });
export const integrations = z.strictObject({ service_integrations: z.array(integration) });

/** JSON Schema of a configuration. */
const schema = z.record(z.string(), z.unknown());

export const endpointTypes = z.strictObject({
  endpoint_types: z.array(
    z.strictObject({
      endpoint_type: z.string(),
      title: z.string(),
      service_types: z.array(z.string()),
      user_config_schema: schema,
    }),
  ),
});

export const integrationTypes = z.strictObject({
  integration_types: z.array(
    z.strictObject({
      integration_type: z.string(),
      source_description: z.string(),
      source_service_types: z.array(z.string()),
      dest_description: z.string(),
      dest_service_type: z.string().nullable(),
      dest_service_types: z.array(z.string()),
      user_config_schema: schema,
    }),
  ),
});
