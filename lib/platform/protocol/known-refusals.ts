import { Refusal } from './refusal.ts';

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
