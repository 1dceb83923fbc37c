import * as z from 'zod';

/** Occasional behaviour of the real platform, switched on for tests. */

const seconds = z.number().nonnegative().max(86_400);

/** Where a 429 answer states the wait (pf 2.13). */
const retryAfterPlaces = ['both', 'header', 'text', 'nowhere'] as const;

/** Changes to the behaviour; omitted members stay as they are. */
export const behaviourChange = z
  .strictObject({
    /** An update of an endpoint or integration answers with a new id; the old id no longer exists. */
    updateGivesNewId: z.boolean(),
    /** Virtual seconds during which a new integration is listed but not active. */
    integrationInactiveSeconds: seconds,
    /** Virtual seconds during which a request for a new integration by id answers 404. */
    integrationHiddenSeconds: seconds,
    /** Virtual seconds during which a new project, service, endpoint or integration answers 403. */
    forbiddenAfterCreateSeconds: seconds,
    /** Service records also contain possible integrations. */
    possibleInRecords: z.boolean(),
    retryAfter: z.enum(retryAfterPlaces),
    /** Additions of storage after which a disk grows no more until a maintenance; 0: no limit. */
    growthsBetweenMaintenance: z.int().nonnegative().max(1_000),
    /** Virtual seconds that a maintenance takes. */
    maintenanceSeconds: seconds,
  })
  .partial();

export type Behaviour = Required<z.output<typeof behaviourChange>>;

/** Nothing disturbs a client. */
export const quietBehaviour: Behaviour = {
  updateGivesNewId: false,
  integrationInactiveSeconds: 0,
  integrationHiddenSeconds: 0,
  forbiddenAfterCreateSeconds: 0,
  possibleInRecords: false,
  retryAfter: 'both',
  growthsBetweenMaintenance: 0,
  maintenanceSeconds: 600,
};
