import * as z from 'zod';
import type { Platform } from '../../ports.ts';
import { services, serviceTags, tolerantServiceRecord } from '../../wire/records.ts';
import { searchType } from '../../wire/search-product-name.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs, anyAnswer } from '../transport/read-answer.ts';
import { isUnchanged, unlessGone } from './already-so.ts';
import { listing } from './listing.ts';
import { describePlan, planPrice } from './plans.ts';
import type { SearchProductNames } from './search-product.ts';
import { toService } from './to-model.ts';
import { withoutBackups } from './without-backups.ts';

/** GET /project/{project}/service: every service with its tags and integrations in one call (pf 2.4). */
export const listServices = (caller: Caller, names: SearchProductNames): Platform['listServices'] =>
  listing(
    (project) =>
      caller.receive(
        { method: 'GET', path: path`/project/${project}/service`, kind: 'read' },
        answerAs(services, (answer) => answer.services),
        withoutBackups,
      ),
    async (records, project) => {
      const types = records.map(({ service_type }) => service_type);
      const found = await names.forTypes(project, types);
      return records.map((record) => toService(record, found));
    },
  );

const oneService = z.object({ service: tolerantServiceRecord });

/** GET /project/{project}/service/{service}: the same record as in the list (pf 2.4). */
export const getService =
  (caller: Caller, names: SearchProductNames): Platform['getService'] =>
  async (project, service) => {
    const record = await unlessGone(
      caller.send(
        { method: 'GET', path: path`/project/${project}/service/${service}`, kind: 'read' },
        answerAs(oneService, (answer) => answer.service),
      ),
    );
    return record && toService(record, await names.forTypes(project, [record.service_type]));
  };

/**
 * PUT /project/{project}/service/{service} with options only (pf 1.3): others stay as they are.
 * Unchanged options are a success.
 */
export const updateSearchConfiguration =
  (caller: Caller, names: SearchProductNames): Platform['updateSearchConfiguration'] =>
  async (project, service, options, watch) => {
    const { configToWire } = await names.inProject(project);
    try {
      await caller.send(
        {
          method: 'PUT',
          path: path`/project/${project}/service/${service}`,
          body: { user_config: configToWire(options) },
          kind: 'write',
          watch,
        },
        anyAnswer,
      );
    } catch (error) {
      if (!isUnchanged(error)) throw error;
    }
  };

/** PUT /project/{project}/service/{service} with the disk's size only: everything else stays (pf 2.15). */
export const resizeDisk =
  (caller: Caller): Platform['resizeDisk'] =>
  (project, service, diskMb, watch) =>
    caller.send(
      {
        method: 'PUT',
        path: path`/project/${project}/service/${service}`,
        body: { disk_space_mb: diskMb },
        kind: 'write',
        watch,
      },
      anyAnswer,
    );

/** GET /project/{project}/service/{service}/tags (pf 2.5). */
export const listServiceTags =
  (caller: Caller): Platform['listServiceTags'] =>
  async (project, service) =>
    caller.send(
      { method: 'GET', path: path`/project/${project}/service/${service}/tags`, kind: 'read' },
      answerAs(serviceTags, ({ tags }) => tags),
    );

/** A service type by its name on the platform; only the search type has another name there. */
export const wireType = async (names: SearchProductNames, project: string, type: string): Promise<string> =>
  type === searchType ? (await names.inProject(project)).typeToWire(type) : type;

/** The disk of a plan; undefined for custom plans, which the platform does not describe (pf 2.8). */
export const planSpecification =
  (caller: Caller, names: SearchProductNames): Platform['planSpecification'] =>
  async (project, serviceType, plan) => {
    const planDescription = await describePlan(caller, project, await wireType(names, project, serviceType), plan);
    if (planDescription === undefined) return undefined;
    const { diskMb, sizing } = planDescription;
    return { diskMb, capMb: sizing?.capMb ?? null, ...(sizing && { stepMb: sizing.stepMb }) };
  };

/** The price of additional storage of a plan in a cloud (pf 2.8; spec.md §1.6 cost). */
export const additionalGbPrice =
  (caller: Caller, names: SearchProductNames): Platform['additionalGbPrice'] =>
  async (project, serviceType, plan, cloud) => {
    const price = await planPrice(caller, project, await wireType(names, project, serviceType), plan, cloud);
    return price?.additionalGb;
  };
