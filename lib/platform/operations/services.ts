import type * as z from 'zod';
import { isSameValue, type OptionValue } from '../../core/model/search-configuration.ts';
import { resizeText } from '../autoscaler/disk-texts.ts';
import { needsMaintenance } from '../autoscaler/maintenance.ts';
import { changeService, newService, removeService, serviceOf } from '../autoscaler/transitions.ts';
import { badRequest, conflict, knownRefusal, notAMember, Refusal, unchanged } from '../protocol/refusal.ts';
import { serviceCreate, serviceUpdate } from '../protocol/requests.ts';
import { roleIn } from '../state/authentication.ts';
import { recordCreation, serviceKey } from '../state/eventual-consistency.ts';
import type { Integration, PlatformState, Project, Service, UserConfig } from '../state/state.ts';
import { createdConfig, updatedConfig } from '../state/user-config.ts';
import { integrationsByService, possibleIntegrationAnswer, serviceAnswer } from './answers/records.ts';
import { serviceText } from './answers/service-texts.ts';
import { type Attachment, attach, checkedAttachment, possibleEndpoints, secondIntegration } from './attach.ts';
import { type Connection, checkedConnection, connect, isForeign } from './connect.ts';
import { JsonText, logAct, type Operation, operation, operationWithBody, type ProjectCall } from './operation.ts';

/** Services: list, get, create, update, delete (pf 1.3, 2.4). */

const collection = '/project/:project/service';
const single = `${collection}/:service` as const;

const recordOf = (state: PlatformState, project: Project, service: Service, integrations: readonly Integration[]) => {
  const record = serviceAnswer(state, project, service, integrations);
  if (!state.behaviour.possibleInRecords) return record;
  const possible = possibleEndpoints(state, project, service).map((endpoint) =>
    possibleIntegrationAnswer(project, service, endpoint),
  );
  return { ...record, service_integrations: [...record.service_integrations, ...possible] };
};

const answerOf = (state: PlatformState, project: Project, service: Service) =>
  recordOf(state, project, service, integrationsByService(project).get(service.name) ?? []);

type Created = z.output<typeof serviceCreate>;

const nameIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * The source service of a fork, which must exist and be of the same type (§2.4 service_to_fork_from, §2.4
 * project_to_fork_from; A-30). Names other than text are refused with the other options.
 */
const forkSource = ({ state, project, caller, body }: ProjectCall<Created>): Service | undefined => {
  const name = nameIn(body.user_config.service_to_fork_from);
  const projectName = nameIn(body.user_config.project_to_fork_from);
  const from = projectName === undefined ? project : state.projects.get(projectName);
  if (from === undefined || roleIn(caller, from.name) === undefined) throw notAMember();
  if (name === undefined) return undefined;
  const source = serviceOf(from, name);
  if (source.type === body.service_type) return source;
  throw badRequest(
    `Invalid 'user_config.service_to_fork_from': Invalid input: '${name}' is of type ${source.type}, but a fork has the type of its source`,
  );
};

/** The integrations of a new service; all are checked before the service is created. */
const attachmentsFor = (call: ProjectCall<Created>, service: Service): Attachment[] => {
  const wanted = (call.body.service_integrations ?? []).filter((body) => !isForeign(body));
  if (wanted.length > 1) throw secondIntegration();
  return wanted.map((body) => {
    const serviceName = body.source_service ?? body.dest_service;
    if (serviceName != null && serviceName !== service.name) {
      throw badRequest(`Invalid 'service_integrations': Invalid input: must be of service '${service.name}'`);
    }
    const ends = body.source_endpoint_id == null ? { source_service: service.name } : { dest_service: service.name };
    return checkedAttachment(call, service, { ...body, ...ends });
  });
};

/** The other integrations of a new service, which is the end that a request leaves out. */
const connectionsFor = (call: ProjectCall<Created>, service: Service): Connection[] =>
  (call.body.service_integrations ?? []).filter(isForeign).map((body) => {
    const isSource = body.source_service == null && body.source_endpoint_id == null;
    return checkedConnection(call, { ...body, [isSource ? 'source_service' : 'dest_service']: service.name }, service);
  });

type Upkeep = Pick<Created, 'maintenance' | 'tech_emails'>;

const setUpkeep = (service: Service, { maintenance, tech_emails }: Upkeep): void => {
  const { dow = service.maintenance.dow, time = service.maintenance.time } = maintenance ?? {};
  service.maintenance = { dow, time };
  service.techEmails = tech_emails ?? service.techEmails;
};

/** Adds the secrets to a record on request. */
const withSecretsIfRequested = <R extends object>(
  record: R,
  service: Service,
  query: Readonly<Record<string, string>>,
): R => (query.include_secrets === 'true' ? { ...record, user_config: service.userConfig } : record);

/**
 * The specification says that this key disables the autoscaler, but not how (§4.6); accepting it would promise too much
 * (A-10).
 */
const undefinedKey = 'service disk autoscaler';

const mustNotDisable = (userConfig: UserConfig | undefined): void => {
  if (userConfig !== undefined && Object.hasOwn(userConfig, undefinedKey)) {
    throw badRequest(
      `Invalid 'user_config': Invalid input: '${undefinedKey}' has no effect; delete the integration of type autoscaler instead`,
    );
  }
};

