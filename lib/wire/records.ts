import * as z from 'zod';
import { beyondList } from './beyond-list.ts';
import { utcMs } from './utc-time.ts';

/**
 * The members of platform answers that Headroom reads. Tolerant on purpose: unknown members are dropped, and optional
 * members may be missing or null, because the platform adds fields without notice (pf 2).
 */

const tags = z.record(z.string(), z.string());

// Unreadable tags count as unknown: Headroom then reads the tags of that project separately, and the others continue.
const projectRecord = z.object({ project_id: z.string().min(1), tags: tags.nullish().catch(null) });

/**
 * Records on their own: one that cannot be read is undefined, and hides no other. A list of which none can be read has another
 * form.
 */
const eachAlone = <T>(record: z.ZodType<T>) =>
  z.array(z.unknown()).transform((listed, context): (T | undefined)[] => {
    const read = listed.map((item) => record.safeParse(item));
    const [first] = read;
    if (first?.success !== false || read.some(({ success }) => success)) return read.map(({ data }) => data);
    for (const { path, message } of first.error.issues) {
      context.issues.push({ code: 'custom', message, path: [0, ...path], input: listed });
    }
    return z.NEVER;
  });

/** An answer with a list. It is refused if it says that the list goes on, because a part never stands for the whole. */
export const wholeList = <T extends z.ZodType>(list: string, answer: T) =>
  z
    .unknown()
    .refine((body) => beyondList(body, list) === 0, {
      error: 'the answer has only a part of them',
      path: [list],
      abort: true,
    })
    .pipe(answer);

const listedProjects = z.object({
  projects: eachAlone(projectRecord).transform((projects) => projects.map((project) => project ?? null)),
});

/** GET /v1/organization/{organization}/projects, with the number of projects beyond the list (`beyondList`). */
export const organizationProjects = z.unknown().transform((body, context) => {
  const { data, error } = listedProjects.safeParse(body);
  if (data !== undefined) return { ...data, beyond: beyondList(body, 'projects') };
  for (const { path, message } of error.issues) context.issues.push({ code: 'custom', message, path, input: body });
  return z.NEVER;
});

const unknown = <T extends z.ZodType>(member: T) => member.nullish().catch(null);

/** An integration in a service record or a list; a possible one has no id. */
export const integrationRecord = z.object({
  service_integration_id: z.string().nullish(),
  integration_type: z.string(),
  source_project: unknown(z.string()),
  source_service: z.string().nullish(),
  source_endpoint_id: z.string().nullish(),
  dest_service: z.string().nullish(),
  dest_endpoint_id: z.string().nullish(),
  enabled: unknown(z.boolean()),
  active: unknown(z.boolean()),
  user_config: unknown(z.record(z.string(), z.unknown())),
});
export type IntegrationRecord = z.infer<typeof integrationRecord>;

/** An existing integration that cannot be read, with the first wrong member and the endpoint that it names. */
export interface UnreadableIntegration {
  readonly problem: string;
  readonly endpointId: string | null;
}

const namedEndpoint = z.object({
  dest_endpoint_id: z.string().min(1).nullish().catch(null),
  source_endpoint_id: z.string().min(1).nullish().catch(null),
});
const possible = z.object({ service_integration_id: z.null().optional() });

/** Integrations on their own: one that cannot be read hides no other. A possible one is left out, because it connects nothing. */
const integrationsAlone = z.array(z.unknown()).transform((listed) =>
  listed.flatMap((item): (IntegrationRecord | UnreadableIntegration)[] => {
    const { data, error } = integrationRecord.safeParse(item);
    if (data !== undefined) return [data];
    if (possible.safeParse(item).success) return [];
    const { dest_endpoint_id: dest, source_endpoint_id: source } = namedEndpoint.safeParse(item).data ?? {};
    const [issue] = error.issues;
    const problem = [...(issue?.path ?? []).map(String), issue?.message ?? 'not valid'].join(': ');
    return [{ problem, endpointId: dest ?? source ?? null }];
  }),
);

/** A size; one as text is the same size. */
export const megabytes = z.number().or(
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
);

/** A pending maintenance update; its start may be known in two places (pf 2.15). */
const maintenanceUpdate = z.object({
  start_at: z.string().nullish().catch(null),
  controlled_switchover: z.object({ scheduled_start_time: z.string().nullish() }).nullish().catch(null),
});
/** An update that cannot be read is pending too. */
const maintenance = z.object({
  updates: z.array(maintenanceUpdate.catch({ start_at: null, controlled_switchover: null })).nullish(),
});

