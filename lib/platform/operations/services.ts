import type * as z from 'zod';
import { serviceCreate, serviceUpdate } from '../../wire/requests.ts';
import { type Operation, type ProjectCall, projectOperation, projectOperationWithBody } from '../operation.ts';
import { integrationsByService, serviceAnswer } from '../records.ts';
import { badRequest, conflict, Refusal } from '../refusal.ts';
import { changeService, newService, removeService, serviceOf } from '../transitions.ts';
import { logEvent, type Project, type Service, type UserConfig, type World } from '../world.ts';

/** Services: list, get, create, update, delete (platform-facts §1.3, §2.4). */

const collection = '/project/:project/service';
const single = `${collection}/:service`;

const answerOf = (world: World, project: Project, service: Service) =>
  serviceAnswer(world, project, service, integrationsByService(project).get(service.name) ?? []);

/** Options given replace the old ones, a null takes one away (platform-facts §4). */
const mergedConfig = (old: UserConfig, given: UserConfig): UserConfig =>
  Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== null));

/** This key is said to disable the autoscaler, without saying how (§4.6); accepting it would promise too much. */
const doubtfulKey = 'service disk autoscaler';

const mustNotDisable = (userConfig: UserConfig | undefined): void => {
  if (userConfig !== undefined && Object.hasOwn(userConfig, doubtfulKey)) {
    throw badRequest(
      `Invalid 'user_config': Invalid input: '${doubtfulKey}' has no effect; delete the integration of type autoscaler instead`,
    );
  }
};

const create = ({ world, project, caller, nowMs, body }: ProjectCall<z.output<typeof serviceCreate>>) => {
  const name = body.service_name;
  // Left out, it is the first cloud of the scenario.
  const [firstCloud] = world.clouds.keys();
  const cloud = body.cloud ?? firstCloud ?? '';
  mustNotDisable(body.user_config);
  if (project.services.has(name)) throw conflict(`Service name '${name}' is already in use in this project`);
  const service = newService(
    world,
    {
      name,
      type: body.service_type,
      plan: body.plan,
      cloud,
      diskMb: body.disk_space_mb,
      tags: body.tags,
      userConfig: body.user_config,
      terminationProtection: body.termination_protection,
    },
    nowMs,
  );
  project.services.set(name, service);
  const description = `Created service '${name}' of type ${service.type} with plan ${service.plan} in ${cloud}`;
  logEvent(project, { atMs: nowMs, actor: caller.name, type: 'service_create', description, service: name });
  return { service: answerOf(world, project, service), message: 'created' };
};

const update = (call: ProjectCall<z.output<typeof serviceUpdate>>) => {
  const { world, project, caller, nowMs, params, body } = call;
  const service = serviceOf(project, params.service);
  mustNotDisable(body.user_config);
  const powered = { true: 'RUNNING', false: 'POWEROFF' } as const;
  const isPowered = service.state !== 'POWEROFF';
  const state = body.powered === undefined || body.powered === isPowered ? undefined : powered[`${body.powered}`];
  changeService(world, service, { plan: body.plan, cloud: body.cloud, diskMb: body.disk_space_mb, state }, nowMs);
  if (body.user_config !== undefined) service.userConfig = mergedConfig(service.userConfig, body.user_config);
  service.terminationProtection = body.termination_protection ?? service.terminationProtection;
  const description = `Updated service '${service.name}'`;
  logEvent(project, { atMs: nowMs, actor: caller.name, type: 'service_update', description, service: service.name });
  return { service: answerOf(world, project, service), message: 'updated' };
};

const remove = ({ project, caller, nowMs, params }: ProjectCall<undefined>) => {
  const service = serviceOf(project, params.service);
  if (service.terminationProtection) {
    const message = `Service '${service.name}' is protected against termination: switch termination_protection off first`;
    throw new Refusal(403, 'termination_protection', message);
  }
  removeService(project, service);
  const description = `Deleted service '${service.name}'`;
  logEvent(project, { atMs: nowMs, actor: caller.name, type: 'service_delete', description, service: service.name });
  return { message: 'deleted' };
};

export const serviceOperations: readonly Operation[] = [
  projectOperation({ id: 'ServiceList', method: 'GET', path: collection }, ({ world, project }) => {
    const integrations = integrationsByService(project);
    return {
      services: [...project.services.values()].map((service) =>
        serviceAnswer(world, project, service, integrations.get(service.name) ?? []),
      ),
    };
  }),
  projectOperation({ id: 'ServiceGet', method: 'GET', path: single }, ({ world, project, params }) => ({
    service: answerOf(world, project, serviceOf(project, params.service)),
  })),
  projectOperationWithBody({ id: 'ServiceCreate', method: 'POST', path: collection }, serviceCreate, create),
  projectOperationWithBody({ id: 'ServiceUpdate', method: 'PUT', path: single }, serviceUpdate, update),
  projectOperation({ id: 'ServiceDelete', method: 'DELETE', path: single }, remove),
];
