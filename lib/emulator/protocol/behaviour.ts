import * as z from 'zod';

/** What the real platform is now and then seen to do, switched on by whoever wants to test against it. */

const seconds = z.number().nonnegative().max(86_400);

/** Where an answer 429 tells how long to wait (platform-facts §2.13). */
const retryAfterPlaces = ['both', 'header', 'text', 'nowhere'] as const;

/** Changes to the behaviour: members that are left out stay as they are. */
export const behaviourChange = z
  .strictObject({
    /** An update of an endpoint or integration answers with a new id; the old one is gone. */
    updateGivesNewId: z.boolean(),
    /** Virtual seconds for which a new integration is there but not active. */
    integrationInactiveSeconds: seconds,
    /** Virtual seconds for which a new integration is a 404 when it is asked for by its id. */
    integrationHiddenSeconds: seconds,
    /** Virtual seconds for which a new project, service, endpoint or integration answers 403. */
    forbiddenAfterCreateSeconds: seconds,
    /** Service records hold integrations that are merely possible, too. */
    possibleInRecords: z.boolean(),
    retryAfter: z.enum(retryAfterPlaces),
  })
  .partial();

export type Behaviour = Required<z.output<typeof behaviourChange>>;

/** Nothing of it. */
export const quietBehaviour: Behaviour = {
  updateGivesNewId: false,
  integrationInactiveSeconds: 0,
  integrationHiddenSeconds: 0,
  forbiddenAfterCreateSeconds: 0,
  possibleInRecords: false,
  retryAfter: 'both',
};
