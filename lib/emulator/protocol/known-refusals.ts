import { Refusal } from './refusal.ts';

/**
 * Refusals of the real platform that faults produce by their code, most of which the emulator never causes by itself
 * (pf 2.13). Texts are the platform's where they are documented.
 */
const knownRefusals = {
  // pf 2.13 404 account
  account_not_found: { status: 404, message: 'Account does not exist' },
  // pf 2.13 403 authentication failed
  authentication_failed: { status: 403, message: 'Authentication failed' },
  client_ip_address_policy_violation: {
    status: 403,
    message: 'The policy of the organization does not admit this address',
  },
  // pf 2.13 417 dependent resources
  dependent_resources: { status: 417, message: 'Other resources depend on this one' },
  // pf 2.13 500 internal error
  internal_server_error: { status: 500, message: 'Internal server error' },
  invoice_lines_not_supported: { status: 501, message: 'Lines of this invoice are not available' },
  // pf 2.13 510 one-time password
  otp_required: { status: 510, message: 'A one-time password is needed' },
  // pf 2.13 code project_does_not_exist
  project_does_not_exist: { status: 404, message: 'Project does not exist' },
  // pf 2.13 code service_does_not_exist
  service_does_not_exist: { status: 404, message: 'Service does not exist' },
  // pf 2.13 code service_maintenance_required
  service_maintenance_required: {
    status: 409,
    message: 'The service needs maintenance before its disk can grow further',
  },
  // pf 2.13 501 later
  try_again_later: { status: 501, message: 'Not available yet, try again later' },
  // pf 2.13 code user_has_too_many_disk_addition_requests
  user_has_too_many_disk_addition_requests: {
    status: 409,
    message: 'The disk of the service has been increased too often since the last maintenance',
  },
} as const;

type KnownRefusal = keyof typeof knownRefusals;
export const knownRefusalCodes = Object.keys(knownRefusals) as [KnownRefusal, ...KnownRefusal[]];

export const knownRefusal = (code: KnownRefusal): Refusal =>
  new Refusal(knownRefusals[code].status, code, knownRefusals[code].message);