const serviceRecord = z.object({
  service_name: z.string().min(1),
  service_type: z.string(),
  plan: z.string(),
  cloud_name: z.string().nullish(),
  state: z.string(),
  disk_space_mb: megabytes.nullish(),
  tags: tags.nullish(),
  service_integrations: z.array(integrationRecord).nullish(),
  user_config: z.record(z.string(), z.unknown()).nullish(),
  create_time: z.string().nullish(),
  maintenance: maintenance.nullish(),
});
export type ServiceRecord = z.infer<typeof serviceRecord>;

/**
 * A service record of which a member of the wrong kind counts as unknown, so that it hides neither the record nor another
 * one.
 */
export const tolerantServiceRecord = serviceRecord.extend({
  service_type: z.string().catch(''),
  plan: z.string().catch(''),
  cloud_name: unknown(z.string()),
  state: z.string().catch(''),
  disk_space_mb: unknown(megabytes),
  tags: unknown(tags),
  service_integrations: unknown(z.array(integrationRecord).or(integrationsAlone)),
  user_config: unknown(z.record(z.string(), z.unknown())),
  create_time: unknown(z.string()),
  maintenance: unknown(maintenance),
} satisfies Record<Exclude<keyof ServiceRecord, 'service_name'>, z.ZodType>);

export type ListedServiceRecord = z.infer<typeof tolerantServiceRecord>;

/** Stands for a record without a name: it could be that of any service. */
const nameless: ListedServiceRecord = { service_name: '', service_type: '', plan: '', state: '' };

/** GET /v1/project/{project}/service */
export const services = wholeList(
  'services',
  z.object({
    services: eachAlone(tolerantServiceRecord).transform((services) => services.map((service) => service ?? nameless)),
  }),
);

/** GET /v1/project/{project}/tags */
export const projectTags = z.object({ tags });

/** GET /v1/project/{project}/service/{service}/tags */
export const serviceTags = z.object({ tags });

/** An endpoint, identified by id and type. Without a readable name it is no endpoint of Headroom. */
export const endpointRecord = z.object({
  endpoint_id: z.string(),
  endpoint_name: z.string().catch(''),
  endpoint_type: z.string(),
  user_config: unknown(z.record(z.string(), z.unknown())),
});
export type EndpointRecord = z.infer<typeof endpointRecord>;

/** GET /v1/project/{project}/integration_endpoint; null stands for an endpoint whose id or type cannot be read. */
export const endpoints = wholeList(
  'service_integration_endpoints',
  z.object({
    service_integration_endpoints: eachAlone(endpointRecord).transform((read) => read.map((item) => item ?? null)),
  }),
);

/** Answer to create, get and update of an endpoint. */
export const endpoint = z.object({ service_integration_endpoint: endpointRecord });

/** Answer to create and get of an integration. */
export const integration = z.object({ service_integration: integrationRecord });

const eventRecord = z.object({
  id: z.string(),
  // Readers compare times, and text that is none would come after all others.
  time: z.string().refine((time) => !Number.isNaN(utcMs(time)), { error: 'must be a time' }),
  event_type: z.string(),
  service_name: z.string().nullish(),
  actor: z.string().nullish(),
  event_desc: z.string().nullish(),
});
export type EventRecord = z.infer<typeof eventRecord>;

/** GET /v1/project/{project}/events */
export const events = z.object({
  events: eachAlone(eventRecord).transform((events) => events.flatMap((event) => event ?? [])),
});

const alertRecord = z.object({
  event: z.string(),
  severity: unknown(z.string()),
  service_name: z.string().nullish(),
  create_time: unknown(z.string()),
});
export type AlertRecord = z.infer<typeof alertRecord>;

/** GET /v1/project/{project}/alerts */
export const alerts = wholeList(
  'alerts',
  z.object({ alerts: eachAlone(alertRecord).transform((alerts) => alerts.flatMap((alert) => alert ?? [])) }),
);

/** Body of every refusal (pf 2.13 body). */
export const errorBody = z.object({
  message: z.string().nullish(),
  errors: z
    .array(z.object({ message: z.string().nullish(), error_code: z.string().nullish(), status: z.number().nullish() }))
    .nullish(),
});
