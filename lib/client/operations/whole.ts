import type { RawEndpoint } from '../../wire/raw-records.ts';
import type { IntegrationRecord } from '../../wire/records.ts';
import { namedRecord, wholeServiceRecord, wholeServices } from '../../wire/whole-services.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { listOrganizations, type Organization } from './organizations.ts';
import { describePlan, type PlanDescription, type PlanPrice, planPrice } from './plans.ts';
import { listRawEndpoints, listRawIntegrations } from './raw.ts';
import { get } from './requests.ts';
import type { SearchProductNames } from './search-product.ts';
import { wireType } from './services.ts';
import { type ServiceFacts, toServiceFacts } from './to-model.ts';

/** An integration of a service with an endpoint, of any type. */
export interface WholeIntegration {
  readonly type: string;
  readonly endpointId: string;
}

/** A service with the facts that a copy of it needs; its type is neutral, and its configuration stays at the platform. */
export interface WholeService extends ServiceFacts {
  readonly integrations: readonly WholeIntegration[] | null;
  readonly nodeCount: number | null;
  readonly nodeCpuCount: number | null;
  readonly nodeMemoryMb: number | null;
  readonly terminationProtection: boolean;
}

/** The services of a project, and the records that cannot be read. */
interface WholeServices {
  readonly services: readonly WholeService[];
  readonly unreadable: readonly { readonly service: string | null; readonly why: string }[];
}

/** Reads of everything that a copy of the organization needs. Methods throw platform errors. */
export interface WholeRecords {
  readonly organizations: () => Promise<Organization[]>;
  readonly services: (project: string) => Promise<WholeServices>;
  /** Endpoints of every type. */
  readonly endpoints: (project: string) => Promise<RawEndpoint[]>;
  readonly integrations: (project: string, service: string) => Promise<WholeIntegration[]>;
  /** Undefined for a plan that the platform does not describe. */
  readonly plan: (project: string, serviceType: string, plan: string) => Promise<PlanDescription | undefined>;
  /** Undefined where the plan is not offered in the cloud. */
  readonly price: (project: string, serviceType: string, plan: string, cloud: string) => Promise<PlanPrice | undefined>;
}

/** Existing integrations with an endpoint at either end; those between two services have none. */
const withEndpoints = (records: readonly IntegrationRecord[]): WholeIntegration[] =>
  records.flatMap((record) => {
    const endpointId = record.dest_endpoint_id || record.source_endpoint_id;
    return record.service_integration_id && endpointId ? [{ type: record.integration_type, endpointId }] : [];
  });

const services =
  (caller: Caller, names: SearchProductNames): WholeRecords['services'] =>
  async (project) => {
    const records = await get(caller, path`/project/${project}/service`, wholeServices, (answer) => answer.services);
    const read = records.map((record) => wholeServiceRecord.safeParse(record));
    const whole = read.flatMap(({ data }) => data ?? []);
    const types = whole.map(({ service_type }) => service_type);
    const found = await names.forTypes(project, types);
    return {
      services: whole.map((record) => ({
        ...toServiceFacts(record, found),
        integrations: record.service_integrations ? withEndpoints(record.service_integrations) : null,
        nodeCount: record.node_count ?? null,
        nodeCpuCount: record.node_cpu_count ?? null,
        nodeMemoryMb: record.node_memory_mb ?? null,
        terminationProtection: record.termination_protection ?? false,
      })),
      unreadable: read.flatMap(({ error }, index) => {
        if (error === undefined) return [];
        const [issue] = error.issues;
        const why = `the record of the service cannot be read: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
        return [{ service: namedRecord.safeParse(records[index]).data?.service_name ?? null, why }];
      }),
    };
  };

/** The reads of one connection. */
export const wholeRecords = (caller: Caller, names: SearchProductNames): WholeRecords => ({
  organizations: () => listOrganizations(caller),
  services: services(caller, names),
  endpoints: (project) => listRawEndpoints(caller, project),
  integrations: async (project, service) => withEndpoints(await listRawIntegrations(caller, project, service)),
  plan: async (project, serviceType, plan) =>
    describePlan(caller, project, await wireType(names, project, serviceType), plan),
  price: async (project, serviceType, plan, cloud) =>
    planPrice(caller, project, await wireType(names, project, serviceType), plan, cloud),
});
