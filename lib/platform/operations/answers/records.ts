import { groupBy } from '../../../core/model/grouping.ts';
import { mbPerGb } from '../../../core/model/sizes.ts';
import { integrationType } from '../../../wire/maximum.ts';
import { backupsOf } from '../../autoscaler/backups.ts';
import { pendingUpdates } from '../../autoscaler/maintenance.ts';
import { planOf } from '../../state/catalogue.ts';
import type { Endpoint, Integration, PlatformState, Project, ProjectEvent, Service } from '../../state/state.ts';
import { shownConfig } from '../../state/user-config.ts';

/**
 * Records of the wire format (§2.3, §4.7 answers; pf 2.1, 2.2, 2.3, 2.4, 2.5, 2.6). Unused members are present
 * and null.
 */

/** ISO 8601 in UTC, in whole seconds (pf 2.14 times). */
export const isoTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export const endpointAnswer = ({ id, name, type, userConfig }: Endpoint) => ({
  endpoint_id: id,
  endpoint_name: name,
  endpoint_type: type,
  endpoint_config: {},
  user_config: userConfig,
});

const descriptions: Readonly<Record<string, string>> = { [integrationType]: 'Scale service disk automatically' };

interface End {
  readonly service?: Service | undefined;
  readonly endpoint?: Endpoint | undefined;
}

/** Record of an integration, or of a possible one, which has no id (pf 2.2). */
const integrationShape = (project: Project, source: End, dest: End) => ({
  source_project: project.name,
  source_service: source.service?.name ?? null,
  source_service_type: source.service?.type ?? null,
  source_endpoint: source.endpoint?.name ?? null,
  source_endpoint_id: source.endpoint?.id ?? null,
  dest_project: project.name,
  dest_service: dest.service?.name ?? null,
  dest_service_type: dest.service?.type ?? null,
  dest_endpoint: dest.endpoint?.name ?? null,
  dest_endpoint_id: dest.endpoint?.id ?? null,
});

/** Source and destination, in the direction of the request. */
const endsOf = (project: Project, integration: Integration): readonly [source: End, dest: End] => {
  const near = { service: project.services.get(integration.service) };
  const far = {
    service: project.services.get(integration.otherService ?? ''),
    endpoint: project.endpoints.get(integration.endpointId),
  };
  return integration.isReversed ? [far, near] : [near, far];
};

/** Status of an integration; a new one may be inactive at first. */
const statusOf = (isActive: boolean) => ({
  status_user_desc: isActive ? 'Integration is active' : 'Integration is starting',
  state: { status: isActive ? 'running' : 'starting', errors: [], nodes: {}, likely_error_cause: null },
});

/** Requires the project to be evaluated up to now. */
export const integrationAnswer = (project: Project, integration: Integration) => {
  const { id, type, userConfig, activeFromMs } = integration;
  const isActive = activeFromMs <= project.evaluatedMs;
  return {
    service_integration_id: id,
    integration_type: type,
    description: descriptions[type] ?? `Connect the service to ${type}`,
    ...integrationShape(project, ...endsOf(project, integration)),
    user_config: userConfig,
    enabled: true,
    active: isActive,
    integration_status: statusOf(isActive),
  };
};

export const possibleIntegrationAnswer = (project: Project, service: Service, endpoint: Endpoint) => ({
  service_integration_id: null,
  integration_type: integrationType,
  description: descriptions[integrationType],
  ...integrationShape(project, { service }, { endpoint }),
  user_config: {},
  enabled: false,
  active: false,
  integration_status: null,
});

/** Integrations of a project by service, grouped once for a whole list. */
export const integrationsByService = (project: Project): Map<string, Integration[]> => {
  const all = [...project.integrations.values()];
  const grouped = groupBy(all, ({ service }) => service);
  for (const integration of all) {
    const { otherService } = integration;
    if (otherService !== undefined) grouped.set(otherService, [...(grouped.get(otherService) ?? []), integration]);
  }
  return grouped;
};

/** Names and roles of the nodes of a powered service. */
export const nodesOf = (state: PlatformState, service: Service) =>
  Array.from({ length: planOf(state, service)?.nodeCount ?? 1 }, (_, index) => ({
    name: `${service.name}-${index + 1}`,
    role: index === 0 ? 'master' : 'standby',
  }));

const nodeStates = (state: PlatformState, service: Service) =>
  service.state === 'POWEROFF'
    ? []
    : nodesOf(state, service).map((node) => ({
        ...node,
        state: service.state === 'RUNNING' ? 'running' : 'syncing_data',
        availability_zone: null,
        progress_updates: [],
      }));

/** Empty for a plan that the scenario does not describe. */
const nodeSizes = (state: PlatformState, service: Service) => {
  const plan = planOf(state, service);
  return plan === undefined ? {} : { node_cpu_count: plan.nodeCpuCount, node_memory_mb: plan.nodeMemoryGb * mbPerGb };
};

/** Requires the project to be evaluated up to now. */
export const pendingUpdatesOf = (state: PlatformState, project: Project, service: Service) =>
  pendingUpdates(state, service, planOf(state, service)?.nodeCount ?? 1, project.evaluatedMs);

/** A service record without secrets; it does not contain the disk usage (pf 2.4). */
export const serviceAnswer = (
  state: PlatformState,
  project: Project,
  service: Service,
  integrations: readonly Integration[],
) => {
  return {
    service_name: service.name,
    service_type: service.type,
    service_type_description: service.type,
    plan: service.plan,
    cloud_name: service.cloud,
    cloud_description: state.clouds.get(service.cloud) ?? service.cloud,
    state: service.state,
    disk_space_mb: service.diskMb,
    node_count: nodesOf(state, service).length,
    ...nodeSizes(state, service),
    node_states: nodeStates(state, service),
    user_config: shownConfig(state, service),
    service_integrations: integrations.map((integration) => integrationAnswer(project, integration)),
    tags: service.tags,
    tech_emails: service.techEmails,
    group_list: ['default'],
    project_vpc_id: null,
    termination_protection: service.terminationProtection,
    service_uri: '',
    service_uri_params: {},
    connection_info: {},
    components: [],
    users: [],
    databases: [],
    connection_pools: [],
    backups: backupsOf(service, project.evaluatedMs),
    features: {},
    metadata: {},
    maintenance: {
      ...service.maintenance,
      enabled: service.maintenance.dow !== 'never',
      updates: pendingUpdatesOf(state, project, service),
    },
    service_notifications: [],
    create_time: isoTime(service.createdMs),
    update_time: isoTime(service.updatedMs),
  };
};

export const eventAnswer = ({ id, atMs, actor, type, description, service }: ProjectEvent) => ({
  id,
  time: isoTime(atMs),
  actor,
  event_type: type,
  event_desc: description,
  service_name: service,
});
