import * as z from 'zod';
import type { MaximumKind } from '../../core/model/model.ts';
import { leastGb } from '../../core/service/maximum.ts';
import { diskItemType, endpointTypes, integrationType } from '../../wire/maximum.ts';
import { foreignEndpointTypes, foreignIntegrationTypes } from './foreign-types.ts';
import { byServedProfile, kindsServed, type ServedProfile } from './served-profile.ts';

/**
 * Bodies that the embedded platform accepts. Unknown members are ignored at the top level, because clients
 * send more than they need; inside an autoscaler's `user_config` they are refused, because a
 * misspelt maximum must not be ignored.
 */

/**
 * Whole gigabytes as decimal digits (spec.md §2.1 max_additional_storage); numbers of 15 digits are still exact.
 */
const gigabytes = z.string().regex(/^\d{1,15}$/, 'must be a string of 1-15 decimal digits: whole gigabytes');

/** The maximum in the command-line client's form, with the key at the top level (spec.md §2.1 client form). */
const clientForm = z.strictObject({ max_additional_storage: gigabytes });

/** `user_config` of an endpoint that limits additional storage (spec.md §2.1 user_config). */
const additionalUserConfig = z.strictObject({ autoscaler: clientForm });

/** Converts the client form to the nested form; errors refer to the form of the request. */
const clientUserConfig = clientForm.transform((autoscaler) => ({ autoscaler }));

/** `user_config` of an endpoint that limits the total (pf 1.4). */
const totalUserConfig = z.strictObject({
  autoscaling: z.array(z.strictObject({ type: z.literal(diskItemType), cap_gb: z.int().min(leastGb.total) })).max(64),
});

/** `user_config` of an endpoint by kind of maximum. One form is never accepted for another. */
export const autoscalerUserConfigs = {
  additional: additionalUserConfig,
  client: clientForm,
  total: totalUserConfig,
} as const;

/** Printable, and at most 40 characters (spec.md §2.1 endpoint_name; pf 2). */
const endpointName = z.string().regex(/^[^\p{Cc}]{1,40}$/u, 'must be 1-40 printable characters');

/** Checked again once the kind of the endpoint is known (`endpointConfig`). */
const anyUserConfig = z.looseObject({});

/** ServiceIntegrationEndpointCreate (spec.md §2.1 endpoint_type; pf 1.4). */
export const endpointCreate = byServedProfile((served) => {
  const types = kindsServed(served).map((kind) => endpointTypes[kind]);
  // The specification knows no other type; today's platform has more, which it stores as they are.
  const text = `must be ${types.join(' or ')}`;
  const type: z.ZodType<string> =
    served === 'documented'
      ? z.enum(types, text)
      : z.enum([...types, ...foreignEndpointTypes], `${text}, or another type of endpoint`);
  return z.object({
    endpoint_name: endpointName,
    endpoint_type: type,
    user_config: anyUserConfig,
  });
});

/** ServiceIntegrationEndpointUpdate (spec.md §2.1; pf 1.4). */
export const endpointUpdate = z.object({ user_config: anyUserConfig });

type EndpointConfig = z.ZodType<z.output<typeof endpointUpdate>>;

const endpointConfigs = {
  additional: z.object({ user_config: additionalUserConfig }),
  client: z.object({ user_config: clientUserConfig }),
  total: z.object({ user_config: totalUserConfig }),
} as const satisfies Record<string, EndpointConfig>;

/**
 * Schema of the second check, by the endpoint's kind and, if both profiles are served, by the form of the body.
 */
export const endpointConfig = (
  kind: MaximumKind | undefined,
  { user_config: config }: z.output<typeof endpointUpdate>,
  served: ServedProfile,
): EndpointConfig => {
  if (kind === undefined) return endpointUpdate;
  const isClientForm = 'max_additional_storage' in config && !('autoscaler' in config);
  return endpointConfigs[kind === 'additional' && served === 'both' && isClientForm ? 'client' : kind];
};

const name = z.string().min(1).max(256).nullish();

/**
 * An integration in either direction, with null for unused members: the client command names a destination service and
 * a source endpoint (spec.md §4.5 integration-create).
 */
