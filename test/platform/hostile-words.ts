/** The words that hostile requests are made of. */

export const hostileNames = [
  '',
  '.',
  '..',
  '../../etc/passwd',
  '%',
  '%2',
  '%00',
  '%zz',
  '%2e%2e%2f',
  '%ff%fe',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'a'.repeat(300),
  'b'.repeat(7_000),
  '%F0%9F%92%A9',
  "'; drop table services; --",
  '<script>',
  '{{7*7}}',
  '*',
  'null',
  ':project',
  'shop%2Fservice',
];

export const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  0.1,
  '',
  '0',
  '\u0000',
  '\ud800',
  'x'.repeat(5_000),
  '99999999999999999999',
  '1e3',
  [],
  {},
  [[[]]],
  { __proto__: null, constructor: { prototype: 1 } },
  { toString: 1, valueOf: null },
  { autoscaler: null },
  { autoscaler: { max_additional_storage: {} } },
  { autoscaling: [{ type: 'autoscale_disk', cap_gb: 1e300 }] },
  { autoscaling: Array.from({ length: 100 }, () => ({ type: 'autoscale_disk', cap_gb: 50 })) },
  Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key-${index}`, index])),
];

type Body = Readonly<Record<string, unknown>>;

/** Good bodies by a part of the operation's name; what has none gets one of another. */
export const goodBodies: readonly (readonly [operation: string, body: Body])[] = [
  [
    'EndpointCreate',
    {
      endpoint_name: 'hostile',
      endpoint_type: 'disk_storage',
      user_config: { autoscaler: { max_additional_storage: '20' } },
    },
  ],
  ['EndpointUpdate', { user_config: { autoscaler: { max_additional_storage: '20' } } }],
  [
    'IntegrationCreate',
    { integration_type: 'autoscaler', source_project: 'shop', source_service: 'orders', dest_endpoint_id: 'none' },
  ],
  ['ServiceCreate', { service_name: 'hostile', service_type: 'pg', plan: 'startup-4', tags: {}, user_config: {} }],
  [
    'ServiceCreate',
    {
      service_name: 'hostile',
      service_type: 'engine',
      plan: 'startup-4',
      user_config: { engine: { ism_enabled: true } },
    },
  ],
  ['ServiceUpdate', { plan: 'startup-4', disk_space_mb: 102_400, user_config: { ip_filter: ['0.0.0.0/0'] } }],
  ['Tags', { tags: { team: 'a' } }],
  ['Metrics', { period: 'hour' }],
  ['Token', { description: 'hostile', max_age_seconds: 600, extend_when_used: false }],
  ['User', { name: 'hostile', is_super_admin: false }],
];

export const params: Readonly<Record<string, string>> = { project: 'shop', service: 'orders', organization: 'orgtest' };

export const oddMethods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'PATCH',
  'DELETE',
  'PUT',
  'M-SEARCH',
  'LINK',
];

export const oddHeaders: readonly (readonly string[])[] = [
  [],
  ['host: '],
  ['host: a b'],
  ['host: [::1'],
  ['host: 127.0.0.1', 'authorization: Basic eDp5'],
  ['host: 127.0.0.1', 'authorization: Bearer'],
  ['host: 127.0.0.1', `authorization: Bearer ${'x'.repeat(6_000)}`],
  ['host: 127.0.0.1', 'authorization: Bearer \u00e9\u00ff'],
  ['host: 127.0.0.1', 'expect: 200-maybe'],
  ['host: 127.0.0.1', 'upgrade: websocket', 'connection: upgrade'],
  ['host: 127.0.0.1', 'range: bytes=0-0', 'if-none-match: *', 'accept: text/html;q=0'],
  ['host: 127.0.0.1', ...Array.from({ length: 1_000 }, (_, index) => `x-${index}: y`)],
  ['host: 127.0.0.1', `cookie: ${'c'.repeat(9_000)}`],
  ['host: 127.0.0.1', 'x-http-method-override: DELETE', 'x-forwarded-host: evil', 'content-type: \u00ff'],
];

export const encodings: readonly (readonly string[])[] = [
  ['content-encoding: gzip'],
  ['content-encoding: br, gzip'],
  ['content-type: application/json; charset=utf-16'],
  ['content-type: multipart/form-data'],
  ['content-type: text/xml'],
  ['transfer-encoding: identity'],
];
