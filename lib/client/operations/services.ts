import * as z from 'zod';
import type { Platform } from '../../ports.ts';
import { services, serviceTags, tolerantServiceRecord } from '../../wire/records.ts';
import { searchType } from '../../wire/search-product-name.ts';
import type { Call } from '../transport/call.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { anyAnswer } from '../transport/read-answer.ts';
import { describePlan, planPrice } from './plans.ts';
import { get, isUnchanged, unlessGone } from './requests.ts';
import type { SearchProductNames } from './search-product.ts';
import { toService } from './to-model.ts';

const oneService = z.object({ service: tolerantServiceRecord });

/** A service type by its name on the platform; only the search type has another name there. */
const wireType = async (names: SearchProductNames, project: string, type: string): Promise<string> =>
  type === searchType ? (await names.inProject(project)).typeToWire(type) : type;

/** What the client reads and changes of services. */
export const serviceOperations = (caller: Caller, names: SearchProductNames) => {
  /** PUT /project/{project}/service/{service} with some members only: others stay as they are (pf 1.3). */
  const update = (project: string, service: string, body: object, watch: Call['watch']): Promise<void> =>
    caller.send(
      { method: 'PUT', path: path`/project/${project}/service/${service}`, body, kind: 'write', watch },
      anyAnswer,
    );
  return {
    /** GET /project/{project}/service: every service with its tags and integrations in one call (pf 2.4). */
    listServices: async (project) => {
      const where = path`/project/${project}/service`;
      const records = await get(caller, where, services, (answer) => answer.services);
      const types = records.map(({ service_type }) => service_type);
      const found = await names.forTypes(project, types);
      return records.map((record) => toService(record, found));
    },
    /** GET /project/{project}/service/{service}: the same record as in the list (pf 2.4). */
    getService: async (project, service) => {
      const where = path`/project/${project}/service/${service}`;
      const record = await unlessGone(get(caller, where, oneService, (answer) => answer.service));
      return record && toService(record, await names.forTypes(project, [record.service_type]));
    },
    /** Unchanged options are a success. */
    updateSearchConfiguration: async (project, service, options, watch) => {
      const { configToWire } = await names.inProject(project);
      await update(project, service, { user_config: configToWire(options) }, watch).catch((error: unknown) => {
        if (!isUnchanged(error)) throw error;
      });
    },
    /** The disk's size only (pf 2.15). */
    resizeDisk: (project, service, diskMb, watch) => update(project, service, { disk_space_mb: diskMb }, watch),
    /** GET /project/{project}/service/{service}/tags (pf 2.5). */
    listServiceTags: async (project, service) =>
      get(caller, path`/project/${project}/service/${service}/tags`, serviceTags, ({ tags }) => tags),
    /** The disk of a plan; undefined for custom plans, which the platform does not describe (pf 2.8). */
    planSpecification: async (project, serviceType, plan) => {
      const described = await describePlan(caller, project, await wireType(names, project, serviceType), plan);
      if (described === undefined) return undefined;
      const { diskMb, sizing } = described;
      return { diskMb, capMb: sizing?.capMb ?? null, ...(sizing && { stepMb: sizing.stepMb }) };
    },
    /** The price of additional storage of a plan in a cloud (pf 2.8; spec.md §1.6 cost). */
    additionalGbPrice: async (project, serviceType, plan, cloud) => {
      const price = await planPrice(caller, project, await wireType(names, project, serviceType), plan, cloud);
      return price?.additionalGb;
    },
  } satisfies Partial<Platform>;
};
