import * as z from 'zod';
import { secondMs } from '../../core/model/durations.ts';

/** Occasional behaviour of the real platform, switched on for tests. */

const seconds = z.number().nonnegative().max(86_400);

/** Where a 429 answer states the wait (pf 2.13). */
const retryAfterPlaces = ['both', 'header', 'text', 'nowhere'] as const;

/** What the answers of an operation announce about its end. */
const announcement = z.strictObject({
  deprecation: z.iso.datetime(),
  sunset: z.iso.datetime().optional(),
  /** Address of the notice. */
  link: z.url().optional(),
});

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
    /** Operations that the platform retires, by operation id: their answers say so in headers. */
    retiring: z.record(z.string(), announcement),
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
  retiring: {},
};

/** Whether the announced end of an operation has come. */
export const isRetired = ({ retiring }: Behaviour, operationId: string, nowMs: number): boolean => {
  const sunset = Object.hasOwn(retiring, operationId) ? retiring[operationId]?.sunset : undefined;
  return sunset !== undefined && Date.parse(sunset) <= nowMs;
};

/** The headers that announce the end of an operation (RFC 9745, RFC 8594); none for one that stays. */
export const retiringHeaders = ({ retiring }: Behaviour, operationId: string): Readonly<Record<string, string>> => {
  const announced = Object.hasOwn(retiring, operationId) ? retiring[operationId] : undefined;
  if (announced === undefined) return {};
  const { deprecation, sunset, link } = announced;
  return {
    deprecation: `@${Math.floor(Date.parse(deprecation) / secondMs)}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
    ...(link !== undefined && { link: `<${link}>; rel="sunset"` }),
  };
};
