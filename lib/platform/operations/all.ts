import { accessTokenOperations } from './access-tokens.ts';
import { applicationUserOperations } from './application-users.ts';
import { billingOperations } from './billing.ts';
import { metricsOperations } from './disk-usage.ts';
import { endpointOperations } from './endpoints.ts';
import { eventOperations } from './events.ts';
import { integrationOperations } from './integrations.ts';
import { offerOperations } from './offers.ts';
import type { Operation } from './operation.ts';
import { organizationOperations } from './organizations.ts';
import { peopleOperations } from './people.ts';
import { projectOperations } from './projects.ts';
import { serviceOperations } from './services.ts';
import { tagOperations } from './tags.ts';
import { upkeepOperations } from './upkeep.ts';

/** Every operation that the platform offers below `/v1` (§1.8 HTTP API, §9.1), one file per resource. */
export const operations: readonly Operation[] = [
  ...organizationOperations,
  ...projectOperations,
  ...peopleOperations,
  ...endpointOperations,
  ...integrationOperations,
  ...serviceOperations,
  ...upkeepOperations,
  ...tagOperations,
  ...eventOperations,
  ...offerOperations,
  ...metricsOperations,
  ...billingOperations,
  ...accessTokenOperations,
  ...applicationUserOperations,
];
