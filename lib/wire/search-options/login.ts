import { between, flag, group, oneLine, requiredLine, resettableLine, text, whole } from './option.ts';

/** Login through an identity provider, and limits on failed logins (spec.md §2.4). */

/** §2.4 saml.*. */
export const saml = group('SAML', 'Login through a SAML identity provider.', {
  enabled: flag('SAML on', 'Switches SAML login on or off.', { required: true, default: true }),
  idp_metadata_url: text('Metadata URL', 'URL of the SAML metadata of the identity provider.', requiredLine(2048)),
  idp_entity_id: text('Identity provider entity ID', 'Entity ID of the identity provider.', requiredLine(1024)),
  sp_entity_id: text('Service provider entity ID', 'Entity ID of the service provider.', requiredLine(1024)),
  subject_key: text(
    'Subject attribute',
    'Attribute of the SAML response that names the subject.',
    resettableLine(256, { documentedDefault: 'NameID' }),
  ),
  roles_key: text('Roles attribute', 'Attribute of the SAML response with the roles.', resettableLine(256)),
  idp_pemtrustedcas_content: text(
    'Trusted root certificates',
    'Root certificates in PEM that verify the certificate of the identity provider.',
    { nullable: true, max: 16384 },
  ),
});

/** §2.4 openid.*. */
export const openid = group('OpenID Connect', 'Login through an OpenID Connect identity provider.', {
  enabled: flag('OpenID Connect on', 'Switches OpenID Connect login on or off.', { required: true, default: true }),
  connect_url: text('Discovery URL', 'URL of the configuration of the identity provider.', {
    required: true,
    max: 2048,
    current: oneLine,
  }),
  roles_key: text('Roles claim', 'Claim of the token with the comma-separated roles.', resettableLine(1024)),
  subject_key: text(
    'Subject claim',
    'Claim of the token with the user name.',
    resettableLine(1024, { documentedDefault: 'the claim sub' }),
  ),
  jwt_header: text(
    'Token header',
    'HTTP header that carries the token.',
    resettableLine(1024, { documentedDefault: 'Authorization' }),
  ),
  jwt_url_parameter: text(
    'Token URL parameter',
    'URL parameter that carries the token instead of a header.',
    resettableLine(1024),
  ),
  refresh_rate_limit_count: whole('Unknown keys', 'Maximum unknown key IDs in the time window.', {
    nullable: true,
    min: 10,
    default: 10,
  }),
  refresh_rate_limit_time_window_ms: whole('Unknown keys window', 'Time window in which unknown key IDs are counted.', {
    nullable: true,
    min: 10000,
    default: 10000,
    unit: 'ms',
  }),
  client_id: text('Client ID', 'ID of the service at the identity provider.', requiredLine(1024)),
  client_secret: text('Client secret', 'Secret of that client.', requiredLine(1024, { secret: true })),
  scope: text('Scope', 'Scope that the service requests.', {
    min: 1,
    max: 1024,
    documentedDefault: 'openid profile email address phone',
    current: oneLine,
  }),
  header: text('JWT header', 'Name of the HTTP header of the JWT.', {
    min: 1,
    max: 1024,
    default: 'Authorization',
    current: oneLine,
  }),
});

const largest = 2147483647;
const tenHours = 36000;

/** Members of both limits; `min` is the least of each number. */
const limits = (min: 0 | 1, longestSeconds: number, more = {}) => ({
  block_expiry_seconds: whole('Length of the block', 'Duration of a block.', between(min, longestSeconds, 's', more)),
  max_blocked_clients: whole('Blocked at once', 'Maximum clients blocked at the same time.', { min: 0, max: largest }),
  max_tracked_clients: whole('Tracked at once', 'Maximum clients tracked at the same time.', { min: 0, max: largest }),
  time_window_seconds: whole(
    'Time window',
    'Time in which failed logins are counted.',
    between(min, longestSeconds, 's', more),
  ),
});

const byUser = group('Limit per user', 'Blocks a user name after too many failed logins.', {
  allowed_tries: whole('Allowed tries', 'Failed logins before the block.', {
    min: 0,
    max: largest,
    current: { min: 1, max: 32767 },
  }),
  authentication_backend: text('Backend', 'Backend of the logins.', { max: 1024, choices: ['internal'] }),
  ...limits(0, largest),
  type: text('Kind', 'Kind of the blocked client.', { max: 1024, choices: ['username'] }),
});

const byAddress = group(
  'Limit per address',
  'Blocks a client address after too many failed logins.',
  {
    allowed_tries: whole('Allowed tries', 'Failed logins before the block.', { min: 1, max: largest }),
    ...limits(1, tenHours, { current: { min: 0 } }),
    type: text('Kind', 'Kind of the blocked client.', { max: 1024, choices: ['ip'] }),
  },
  { current: { deprecated: 'the live platform offers no replacement' } },
);

/** §2.4 engine.auth_failure_listeners. */
export const authFailureListeners = group('Failed logins', 'Reaction of the security plugin to failed logins.', {
  internal_authentication_backend_limiting: byUser,
  ip_rate_limiting: byAddress,
});
