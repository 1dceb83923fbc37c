import type { Scenario } from '../../lib/platform/index.ts';
import { organizationOf, pg } from '../workflow/scenarios.ts';

/** The maximum that every service has, or is to get. */
export const maximumGb = 100;

/** So many projects with so many services, each of which has our autoscaler already. */
export const enabled = (projects: number, services: number, more: object = { usedGb: 20 }): Scenario =>
  organizationOf(
    Array.from({ length: projects }, (_, p) => ({
      name: `project-${p}`,
      services: Array.from({ length: services }, (_service, s) => pg(`service-${s}`, more)),
      endpoints: Array.from({ length: services }, (_endpoint, s) => ({
        name: `headroom-service-${s}`,
        maxAdditionalGb: maximumGb,
      })),
      integrations: Array.from({ length: services }, (_integration, s) => ({
        service: `service-${s}`,
        endpoint: `headroom-service-${s}`,
      })),
    })),
  );
