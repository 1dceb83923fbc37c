import * as z from 'zod';
import { integration } from './integrations.ts';
import { config, money, none, nothing, tags, techEmails, time } from './parts.ts';

/** Services, their tags, types, plans and prices (pf 2.4, 2.5, 2.8). */

const nodeState = z.strictObject({
  name: z.string(),
  role: z.enum(['master', 'standby', 'read-replica']),
  state: z.enum(['leaving', 'running', 'setting_up_vm', 'syncing_data', 'timing_out', 'unknown']),
  availability_zone: z.string().nullable(),
  progress_updates: none,
});

/** A pending maintenance update; a service with several nodes hands over from one to another (pf 2.15). */
const maintenanceUpdate = z.strictObject({
  description: z.string(),
  deadline: time.nullable(),
  start_after: time.nullable(),
  start_at: time.nullable(),
  controlled_switchover: z.strictObject({ state: z.string(), scheduled_start_time: time.nullable() }).nullable(),
});

const maintenance = z.strictObject({
  dow: z.string(),
  time: z.string(),
  enabled: z.boolean(),
  updates: z.array(maintenanceUpdate),
});

/** A copy of the data of a service (pf 2.15). */
const backup = z.strictObject({
  backup_name: z.string(),
  backup_time: time,
  data_size: z.int().nonnegative(),
  storage_location: z.string(),
  additional_regions: none,
});

export const backups = z.strictObject({ backups: z.array(backup) });

export const service = z.strictObject({
  service_name: z.string(),
  service_type: z.string(),
  service_type_description: z.string(),
  plan: z.string(),
  cloud_name: z.string(),
  cloud_description: z.string(),
  state: z.enum(['POWEROFF', 'REBALANCING', 'REBUILDING', 'RUNNING']),
  disk_space_mb: z.int().nonnegative(),
  node_count: z.int().nonnegative(),
  /** Omitted for plans that the scenario does not describe. */
  node_cpu_count: z.int().positive().optional(),
  node_memory_mb: z.number().positive().optional(),
  node_states: z.array(nodeState),
  user_config: config,
  service_integrations: z.array(integration),
  tags,
  tech_emails: techEmails,
  group_list: z.array(z.string()),
  project_vpc_id: z.string().nullable(),
  termination_protection: z.boolean(),
  service_uri: z.string(),
  service_uri_params: nothing,
  connection_info: nothing,
  components: none,
  users: none,
  databases: none,
  connection_pools: none,
  backups: z.array(backup),
  features: nothing,
  metadata: nothing,
  maintenance,
  service_notifications: none,
  create_time: time,
  update_time: time,
});

export const services = z.strictObject({ services: z.array(service) });
export const oneService = z.strictObject({ service, message: z.string().optional() });
export const serviceTags = z.strictObject({ tags });

const mb = z.int().nonnegative();
const backupConfig = z.strictObject({ interval: z.int(), max_count: z.int(), recovery_mode: z.string() });

/** A plan; without dynamic sizing it has no cap and no step. */
export const planSpecification = z.strictObject({
  service_type: z.string(),
  service_plan: z.string(),
  node_count: z.int().positive(),
  disk_space_mb: mb,
  disk_space_cap_mb: mb.optional(),
  disk_space_step_mb: mb.optional(),
  backup_config: backupConfig,
});

/** Prices of a plan an hour in one cloud. */
export const planPrice = z.strictObject({
  service_type: z.string(),
  service_plan: z.string(),
  cloud_name: z.string(),
  base_price_usd: money,
  extra_disk_price_per_gb_usd: money.nullable(),
  object_storage_gb_price_usd: money.nullable(),
});

const region = z.strictObject({
  price_usd: money,
  node_cpu_count: z.int().positive(),
  node_memory_mb: z.number().positive(),
  disk_space_mb: mb,
  disk_space_cap_mb: mb.nullable(),
  disk_space_step_mb: mb.nullable(),
  disk_space_gb_price_usd: money.nullable(),
  object_storage_gb_price_usd: money.nullable(),
});

export const servicePlan = z.strictObject({
  service_plan: z.string(),
  service_type: z.string(),
  node_count: z.int().positive(),
  backup_config: backupConfig,
  regions: z.record(z.string(), region),
});

export const servicePlans = z.strictObject({ service_plans: z.array(servicePlan) });

const typeMembers = {
  description: z.string(),
  service_plans: z.array(servicePlan),
  user_config_schema: z.record(z.string(), z.unknown()),
};

export const serviceTypes = z.strictObject({ service_types: z.record(z.string(), z.strictObject(typeMembers)) });
export const oneServiceType = z.strictObject({ service_type: z.string(), ...typeMembers });

/** Versions of service types; unknown values are null (pf 2.14). */
export const serviceVersions = z.strictObject({
  service_versions: z.array(
    z.strictObject({
      service_type: z.string(),
      major_version: z.string(),
      state: z.enum(['available', 'eol', 'unavailable']),
      availability_start_time: time.nullable(),
      availability_end_time: time.nullable(),
      aiven_end_of_life_time: time.nullable(),
      upstream_end_of_life_time: time.nullable(),
      termination_time: time.nullable(),
      upgrade_to_service_type: z.string().nullable(),
      upgrade_to_version: z.string().nullable(),
      end_of_life_help_article_url: z.string().nullable(),
    }),
  ),
});
