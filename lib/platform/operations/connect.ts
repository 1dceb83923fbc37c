import { integrationType, kindOfEndpointType } from '../../wire/maximum.ts';
import { serviceOf } from '../autoscaler/transitions.ts';
import { foreignIntegrationTypes } from '../protocol/foreign-types.ts';
import { badRequest, conflict } from '../protocol/refusal.ts';
import type { Endpoint, Integration, Service } from '../state/state.ts';
import { type AttachCall, endpointFor, mustBeOfProject, newIntegration, type Requested } from './attach.ts';

/** Integrations beside the disk autoscaler: stored as they are, between a service and an endpoint or two services. */

type Ends = Pick<Integration, 'service' | 'endpointId' | 'otherService' | 'isReversed'>;

/** An integration of another type that passed all checks. */
export interface Connection extends Ends {
  readonly type: string;
  readonly userConfig: Integration['userConfig'];
}

/** Whether a request asks for anything but the disk autoscaler. */
export const isForeign = ({ integration_type }: Pick<Requested, 'integration_type'>): boolean =>
  integration_type !== integrationType;

/** One source and one destination, at least one of them a service. */
const endsOf = (body: Requested): Ends => {
  const {
    source_service: from,
    source_endpoint_id: fromEndpoint,
    dest_service: to,
    dest_endpoint_id: toEndpoint,
  } = body;
  if ((from == null) === (fromEndpoint == null))
    throw badRequest('Invalid input: an integration has exactly one source');
  if ((to == null) === (toEndpoint == null))
    throw badRequest('Invalid input: an integration has exactly one destination');
  if (from != null) return { service: from, endpointId: toEndpoint ?? '', ...(to == null ? {} : { otherService: to }) };
  if (to != null) return { service: to, endpointId: fromEndpoint ?? '', isReversed: true };
  throw badRequest('Invalid input: source or destination must be a service');
};

/** An autoscaler's endpoint is for autoscalers, and one whose type is also one of integrations is for those. */
const mustFit = (type: string, endpoint: Endpoint): void => {
  const isAutoscaler = kindOfEndpointType(endpoint.type) !== undefined;
  const own: readonly string[] = foreignIntegrationTypes;
  if (!isAutoscaler && (type === endpoint.type || !own.includes(endpoint.type))) return;
  const needed = isAutoscaler ? integrationType : endpoint.type;
  throw badRequest(
    `Endpoint '${endpoint.name}' is of type ${endpoint.type}: the integration must be of type ${needed}, not ${type}`,
  );
};

/** @param fresh a service that is being created @throws Refusal for every failed check */
export const checkedConnection = (call: AttachCall, body: Requested, fresh?: Service): Connection => {
  const { project } = call;
  mustBeOfProject(project, body);
  const ends = endsOf(body);
  for (const name of [ends.service, ends.otherService]) {
    if (name !== undefined && name !== fresh?.name) serviceOf(project, name);
  }
  const { integration_type: type, user_config } = body;
  if (ends.endpointId !== '') mustFit(type, endpointFor(call, ends.endpointId));
  for (const other of project.integrations.values()) {
    const isSame = other.type === type && other.service === ends.service && other.endpointId === ends.endpointId;
    if (isSame && other.otherService === ends.otherService) throw conflict('Service integration already exists');
  }
  return { ...ends, type, userConfig: user_config ?? {} };
};

export const connect = (call: AttachCall, connection: Connection): Integration =>
  newIntegration(call, connection, `Integrated service '${connection.service}' by ${connection.type}`);
