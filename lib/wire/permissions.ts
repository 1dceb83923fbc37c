/** A call to the platform, with its path below `/v1`. */
interface Called {
  readonly path: string;
  readonly kind: 'read' | 'write';
}

/** Permissions by call, as the platform publishes them (pf 2.12); a call without a row has none that is published. */
const rows: readonly (readonly [path: RegExp, read: string, write?: string])[] = [
  [
    /^\/project\/[^/]+\/(?:integration(?:_endpoint)?|service\/[^/]+\/integration)(?:\/|$)/,
    'project:integrations:read',
    'project:integrations:write',
  ],
  [/^\/project\/[^/]+\/service\/[^/]+\/metrics$/, 'service:metrics:read'],
  [/^\/project\/[^/]+\/events$/, 'project:event_logs:read'],
  [/^\/project\/[^/]+\/service(?:\/[^/]+)?$/, 'project:services:read', 'service:configuration:write'],
  [/^\/organization\/[^/]+\/application-users\//, 'organization:app_users:write', 'organization:app_users:write'],
];

/** The permission that a call needs; undefined if none is known. */
export const permissionOf = ({ path, kind }: Called): string | undefined => {
  const [, read, write] = rows.find(([pattern]) => pattern.test(path.replace(/\?.*$/, ''))) ?? [];
  return kind === 'read' ? read : write;
};

/** What to do about a refused call: the permission that is missing, where it is known, and the role that has it. */
export const permissionRemedy = (call: Called): string => {
  const permission = permissionOf(call);
  if (permission === undefined)
    return "the token's owner needs the operator role for the organization, project and service";
  if (permission.startsWith('organization:'))
    return `the token's owner needs the permission ${permission} in the organization`;
  return `the token's owner needs the permission ${permission} there, which the operator role includes`;
};
