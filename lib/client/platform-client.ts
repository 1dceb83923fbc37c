import { maximumKindOf, type Profile } from '../core/model/model.ts';
import type { Platform } from '../ports.ts';
import { endpointOperations } from './operations/endpoints.ts';
import { integrationOperations } from './operations/integrations.ts';
import { measurementOperations } from './operations/measurements.ts';
import { listProjects, type OwnRoles, ownRoles, projectOperations } from './operations/projects.ts';
import { searchProductNamesOf } from './operations/search-product.ts';
import { serviceOperations } from './operations/services.ts';
import { ownToken } from './operations/tokens.ts';
import { type CallerConnectionOptions, openCaller } from './transport/open-caller.ts';
import type { CallCount } from './transport/transport.ts';

export interface PlatformClientOptions extends CallerConnectionOptions {
  /** Id of the organization whose projects are listed. */
  readonly organization: string;
  /** Default `documented`. */
  readonly profile?: Profile;
  /** The search product's name on this platform; default: the specification's name, or the one detected on a live platform. */
  readonly searchEngine?: string;
}

/** The platform over HTTP. */
export interface PlatformClient extends Platform {
  /** Roles of the token's owner by project, by the platform's names. */
  readonly ownRoles: () => Promise<OwnRoles>;
  /** Calls sent so far, counting every attempt. */
  readonly calls: () => CallCount;
  /** Ends pending calls with RunInterrupted and closes the connections; the client cannot be used afterwards. */
  readonly close: () => Promise<void>;
}

/**
 * A client for either profile (design §4). Its methods throw the platform errors of contract/errors.ts, and
 * RunInterrupted after the run was stopped.
 * @throws Error for an invalid base URL, RangeError for invalid time-outs or an unusable word.
 */
export const createPlatformClient = (options: PlatformClientOptions): PlatformClient => {
  const { profile = 'documented', searchEngine } = options;
  const { caller, calls, close } = openCaller(options);
  const names = searchProductNamesOf(caller, profile, searchEngine);
  return {
    organization: options.organization,
    maximumKind: maximumKindOf(profile),
    lastAnswerAt: caller.lastAnswerAt,
    ownToken: () => ownToken(caller),
    listProjects: listProjects(caller, options.organization),
    ...projectOperations(caller),
    ...serviceOperations(caller, names),
    ...endpointOperations(caller),
    ...integrationOperations(caller),
    ...measurementOperations(caller),
    ownRoles: () => ownRoles(caller),
    calls,
    close,
  };
};
