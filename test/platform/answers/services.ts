import * as z from 'zod';
import { integration } from './integrations.ts';
import * as part from './parts.ts';

/** Services, their tags, types, plans and prices (pf 2.4, 2.5, 2.8). */

const nodeState = z.strictObject({
  name: z.string(),
  role: z.enum(['master', 'standby', 'read-replica']),
  state: z.enum(['leaving', 'running', 'setting_up_vm', 'syncing_data', 'timing_out', 'unknown']),
  ...part.textsOrNull('availability_zone'),
  progress_updates: part.none,
});

/** A pending maintenance update; a service with several nodes hands over from one to another (pf 2.15). */
const maintenanceUpdate = z.strictObject({
  description: z.string(),
  ...part.timesOrNull('deadline', 'start_after', 'start_at'),
  controlled_switchover: z.strictObject({ state: z.string(), ...part.timesOrNull('scheduled_start_time') }).nullable(),
});

/** A copy of the data of a service (pf 2.15). */
const backup = z.strictObject({
  ...part.texts('backup_name'),
  backup_time: part.time,
  data_size: z.int().nonnegative(),
  ...part.texts('storage_location'),
  additional_regions: part.none,
});

export const backups = part.listed('backups', backup);

export const service = z.strictObject({
  ...part.texts('service_name', 'service_type', 'service_type_description', 'plan', 'cloud_name', 'cloud_description'),
  state: z.enum(['POWEROFF', 'REBALANCING', 'REBUILDING', 'RUNNING']),
  disk_space_mb: z.int().nonnegative(),
  node_count: z.int().nonnegative(),
  /** Omitted for plans that the scenario does not describe. */
  node_cpu_count: z.int().positive().optional(),
  node_memory_mb: z.number().positive().optional(),
  node_states: z.array(nodeState),
  user_config: part.config,
  service_integrations: z.array(integration),
  tags: part.tags,
  tech_emails: part.techEmails,
  group_list: z.array(z.string()),
  ...part.textsOrNull('project_vpc_id'),
  termination_protection: z.boolean(),
  ...part.texts('service_uri'),
  ...part.empty('service_uri_params', 'connection_info'),
  ...part.emptyLists('components', 'users', 'databases', 'connection_pools'),
  backups: z.array(backup),
  ...part.empty('features', 'metadata'),
  maintenance: z.strictObject({
    ...part.texts('dow', 'time'),
    enabled: z.boolean(),
    updates: z.array(maintenanceUpdate),
  }),
  service_notifications: part.none,
  ...part.times('create_time', 'update_time'),
});

export const services = part.listed('services', service);
export const oneService = z.strictObject({ service, message: z.string().optional() });
export const serviceTags = z.strictObject({ tags: part.tags });

const mb = z.int().nonnegative();
const backupConfig = z.strictObject({ interval: z.int(), max_count: z.int(), recovery_mode: z.string() });

/** A plan; without dynamic sizing it has no cap and no step. */
export const planSpecification = z.strictObject({
  ...part.texts('service_type', 'service_plan'),
  node_count: z.int().positive(),
  disk_space_mb: mb,
  disk_space_cap_mb: mb.optional(),
  disk_space_step_mb: mb.optional(),
  backup_config: backupConfig,
});

/** Prices of a plan an hour in one cloud. */
export const planPrice = z.strictObject({
  ...part.texts('service_type', 'service_plan', 'cloud_name'),
  base_price_usd: part.money,
  extra_disk_price_per_gb_usd: part.money.nullable(),
  object_storage_gb_price_usd: part.money.nullable(),
});

const region = z.strictObject({
  price_usd: part.money,
  node_cpu_count: z.int().positive(),
  node_memory_mb: z.number().positive(),
  disk_space_mb: mb,
  disk_space_cap_mb: mb.nullable(),
  disk_space_step_mb: mb.nullable(),
  disk_space_gb_price_usd: part.money.nullable(),
  object_storage_gb_price_usd: part.money.nullable(),
});

export const servicePlan = z.strictObject({
  ...part.texts('service_plan', 'service_type'),
  node_count: z.int().positive(),
  backup_config: backupConfig,
  regions: z.record(z.string(), region),
});

export const servicePlans = part.listed('service_plans', servicePlan);

const typeMembers = {
  description: z.string(),
  service_plans: z.array(servicePlan),
  user_config_schema: part.config,
};

export const serviceTypes = z.strictObject({ service_types: z.record(z.string(), z.strictObject(typeMembers)) });
export const oneServiceType = z.strictObject({ service_type: z.string(), ...typeMembers });

/** Versions of service types; unknown values are null (pf 2.14). */
export const serviceVersions = part.listed(
  'service_versions',
  z.strictObject({
    ...part.texts('service_type', 'major_version'),
    state: z.enum(['available', 'eol', 'unavailable']),
    ...part.timesOrNull('availability_start_time', 'availability_end_time', 'aiven_end_of_life_time'),
    ...part.timesOrNull('upstream_end_of_life_time', 'termination_time'),
    ...part.textsOrNull('upgrade_to_service_type', 'upgrade_to_version', 'end_of_life_help_article_url'),
  }),
);
