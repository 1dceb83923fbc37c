import * as z from 'zod';
import { evaluateUntil } from '../autoscaler/evaluation.ts';
import { notAMember, notPermitted, organizationNotFound, outOfScope } from '../protocol/refusal.ts';
import { checkedBody } from '../protocol/request-body.ts';
import { byServedProfile, type ServedProfile } from '../protocol/served-profile.ts';
import { roleIn } from '../state/authentication.ts';
import { assertVisibleWithin } from '../state/eventual-consistency.ts';
import { type Caller, logEvent, type PlatformState, type Project, type Token } from '../state/state.ts';

/** An answer whose JSON text is already written. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const jsonText = (answer: object): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));

/** What a token with scopes may do. */

/** The resource of a path below `/v1`; the first row that fits. Other paths are open to every token. */
const rows: readonly (readonly [path: RegExp, resource: string])[] = [
  [/^\/project\/[^/]+\/static-ips/, 'static_ips'],
  [/^\/project\/[^/]+\/(?:service|integration|alerts)/, 'services'],
  [/^\/project/, 'projects'],
  [/^\/billing-group|^\/organization\/[^/]+\/billing-group/, 'billing'],
  [/^\/organization\/[^/]+\/projects?(?:\/|$)/, 'projects'],
  [/^\/(?:organization|account)/, 'accounts'],
  [/^\/access_token/, 'authentication'],
  [/^\/me/, 'user'],
];

const resourceOf = (path: string): string | undefined => rows.find(([pattern]) => pattern.test(path))?.[1];

/** A scope to write is one to read too. @throws Refusal 403 for a call that the scopes of its token leave out */
const mustBeInScope = ({ scopes }: Token, path: string, isRead: boolean): void => {
  if (scopes === null) return;
  const resource = resourceOf(path);
  if (resource === undefined) return;
  const enough = ['all', resource, `${resource}:write`, ...(isRead ? [`${resource}:read`] : [])];
  if (!scopes.some((scope) => enough.includes(scope))) throw outOfScope(`${resource}:${isRead ? 'read' : 'write'}`);
};

/** One operation of the interface as data; a new one is a new entry in a list. */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

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

/** Marks of an operation that few have. */
interface Marks {
  /** True if the operation only reads although it is not a GET: `read_only` may call it, and it counts as a read. */
  readonly isRead?: boolean;
  /** True if success is a 204 without a body; all others are 200 (pf 2.13 successes). */
  readonly noContent?: boolean;
}

export interface Operation extends Marks {
  /** The OperationId of the interface, which refusals and counts use (pf 2.14 operation ids). */
  readonly id: string;
  readonly method: Method;
  /** Below `/v1`, with `:name` for parameters. */
  readonly path: string;
  readonly hasBody: boolean;
  /** Schema of the body, by which it is checked. */
  readonly bodySchema?: Readonly<Record<ServedProfile, z.ZodType>>;
  /** @throws Refusal */
  perform(call: ProjectCall<unknown>): Answer;
}

/** A call whose body is checked. */
export interface OrganizationCall<B = unknown> extends Omit<Call, 'json'> {
  readonly operation: Operation;
  readonly body: B;
}

/** A call of an operation on a project, which is evaluated up to now. */
export interface ProjectCall<B> extends OrganizationCall<B> {
  readonly project: Project;
}

/** Method and path: `GET /project`. */
type Route = `${Method} /${string}`;

/** An operation with a project in its path gets that project. */
type CallOf<R extends Route, B> = R extends `${string}/:project${string}` ? ProjectCall<B> : OrganizationCall<B>;

/** Whether an operation only reads. */
export const readsOnly = ({ method, isRead }: Pick<Operation, 'method' | 'isRead'>): boolean =>
  isRead ?? method === 'GET';

/** An operation without a body. Every valid token may call one that is on no project. */
export const operation = <R extends Route>(
  id: string,
  route: R,
  perform: (call: CallOf<R, unknown>) => Answer,
  marks: Marks = {},
): Operation => {
  const [method, path] = route.split(' ') as [Method, string];
  return { ...marks, id, method, path, hasBody: false, perform };
};

/** An operation with a body, whose schema may depend on the served profile. */
export const operationWithBody = <R extends Route, B>(
  id: string,
  route: R,
  schema: z.ZodType<B> | Readonly<Record<ServedProfile, z.ZodType<B>>>,
  perform: (call: CallOf<R, B>) => Answer,
  marks: Marks = {},
): Operation => ({
  ...operation(id, route, perform as (call: CallOf<R, unknown>) => Answer, marks),
  hasBody: true,
  bodySchema: schema instanceof z.ZodType ? byServedProfile(() => schema) : schema,
});

/** The operations of §4: served alone, the documented profile also requires the organization's operator role (§5 permission). */
const specified: ReadonlySet<string> = new Set([
  'ServiceIntegrationEndpointCreate',
  'ServiceIntegrationEndpointUpdate',
  'ServiceIntegrationEndpointDelete',
  'ServiceIntegrationCreate',
  'ServiceIntegrationDelete',
]);

/**
 * Finds the project of a call, checks the role and evaluates the project up to now. Reads and writes require the
 * operator role (§1.7 operator, §5 permission); `read_only` may only read. If only the documented profile is
 * served, the operations of the specification also require that role for the organization.
 */
const admitted = (asked: Operation, { state, caller, params, nowMs }: Call): Project => {
  const project = state.projects.get(params.project ?? '');
  const role = project && roleIn(caller, project.name);
  if (project === undefined || role === undefined) throw notAMember();
  if (role === 'read_only' && !readsOnly(asked)) throw notPermitted(asked.id);
  const needsOrganization = specified.has(asked.id) && state.served === 'documented';
  if (needsOrganization && caller.roles.get('*') !== 'operator') throw notPermitted(asked.id);
  assertVisibleWithin(state, params, asked.id, nowMs);
  evaluateUntil(state, project, nowMs);
  return project;
};

/** Performs an operation, if the token of its caller may, with a body that is checked. @throws Refusal */
export const performed = (asked: Operation, call: Call): Answer => {
  mustBeInScope(call.caller.token, asked.path, readsOnly(asked));
  const project = asked.path.includes('/:project') ? admitted(asked, call) : undefined;
  const body = asked.bodySchema && checkedBody(asked.bodySchema[call.state.served], call.json);
  const { organization = call.state.organization.id } = call.params;
  if (organization !== call.state.organization.id) throw organizationNotFound(organization);
  return asked.perform({ ...call, operation: asked, project: project as Project, body });
};

/**
 * An operation outside a single project requires a role for all of them (§5 permission: the operator role for the
 * organization; A-24).
 * @throws Refusal 403
 */
export const mustHaveRoleEverywhere = ({ caller, operation: asked }: OrganizationCall): void => {
  const role = caller.roles.get('*');
  if (role === undefined || (role === 'read_only' && !readsOnly(asked))) throw notPermitted(asked.id);
};

/** Writes what the caller did into the event log of the project. */
export const logAct = (
  { project, caller, nowMs }: Pick<ProjectCall<unknown>, 'project' | 'caller' | 'nowMs'>,
  type: string,
  description: string,
  service: string | null = null,
): void => logEvent(project, { atMs: nowMs, actor: caller.name, type, description, service });
