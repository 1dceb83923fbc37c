import { oddEndpoint } from '../../core/inventory/odd-records.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Endpoint, Integration, MaximumKind } from '../../core/model/model.ts';
import type { SearchConfiguration } from '../../core/model/search-configuration.ts';
import type { ListedService, ProjectEvent } from '../../ports.ts';
import { integrationType, kindOfEndpointType, maximumFromWire, planAutoscalerType } from '../../wire/maximum.ts';
import type {
  EndpointRecord,
  EventRecord,
  IntegrationRecord,
  ListedServiceRecord,
  ServiceRecord,
  UnreadableIntegration,
} from '../../wire/records.ts';
import { publicOptions } from '../../wire/search-options/options.ts';
import { type SearchProductName, searchProductName, searchType } from '../../wire/search-product-name.ts';
import { utcMs } from '../../wire/utc-time.ts';

/** The endpoint with the maximum of its kind. */
export const toEndpoint = (record: EndpointRecord, kind: MaximumKind): Endpoint => ({
  id: record.endpoint_id,
  name: record.endpoint_name || record.endpoint_id,
  maximum: maximumFromWire(kind, record.user_config),
});

/**
 * Autoscaler endpoints of either profile; a project also has endpoints for other purposes (spec.md §2.1
 * endpoint_type).
 */
export const toEndpoints = (records: readonly (EndpointRecord | null)[]): Endpoint[] =>
  records.flatMap((record) => {
    if (record === null) return [oddEndpoint];
    const kind = kindOfEndpointType(record.endpoint_type);
    return kind === undefined ? [] : [toEndpoint(record, kind)];
  });

/**
 * Existing autoscaler integrations: lists also contain possible ones, which have no id. The endpoint may be at
 * either end (spec.md §4.5 integration-create).
 */
export const toIntegrations = (records: readonly (IntegrationRecord | UnreadableIntegration)[]): Integration[] =>
  records.flatMap((record) => {
    // Only an invalid record has one, and such a service counts with what its endpoint may cost.
    if ('problem' in record) return record.endpointId === null ? [] : [{ id: '', endpointId: record.endpointId }];
    const id = record.service_integration_id;
    const endpointId = record.dest_endpoint_id || record.source_endpoint_id;
    return record.integration_type === integrationType && id && endpointId ? [{ id, endpointId }] : [];
  });

/** The names of the specification. */
const specifiedNames = searchProductName(searchType);

/**
 * Configuration of a search service; empty for other types. Only options known to be public pass, so no secret
 * does.
 */
const searchConfigurationOf = (
  record: Pick<ServiceRecord, 'service_type' | 'user_config'>,
  names: SearchProductName,
): Partial<ListedService> => {
  if (names.typeFromWire(record.service_type) !== searchType) return {};
  const { user_config: config } = record;
  if (config === null || config === undefined) return { searchConfiguration: null };
  return { searchConfiguration: publicOptions(names.configFromWire(config)) as SearchConfiguration };
};

const nameIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.toWellFormed() : null;

/** The platform's autoscaler of the plan, if the service has one; its bounds are null where the record does not say them. */
const planAutoscalerOf = ({
  service_integrations: integrations,
}: ListedServiceRecord): Pick<ListedService, 'planAutoscaler'> => {
  const found = integrations?.find(
    (entry) =>
      'integration_type' in entry &&
      entry.integration_type === planAutoscalerType &&
      Boolean(entry.service_integration_id),
  );
  if (found === undefined || 'problem' in found) return {};
  const { min_plan, max_plan } = found.user_config ?? {};
  return { planAutoscaler: { minPlan: nameIn(min_plan), maxPlan: nameIn(max_plan) } };
};

/** The services from which it has its data: the primary of a read replica, the source of a fork (spec.md §2.4). */
const relationsOf = (record: ListedServiceRecord): Pick<ListedService, 'replicaOf' | 'forkOf'> => {
  const primary = record.service_integrations?.find(
    (entry) =>
      'integration_type' in entry &&
      entry.integration_type === 'read_replica' &&
      Boolean(entry.service_integration_id && entry.source_service) &&
      entry.dest_service === record.service_name,
  );
  const { service_to_fork_from, project_to_fork_from } = record.user_config ?? {};
  const source = nameIn(service_to_fork_from);
  return {
    ...(primary !== undefined &&
      'source_service' in primary && {
        replicaOf: { project: nameIn(primary.source_project), service: primary.source_service ?? '' },
      }),
    ...(source !== null && { forkOf: { project: nameIn(project_to_fork_from), service: source } }),
  };
};

/** A time of the platform as ISO 8601 in UTC; null if it is missing or unreadable. */
const readableTime = (text: string | null | undefined): string | null => {
  const ms = utcMs(text ?? '');
  const iso = Number.isNaN(ms) ? '' : isoInstant(ms);
  // Years beyond four digits have another form, which stored records refuse.
  return /^\d{4}-/.test(iso) ? iso : null;
};

/** Absent where nothing is pending or the platform does not say. */
const pendingMaintenanceOf = ({
  maintenance,
}: Pick<ServiceRecord, 'maintenance'>): Pick<ListedService, 'pendingMaintenance'> => {
  const updates = maintenance?.updates ?? [];
  if (updates.length === 0) return {};
  const starts = updates
    .flatMap(({ start_at, controlled_switchover }) => [start_at, controlled_switchover?.scheduled_start_time])
    .flatMap((text) => readableTime(text) ?? [])
    .sort();
  return { pendingMaintenance: { startsAt: starts[0] ?? null } };
};

const createdAtOf = ({ create_time: text }: Pick<ServiceRecord, 'create_time'>): Pick<ListedService, 'createdAt'> => {
  const createdAt = readableTime(text);
  return createdAt === null ? {} : { createdAt };
};

const isConnected = (entry: IntegrationRecord): boolean => Boolean(entry.dest_endpoint_id || entry.source_endpoint_id);

/** Why the autoscaler of the service is unknown; absent where all its integrations can be read. */
const problemOf = ({ service_integrations: integrations }: ListedServiceRecord): Pick<ListedService, 'problem'> => {
  for (const entry of integrations ?? []) {
    if ('problem' in entry) return { problem: `one of its integrations cannot be read (${entry.problem})` };
    const isAutoscaler = entry.integration_type === integrationType && Boolean(entry.service_integration_id);
    if (isAutoscaler && !isConnected(entry)) return { problem: 'its autoscaler integration names no endpoint' };
  }
  return {};
};

/** @param names the search product's names on this platform */
export const toService = (record: ListedServiceRecord, names: SearchProductName = specifiedNames): ListedService => ({
  name: record.service_name,
  type: names.typeFromWire(record.service_type),
  plan: record.plan,
  cloud: record.cloud_name ?? '',
  state: record.state,
  diskMb: record.disk_space_mb ?? null,
  tags: record.tags ?? null,
  integrations: record.service_integrations ? toIntegrations(record.service_integrations) : null,
  ...searchConfigurationOf(record, names),
  ...createdAtOf(record),
  ...planAutoscalerOf(record),
  ...pendingMaintenanceOf(record),
  ...relationsOf(record),
  ...problemOf(record),
});

export const toEvent = (record: EventRecord): ProjectEvent => ({
  id: record.id,
  // One form, so that times of any precision or zone compare as text.
  time: isoInstant(utcMs(record.time)),
  type: record.event_type,
  service: record.service_name || null,
  actor: record.actor || null,
  description: record.event_desc ?? '',
});