const create = (call: ProjectCall<Created>) => {
  const { state, project, nowMs, body } = call;
  const name = body.service_name;
  // The default is the first cloud of the scenario.
  const [firstCloud] = state.clouds.keys();
  const cloud = body.cloud ?? firstCloud ?? '';
  mustNotDisable(body.user_config);
  // pf 2.14 taken name.
  if (project.services.has(name)) throw conflict('Service name is already in use in this project');
  const source = forkSource(call);
  const service = newService(
    state,
    {
      name,
      type: body.service_type,
      plan: body.plan,
      cloud,
      diskMb: body.disk_space_mb,
      // The tags of the request override the tags of the fork's source.
      tags: body.copy_tags ? { ...source?.tags, ...body.tags } : body.tags,
      userConfig: createdConfig(state, { type: body.service_type, plan: body.plan }, body.user_config),
      terminationProtection: body.termination_protection,
    },
    nowMs,
  );
  setUpkeep(service, body);
  const attachments = attachmentsFor(call, service);
  const connections = connectionsFor(call, service);
  project.services.set(name, service);
  recordCreation(state, serviceKey(project.name, name), nowMs);
  const description = `Created service '${name}' of type ${service.type} with plan ${service.plan} in ${cloud}`;
  logAct(call, 'service_create', description, name);
  for (const attachment of attachments) attach(call, attachment);
  for (const connection of connections) connect(call, connection);
  return { service: answerOf(state, project, service), message: 'created' };
};

/** Deletion and power-off both count as termination. */
const isProtected = ({ name }: Service) => {
  const message = `Service '${name}' is protected against termination: switch termination_protection off first`;
  return new Refusal(403, 'termination_protection', message);
};

type Updated = z.output<typeof serviceUpdate>;

/** An update with unchanged options and nothing else is refused. */
const mustChange = (service: Service, userConfig: UserConfig, { user_config: requested, ...others }: Updated): void => {
  const isAlone = requested !== undefined && Object.values(others).every((member) => member === undefined);
  if (isAlone && isSameValue(userConfig as OptionValue, service.userConfig as OptionValue)) throw unchanged();
};

/** Storage is added and removed on running services only, and a limited number of times (pf 2.15; ). */
const mustAllowStorage = (state: PlatformState, service: Service, requestedMb: number | undefined): void => {
  const { name, diskMb } = service;
  if (requestedMb === undefined || requestedMb === diskMb) return;
  if (service.state !== 'RUNNING') {
    throw conflict(`The storage of service '${name}' can change only in state RUNNING; its state is ${service.state}`);
  }
  if (requestedMb > diskMb && needsMaintenance(state, service)) throw knownRefusal('service_maintenance_required');
};

/** The log names a change of storage by hand as it names a growth. */
const updateText = ({ name, diskMb }: Service, { disk_space_mb }: Updated, fromMb: number): string =>
  disk_space_mb === undefined || diskMb === fromMb ? `Updated service '${name}'` : resizeText(name, fromMb, diskMb);

const update = (call: ProjectCall<Updated>) => {
  const { state, project, nowMs, params, body } = call;
  const service = serviceOf(project, params.service);
  mustNotDisable(body.user_config);
  const powered = { true: 'RUNNING', false: 'POWEROFF' } as const;
  const isPowered = service.state !== 'POWEROFF';
  const serviceState =
    body.powered === undefined || body.powered === isPowered ? undefined : powered[`${body.powered}`];
  if (serviceState === 'POWEROFF' && service.terminationProtection) throw isProtected(service);
  const userConfig = updatedConfig(state, service, body.user_config, body.plan ?? service.plan);
  mustChange(service, userConfig, body);
  mustAllowStorage(state, service, body.disk_space_mb);
  const fromMb = service.diskMb;
  changeService(
    state,
    service,
    { plan: body.plan, cloud: body.cloud, diskMb: body.disk_space_mb, state: serviceState },
    nowMs,
  );
  service.userConfig = userConfig;
  setUpkeep(service, body);
  service.terminationProtection = body.termination_protection ?? service.terminationProtection;
  logAct(call, 'service_update', updateText(service, body, fromMb), service.name);
  return { service: answerOf(state, project, service), message: 'updated' };
};

const remove = (call: ProjectCall<unknown>) => {
  const { project, params } = call;
  const service = serviceOf(project, params.service);
  if (service.terminationProtection) throw isProtected(service);
  removeService(project, service);
  logAct(call, 'service_delete', `Deleted service '${service.name}'`, service.name);
  return { message: 'deleted' };
};

export const serviceOperations: readonly Operation[] = [
  operation('ServiceList', `GET ${collection}`, ({ state, project, query }) => {
    const integrations = integrationsByService(project);
    const services = [...project.services.values()];
    if (state.behaviour.possibleInRecords || query.include_secrets === 'true') {
      return {
        services: services.map((service) =>
          withSecretsIfRequested(
            recordOf(state, project, service, integrations.get(service.name) ?? []),
            service,
            query,
          ),
        ),
      };
    }
    const texts = services.map((service) => serviceText(state, project, service, integrations.get(service.name) ?? []));
    return new JsonText(`{"services":[${texts.join(',')}]}`);
  }),
  operation('ServiceGet', `GET ${single}`, ({ state, project, params, query }) => {
    const service = serviceOf(project, params.service);
    return { service: withSecretsIfRequested(answerOf(state, project, service), service, query) };
  }),
  operationWithBody('ServiceCreate', `POST ${collection}`, serviceCreate, create),
  operationWithBody('ServiceUpdate', `PUT ${single}`, serviceUpdate, update),
  operation('ServiceDelete', `DELETE ${single}`, remove),
];
