import type * as z from 'zod';
import { byServedProfile, type ServedProfile } from '../../wire/served-profile.ts';
import { evaluateUntil } from '../autoscaler/evaluation.ts';
import { knownRefusal } from '../protocol/known-refusals.ts';
import type { JsonText } from '../protocol/json-text.ts';
import { notAMember, notPermitted, organizationNotFound } from '../protocol/refusal.ts';
import { checkedBody } from '../protocol/request-body.ts';
import { roleIn } from '../state/authentication.ts';
import { assertVisibleWithin } from '../state/eventual-consistency.ts';
import { mustBeInScope } from '../state/scopes.ts';
import type { Caller, PlatformState, Project } from '../state/state.ts';

/** One operation of the interface as data; a new one is a new entry in a list. */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The request: every input of an operation outside the platform state. */
interface Call {
  readonly state: PlatformState;
  /** The current virtual time, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  /** Operations ignore unknown parameters (pf 2.13 query parameters). */
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON, not yet checked; undefined if the operation takes no body. */
  readonly json: unknown;
}

export type Answer = Readonly<Record<string, unknown>> | JsonText;

export interface Operation {
  /** The OperationId of the interface, which refusals and counts use (pf 2.14 operation ids). */
  readonly id: string;
  readonly method: Method;
  /** Below `/v1`, with `:name` for parameters. */
  readonly path: string;
  readonly hasBody: boolean;
  /** Schema of the body, for the OpenAPI document; `perform` checks against it. */
  readonly bodySchema?: Readonly<Record<ServedProfile, z.ZodType>>;
  /** True if the operation only reads although it is not a GET: `read_only` may call it, and it counts as a read. */
  readonly isRead?: boolean;
  /** True if success is a 204 without a body; all others are 200 (pf 2.13 successes). */
  readonly noContent?: boolean;
  /**
   * True for the operations of §4: served alone, the documented profile also requires the organization's operator role
   * (§5 permission).
   */
  readonly isSpecified?: boolean;
  /** @throws Refusal */
  perform(call: Call): Answer;
}

export type Shape = Omit<Operation, 'hasBody' | 'bodySchema' | 'perform'>;

export interface OrganizationCall {
  readonly state: PlatformState;
  readonly nowMs: number;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
}

export interface ProjectCall<B> extends OrganizationCall {
  readonly project: Project;
  readonly query: Readonly<Record<string, string>>;
  readonly body: B;
}

/** Whether an operation only reads. */
export const readsOnly = ({ method, isRead }: Pick<Operation, 'method' | 'isRead'>): boolean =>
  isRead ?? method === 'GET';

/** Performs an operation, if the token of its caller may. @throws Refusal */
export const performed = (operation: Operation, call: Call): Answer => {
  mustBeInScope(call.caller.token, operation.path, readsOnly(operation));
  return operation.perform(call);
};

/** An operation on the organization or the caller; every valid token may call it. */
export const organizationOperation = (shape: Shape, perform: (call: OrganizationCall) => Answer): Operation => ({
  ...shape,
  hasBody: false,
  perform,
});

/** The same body schema for every profile. */
const alwaysOf = <B>(schema: z.ZodType<B>) => byServedProfile(() => schema);

/** An operation on the organization or the caller, with a body. */
export const organizationOperationWithBody = <B>(
  shape: Shape,
  schema: z.ZodType<B>,
  perform: (call: OrganizationCall & { readonly body: B }) => Answer,
): Operation => ({
  ...shape,
  hasBody: true,
  bodySchema: alwaysOf(schema),
  perform: (call) => perform({ ...call, body: checkedBody(schema, call.json) }),
});

/** @throws Refusal 404 for every organization other than the served one */
export const mustBeOrganization = ({ state, params }: OrganizationCall): void => {
  const id = params.organization ?? '';
  if (id !== state.organization.id) throw organizationNotFound(id);
};

/** @throws Refusal 404 for every account other than the one of the served organization (pf 2.13 404 account) */
export const mustBeAccount = ({ state, params }: OrganizationCall): void => {
  if (params.account !== state.organization.accountId) throw knownRefusal('account_not_found');
};

/**
 * An operation outside a single project requires a role for all of them (§5 permission: the operator role for the
 * organization; A-24).
 * @throws Refusal 403
 */
export const mustHaveRoleEverywhere = ({ caller }: OrganizationCall, shape: Shape): void => {
  const role = caller.roles.get('*');
  if (role === undefined || (role === 'read_only' && !readsOnly(shape))) throw notPermitted(shape.id);
};

/**
 * Finds the project of a call, checks the role and evaluates the project up to now. Reads and writes require the
 * operator role (§1.7 operator, §5 permission); `read_only` may only read. If only the documented profile is
 * served, the operations of the specification also require that role for the organization.
 */
const admitted = (call: Call, shape: Shape): Project => {
  const { state, caller, params, nowMs } = call;
  const project = state.projects.get(params.project ?? '');
  const role = project && roleIn(caller, project.name);
  if (project === undefined || role === undefined) throw notAMember();
  if (role === 'read_only' && !readsOnly(shape)) throw notPermitted(shape.id);
  const needsOrganization = shape.isSpecified && state.served === 'documented';
  if (needsOrganization && caller.roles.get('*') !== 'operator') throw notPermitted(shape.id);
  assertVisibleWithin(state, params, shape.id, nowMs);
  evaluateUntil(state, project, nowMs);
  return project;
};

/** An operation on `/project/:project/…` without a body. */
export const projectOperation = (shape: Shape, perform: (call: ProjectCall<undefined>) => Answer): Operation => ({
  ...shape,
  hasBody: false,
  perform: (call) => perform({ ...call, project: admitted(call, shape), body: undefined }),
});

/** An operation on `/project/:project/…` whose body depends on the served profile. */
export const projectOperationByProfile = <B>(
  shape: Shape,
  schemas: Readonly<Record<ServedProfile, z.ZodType<B>>>,
  perform: (call: ProjectCall<B>) => Answer,
): Operation => ({
  ...shape,
  hasBody: true,
  bodySchema: schemas,
  perform: (call) => {
    const project = admitted(call, shape);
    return perform({ ...call, project, body: checkedBody(schemas[call.state.served], call.json) });
  },
});

/** An operation on `/project/:project/…` with a body. */
export const projectOperationWithBody = <B>(
  shape: Shape,
  schema: z.ZodType<B>,
  perform: (call: ProjectCall<B>) => Answer,
): Operation => projectOperationByProfile(shape, alwaysOf(schema), perform);
