/**
 * Refusals of the real platform for which there is no cause here: faults bring them about by their code
 * (platform-facts §2.13). Texts are the platform's where they are known.
 */
export const knownRefusals = {
  account_not_found: { status: 404, message: 'Account does not exist' },
  authentication_failed: { status: 403, message: 'Authentication failed' },
  client_ip_address_policy_violation: {
    status: 403,
    message: 'The policy of the organization does not admit this address',
  },
  dependent_resources: { status: 417, message: 'Other resources depend on this one' },
  internal_server_error: { status: 500, message: 'Internal server error' },
  invoice_lines_not_supported: { status: 501, message: 'Lines of this invoice are not available' },
  otp_required: { status: 510, message: 'A one-time password is needed' },
  project_does_not_exist: { status: 404, message: 'Project does not exist' },
  service_does_not_exist: { status: 404, message: 'Service does not exist' },
  service_maintenance_required: {
    status: 409,
    message: 'The service needs maintenance before its disk can grow further',
  },
  try_again_later: { status: 501, message: 'Not available yet, try again later' },
  user_has_too_many_disk_addition_requests: {
    status: 409,
    message: 'The disk of the service has been increased too often since the last maintenance',
  },
} as const;

export type KnownRefusal = keyof typeof knownRefusals;
export const knownRefusalCodes = Object.keys(knownRefusals) as [KnownRefusal, ...KnownRefusal[]];
