import type { AdoptedEndpoint } from '../../core/change/adopted-endpoint.ts';
import type { ProjectHistory } from '../../core/forecast/project-history.ts';
import type { Grant } from '../../core/grants/grants.ts';

/**
 * What the store of Headroom knows of its organization. The platform never reads it: a simulation begins with it, because
 * forecasts that began again would belong to another installation.
 */
export interface Known {
  /** Whether a plan was applied already, so that the next one needs no first approval. */
  readonly enforced: boolean;
  readonly grants: readonly Grant[];
  /** By name. */
  readonly projects: Readonly<Record<string, KnownProject>>;
}

export interface KnownProject {
  readonly history: ProjectHistory;
  readonly adopted: readonly AdoptedEndpoint[];
}
