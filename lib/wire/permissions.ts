/** A call to the platform, with its path below `/v1`. */
interface Called {
  readonly path: string;
  readonly kind: 'read' | 'write';
}

interface Row {
  readonly path: RegExp;
  readonly read: string | undefined;
  readonly write: string | undefined;
}

/** Permissions by call, as the platform publishes them (pf 2.12); a call without a row has none that is published. */
const rows: readonly Row[] = [
  {
    path: /^\/project\/[^/]+\/(?:integration(?:_endpoint)?|service\/[^/]+\/integration)(?:\/|$)/,
    read: 'project:integrations:read',
    write: 'project:integrations:write',
  },
  { path: /^\/project\/[^/]+\/service\/[^/]+\/metrics$/, read: 'service:metrics:read', write: undefined },
  { path: /^\/project\/[^/]+\/events$/, read: 'project:event_logs:read', write: undefined },
  {
    path: /^\/project\/[^/]+\/service(?:\/[^/]+)?$/,
    read: 'project:services:read',
    write: 'project:services:write',
  },
  {
    path: /^\/organization\/[^/]+\/application-users\//,
    read: 'organization:app_users:write',
    write: 'organization:app_users:write',
  },
];

/** The permission that a call needs; undefined if none is known. */
export const permissionOf = ({ path, kind }: Called): string | undefined =>
  rows.find((row) => row.path.test(path.replace(/\?.*$/, '')))?.[kind];

/** What to do about a refused call: the permission that is missing, where it is known, and the role that has it. */
export const permissionRemedy = (call: Called): string => {
  const permission = permissionOf(call);
  if (permission === undefined)
    return "the token's owner needs the operator role for the organization, project and service";
  if (permission.startsWith('organization:'))
    return `the token's owner needs the permission ${permission} in the organization`;
  return `the token's owner needs the permission ${permission} there, which the operator role includes`;
};