const eitherDirection = z.object({
  integration_type: z.enum([integrationType, ...foreignIntegrationTypes], 'must be a type of integration'),
  source_project: name,
  source_service: name,
  source_endpoint_id: name,
  dest_project: name,
  dest_service: name,
  dest_endpoint_id: name,
  user_config: z.record(z.string(), z.unknown()).nullish(),
});

const required = z.string().min(1).max(256);

/**
 * ServiceIntegrationCreate (spec.md §2.2 integration_type): served alone, the documented profile accepts its own
 * direction only.
 */
export const integrationCreate = byServedProfile(
  (served): z.ZodType<z.output<typeof eitherDirection>> =>
    served === 'documented'
      ? eitherDirection.extend({
          integration_type: z.literal(integrationType),
          source_project: required,
          source_service: required,
          dest_endpoint_id: required,
          user_config: z.strictObject({}).nullish(),
        })
      : eitherDirection,
);

/** `user_config` of an integration without options, such as an autoscaler (pf 1.4). */
export const noOptions = z.object({ user_config: z.strictObject({}).nullish() });

/** ServiceIntegrationUpdate (pf 2.2), for every type. */
export const integrationUpdate = z.object({ user_config: z.record(z.string(), z.unknown()) });

const tagKey = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    'must be 1-64 characters of letters, digits, _ and -, starting with a letter',
  );
/** Project tags may have the prefix `billing:`, for invoices. */
const projectTagKey = z
  .string()
  .max(64)
  .regex(/^(billing:)?[A-Za-z][A-Za-z0-9_-]*$/, 'must be letters, digits, _ and -, starting with a letter');
const tagValue = z.string().max(64);

/** Labels of a service (pf 2.5). */
export const tags = z.record(tagKey, tagValue);

/** Labels of a project. */
export const projectTags = z.record(projectTagKey, tagValue);

/** ProjectServiceTagsReplace and ProjectServiceTagsUpdate; in an update null removes the key. */
export const serviceTagBodies = {
  replace: z.object({ tags }),
  update: z.object({ tags: z.record(tagKey, tagValue.nullable()) }),
} as const;

/** ProjectTagsReplace and ProjectTagsUpdate. */
export const projectTagBodies = {
  replace: z.object({ tags: projectTags }),
  update: z.object({ tags: z.record(projectTagKey, tagValue.nullable()) }),
} as const;

/** Stored unchecked: the disk autoscaler does not depend on service options. */
const opaqueConfig = z.record(z.string(), z.unknown());
const diskSpaceMb = z.int().nonnegative();

/** pf 2.13 400 service name. */
export const serviceName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,63}$/,
    'Service name must consist of 1-64 alphanumerical characters, all lower case, and dashes',
  );

/** Null counts as omitted: clients send it to name no cloud (pf 2.14 null cloud). */
const cloud = z
  .string()
  .min(1)
  .max(256)
  .nullish()
  .transform((name) => name ?? undefined);

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'never'] as const;

/** Recipients of technical notifications. */
export const techEmails = z
  .array(z.object({ email: z.email().max(254) }))
  .max(10)
  .nullish();

/** Maintenance window and notification addresses: stored and returned (pf 1.3; A-30). */
const upkeep = {
  maintenance: z.object({ dow: z.enum(days).optional(), time: z.iso.time({ precision: 0 }).optional() }).nullish(),
  tech_emails: techEmails,
  /** The platform has no VPCs. */
  project_vpc_id: z.null('must be null: this platform has no VPCs').optional(),
  static_ips: z.array(z.never('there is no such static address'), 'must be a list').nullish(),
};

/** ServiceCreate (pf 2.4) */
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
  /** Copies the tags of the fork's source. */
  copy_tags: z.boolean().default(false),
  service_integrations: z.array(eitherDirection).max(64).nullish(),
});

/** ServiceUpdate (pf 1.3): every member is optional. */
export const serviceUpdate = z.object({
  plan: z.string().min(1).max(128).optional(),
  cloud,
  disk_space_mb: diskSpaceMb.optional(),
  powered: z.boolean().optional(),
  user_config: opaqueConfig.optional(),
  termination_protection: z.boolean().optional(),
  ...upkeep,
});
