import * as z from 'zod';
import type { MaximumKind } from '../core/model/model.ts';
import { leastGb } from '../core/service/maximum.ts';
import { diskItemType, endpointTypes, integrationType } from './maximum.ts';
import { byServedProfile, kindsServed, type ServedProfile } from './served-profile.ts';

/**
 * Bodies that the embedded platform accepts. Members that no rule names are let pass at the top level, because clients
 * send more than they need; inside an autoscaler's `user_config` they are refused, because a
 * misspelt maximum must not become none.
 */

/**
 * Whole gigabytes as decimal digits (spec.md §2.1 max_additional_storage); 15 of them still are an exact number.
 */
const gigabytes = z.string().regex(/^\d{1,15}$/, 'must be a string of decimal digits: whole gigabytes');

/** The maximum as the client writes it, with the key at the top level (spec.md §2.1 client form). */
const clientForm = z.strictObject({ max_additional_storage: gigabytes });

/** `user_config` of an endpoint that holds additional storage (spec.md §2.1 user_config). */
const additionalUserConfig = z.strictObject({ autoscaler: clientForm });

/** The client form, which becomes the nested one; what is wrong with it is told of the form that was sent. */
const clientUserConfig = clientForm.transform((autoscaler) => ({ autoscaler }));

/** `user_config` of an endpoint that holds a total (platform-facts §1.4). */
const totalUserConfig = z.strictObject({
  autoscaling: z.array(z.strictObject({ type: z.literal(diskItemType), cap_gb: z.int().min(leastGb.total) })).max(64),
});

/** `user_config` of an endpoint, by what it counts. One never passes for the other. */
export const autoscalerUserConfigs = {
  additional: additionalUserConfig,
  client: clientForm,
  total: totalUserConfig,
} as const;

/** Printable, and at most 40 characters (spec.md §2.1 endpoint_name; platform-facts §2). */
const endpointName = z.string().regex(/^[^\p{Cc}]{1,40}$/u, 'must be 1-40 printable characters');

/** Parsed again once it is known what the endpoint counts (`endpointConfig`). */
const anyUserConfig = z.looseObject({});

/** ServiceIntegrationEndpointCreate (spec.md §2.1 endpoint_type; platform-facts §1.4). */
export const endpointCreate = byServedProfile((served) => {
  const types = kindsServed(served).map((kind) => endpointTypes[kind]);
  return z.object({
    endpoint_name: endpointName,
    endpoint_type: z.enum(types, `must be ${types.join(' or ')}`),
    user_config: anyUserConfig,
  });
});

/** ServiceIntegrationEndpointUpdate (spec.md §2.1; platform-facts §1.4). */
export const endpointUpdate = z.object({ user_config: anyUserConfig });

type EndpointConfig = z.ZodType<z.output<typeof endpointUpdate>>;

const endpointConfigs = {
  additional: z.object({ user_config: additionalUserConfig }),
  client: z.object({ user_config: clientUserConfig }),
  total: z.object({ user_config: totalUserConfig }),
} as const satisfies Record<string, EndpointConfig>;

/** Either body once more, by what the endpoint counts and, where both profiles are served, by the form it has. */
export const endpointConfig = (
  kind: MaximumKind,
  { user_config: config }: z.output<typeof endpointUpdate>,
  served: ServedProfile,
): EndpointConfig => {
  const isClientForm = 'max_additional_storage' in config && !('autoscaler' in config);
  return endpointConfigs[kind === 'additional' && served === 'both' && isClientForm ? 'client' : kind];
};

const name = z.string().min(1).max(256).nullish();

/**
 * An integration in either direction, with nulls for what is unused: the client's command names a destination service and
 * a source endpoint (spec.md §4.5 integration-create).
 */
const eitherDirection = z.object({
  integration_type: z.literal(integrationType),
  source_project: name,
  source_service: name,
  source_endpoint_id: name,
  dest_project: name,
  dest_service: name,
  dest_endpoint_id: name,
  user_config: z.strictObject({}).nullish(),
});

