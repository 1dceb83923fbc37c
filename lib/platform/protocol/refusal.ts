import type { Behaviour } from './behaviour.ts';

/** Errors with the messages and codes of pf 2.13. */

/** A refused request; `errorBody` makes its body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  /** One message per fault of the request; the first is the message of the answer. */
  readonly details: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    code: string,
    details: string | readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ) {
    const all = typeof details === 'string' ? [details] : details;
    super(all[0] ?? 'Refused');
    this.status = status;
    this.code = code;
    this.details = all;
    this.headers = headers;
  }
}

/** Limit on listed errors, so that the answer to a body with a hundred thousand wrong members stays small. */
const mostDetails = 100;

/** pf 2.13 body. */
export const errorBody = (status: number, code: string, details: readonly string[]) => ({
  message: details[0] ?? 'Refused',
  errors: details.slice(0, mostDetails).map((message) => ({ message, status, error_code: code })),
});

export const badRequest = (details: string | readonly string[], code = 'bad_request') =>
  new Refusal(400, code, details);

export const conflict = (message: string, code = 'conflict') => new Refusal(409, code, message);

/** The live platform answers an unchanged configuration with an error (A-8; pf 2.13 config not changed). */
export const unchanged = () => conflict('User config not changed', 'user_config_not_changed');

/** The refusal of a name that nothing of a kind has. */
const notFound = (code: string, kind: string) => (name: string) =>
  new Refusal(404, code, `${kind} '${name}' does not exist`);

export const billingGroupNotFound = notFound('billing_group_not_found', 'Billing group');

/** pf 2.13 404 service. */
export const serviceNotFound = notFound('service_not_found', 'Service');

/** pf 2.13 404 endpoint. */
export const endpointNotFound = notFound('service_integration_endpoint_not_found', 'Service integration endpoint');

/** pf 2.13 404 integration. */
export const integrationNotFound = notFound('service_integration_not_found', 'Service integration');

export const serviceTypeNotFound = notFound('not_found', 'Service type');

/** pf 2.13 404 organization. */
export const organizationNotFound = notFound('organization_not_found', 'Organization');

/** Repeats nothing of the request: a misspelt path could contain a token (pf 2.10). */
export const routeNotFound = () => new Refusal(404, 'not_found', 'There is nothing at this path');

/** Does not repeat the requested prefix, which could be the token itself. */
export const tokenNotFound = () => new Refusal(404, 'not_found', 'Access token does not exist');

export const userNotFound = notFound('user_not_found', 'User');

/** The organization creates the tokens of application users (pf 2.10). */
export const personalTokenNotAllowed = () =>
  new Refusal(403, 'user_personal_token_not_allowed', 'An application user cannot make access tokens for itself');

export const callerNotAllowed = () =>
  new Refusal(
    403,
    'api_client_ip_allowlist_blocks_caller',
    'The address of the caller is not in the allow list of its token',
  );

/** pf 2.13 405 method. */
export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
  new Refusal(405, 'method_not_allowed', `Method ${method} is not allowed here, only ${allowed.join(', ')}`, {
    allow: allowed.join(', '),
  });

export const tokenMissing = () =>
  new Refusal(401, 'authentication_failed', 'Missing (expired) db token (no token in the Authorization header)');

/** A token is there, but in a scheme that this platform does not take. */
export const schemeNotServed = (schemes: readonly string[]) =>
  new Refusal(
    401,
    'authentication_failed',
    `The scheme of the Authorization header must be ${schemes.join(' or ')} here`,
  );

/** pf 2.13 401 unknown token. */
export const tokenUnknown = () => new Refusal(401, 'authentication_failed', 'Invalid token');

/** pf 2.13 401 expired token. */
export const tokenExpired = () =>
  new Refusal(401, 'authentication_failed', 'Missing (expired) db token (expired token)');

/** Also the answer for projects that do not exist, which prevents probing for names (pf 2.13 403 not a member). */
export const notAMember = () => new Refusal(403, 'permission_denied', 'Not a project member');

/** pf 2.13 403 role. */
export const notPermitted = (operation: string) =>
  new Refusal(403, 'permission_denied', `You don't have permission to perform this action: ${operation}`);

/** The scopes of a token leave the call out. */
export const outOfScope = (scope: string) =>
  new Refusal(403, 'permission_denied', `The token does not have the scope ${scope}`);

/** States the wait in the header, in the text, in both or not at all (pf 2.13 429 too many requests; A-31). */
export const tooManyRequests = (limit: number, seconds: number, position: Behaviour['retryAfter']) => {
  const wait = position === 'both' || position === 'text' ? ` - try again in ${seconds}s` : '';
  const message = `The user has sent too many requests in a given amount of time: Rate limit ${limit} exceeded${wait}`;
  const headers: Record<string, string> =
    position === 'both' || position === 'header' ? { 'retry-after': String(seconds) } : {};
  return new Refusal(429, 'too_many_requests', message, headers);
};

/** Closes the connection, because the rest of the body is still in transit and will not be read. */
export const bodyTooLarge = (limitBytes: number) =>
  new Refusal(413, 'request_too_large', `Request body is larger than ${limitBytes} bytes`, { connection: 'close' });

/**
 * Refusals of the real platform that faults produce by their code, most of which the embedded one never causes by itself
 * (pf 2.13). Texts are the platform's where they are documented.
 */
const knownRefusals = {
  // pf 2.13 404 account
  account_not_found: [404, 'Account does not exist'],
  // pf 2.13 403 authentication failed
  authentication_failed: [403, 'Authentication failed'],
  client_ip_address_policy_violation: [403, 'The policy of the organization does not admit this address'],
  // pf 2.13 417 dependent resources
  dependent_resources: [417, 'Other resources depend on this one'],
  // pf 2.13 500 internal error
  internal_server_error: [500, 'Internal server error'],
  // pf 2.13 510 one-time password
  otp_required: [510, 'A one-time password is needed'],
  // pf 2.13 code project_does_not_exist
  project_does_not_exist: [404, 'Project does not exist'],
  // pf 2.13 code service_does_not_exist
  service_does_not_exist: [404, 'Service does not exist'],
  // pf 2.13 code service_maintenance_required
  service_maintenance_required: [409, 'The service needs maintenance before its disk can grow further'],
  // pf 2.13 501 later
  try_again_later: [501, 'Not available yet, try again later'],
  // pf 2.13 code user_has_too_many_disk_addition_requests
  user_has_too_many_disk_addition_requests: [
    409,
    'The disk of the service has been increased too often since the last maintenance',
  ],
} as const;

type KnownRefusal = keyof typeof knownRefusals;
export const knownRefusalCodes = Object.keys(knownRefusals) as [KnownRefusal, ...KnownRefusal[]];

export const knownRefusal = (code: KnownRefusal): Refusal =>
  new Refusal(knownRefusals[code][0], code, knownRefusals[code][1]);
