import type { Operation } from './operation.ts';
import { accessTokenOperations } from './operations/access-tokens.ts';
import { applicationUserOperations } from './operations/application-users.ts';
import { billingOperations } from './operations/billing.ts';
import { cloudOperations } from './operations/clouds.ts';
import { endpointOperations } from './operations/endpoints.ts';
import { eventOperations } from './operations/events.ts';
import { integrationOperations } from './operations/integrations.ts';
import { metricsOperations } from './operations/metrics.ts';
import { organizationOperations } from './operations/organizations.ts';
import { planOperations } from './operations/plans.ts';
import { projectOperations } from './operations/projects.ts';
import { serviceOperations } from './operations/services.ts';
import { tagOperations } from './operations/tags.ts';
import { typeOperations } from './operations/types.ts';

/** Every operation that the platform offers below `/v1` (§1.8 HTTP API, §9.1); a resource is one file. */
export const operations: readonly Operation[] = [
  ...organizationOperations,
  ...projectOperations,
  ...endpointOperations,
  ...integrationOperations,
  ...serviceOperations,
  ...tagOperations,
  ...eventOperations,
  ...cloudOperations,
  ...planOperations,
  ...typeOperations,
  ...metricsOperations,
  ...billingOperations,
  ...accessTokenOperations,
  ...applicationUserOperations,
];