const needed = z.string().min(1).max(256);

/** ServiceIntegrationCreate (spec.md §2.2 integration_type): alone, the documented profile takes no other than its own direction. */
export const integrationCreate = byServedProfile(
  (served): z.ZodType<z.output<typeof eitherDirection>> =>
    served === 'documented'
      ? eitherDirection.extend({ source_project: needed, source_service: needed, dest_endpoint_id: needed })
      : eitherDirection,
);

/** `user_config` of an integration that takes no options, as autoscalers do (platform-facts §1.4). */
export const noOptions = z.object({ user_config: z.strictObject({}) });

/** ServiceIntegrationUpdate (platform-facts §2.2): of any type. */
export const integrationUpdate = z.object({ user_config: z.record(z.string(), z.unknown()) });

const tagKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'must start with a letter and hold 1-64 of letters, digits, _ and -');
/** Those of projects may be meant for invoices. */
const projectTagKey = z
  .string()
  .max(64)
  .regex(/^(billing:)?[A-Za-z][A-Za-z0-9_-]*$/, 'must start with a letter and hold letters, digits, _ and -');
const tagValue = z.string().max(64);

/** Labels of a service (platform-facts §2.5). */
export const tags = z.record(tagKey, tagValue);

/** Labels of a project. */
export const projectTags = z.record(projectTagKey, tagValue);

/** ProjectServiceTagsReplace and ProjectServiceTagsUpdate; in an update a null takes the key away. */
export const serviceTagBodies = {
  replace: z.object({ tags }),
  update: z.object({ tags: z.record(tagKey, tagValue.nullable()) }),
} as const;

/** ProjectTagsReplace and ProjectTagsUpdate. */
export const projectTagBodies = {
  replace: z.object({ tags: projectTags }),
  update: z.object({ tags: z.record(projectTagKey, tagValue.nullable()) }),
} as const;

/** Kept as given: the options of a service are no business of the disk autoscaler. */
const opaqueConfig = z.record(z.string(), z.unknown());
const diskSpaceMb = z.int().nonnegative();

/** pf 2.13 400 service name. */
export const serviceName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,63}$/,
    'Service name must consist of 1-64 alphanumerical characters, all lower case, and dashes',
  );

/** Null is left out: so clients say that they name none (pf 2.14 null cloud). */
const cloud = z
  .string()
  .min(1)
  .max(256)
  .nullish()
  .transform((name) => name ?? undefined);

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'never'] as const;

/** When maintenance may happen, and who is told: kept and shown (platform-facts §1.3; A-30). */
const upkeep = {
  maintenance: z.object({ dow: z.enum(days).optional(), time: z.iso.time({ precision: 0 }).optional() }).nullish(),
  tech_emails: z
    .array(z.object({ email: z.email().max(254) }))
    .max(10)
    .nullish(),
  /** There are no networks to name. */
  project_vpc_id: z.null('must be null: there are no project networks').optional(),
};

/** ServiceCreate (platform-facts §2.4) */
export const serviceCreate = z.object({
  service_name: serviceName,
  service_type: z.string().min(1).max(64),
  plan: z.string().min(1).max(128),
  cloud,
  disk_space_mb: diskSpaceMb.optional(),
  tags: tags.default({}),
  user_config: opaqueConfig.default({}),
  termination_protection: z.boolean().default(false),
  ...upkeep,
  /** Takes the tags of the service that is forked. */
  copy_tags: z.boolean().default(false),
  service_integrations: z.array(eitherDirection).max(64).nullish(),
});

/** ServiceUpdate (platform-facts §1.3): every member may be left out. */
export const serviceUpdate = z.object({
  plan: z.string().min(1).max(128).optional(),
  cloud,
  disk_space_mb: diskSpaceMb.optional(),
  powered: z.boolean().optional(),
  user_config: opaqueConfig.optional(),
  termination_protection: z.boolean().optional(),
  ...upkeep,
});
