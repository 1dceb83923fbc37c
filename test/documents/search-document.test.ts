import { describe, expect, it } from 'vitest';
import { checkSearchDocument } from '../../lib/documents/search-document.ts';

describe('a search configuration in a file (§2.4)', () => {
  it('is good as YAML and as JSON', () => {
    const good = { errors: [], warnings: [] };
    expect(checkSearchDocument('engine:\n  action_destructive_requires_name: true\n', 'a.yaml')).toEqual(good);
    expect(checkSearchDocument('{"engine": {"action_destructive_requires_name": null}}', 'a.json')).toEqual(good);
    expect(checkSearchDocument('{}', 'a.json')).toEqual(good);
  });

  it('reports every error at once, with line, column and path, in the order of the text', () => {
    const text = [
      'engine_version: 3',
      'ip_filter: ["0.0.0.0/0", { network: 12 }, { netwrk: a }, 5]',
      'openid:',
      '  enabled: yes',
      '  connect_url: x',
      '  client_secret: 12345',
      'engine:',
      '  indices_memory_min_index_buffer_size: 2',
      '  thread_pool_get_queue_size: 10.5',
      '  email_sender_username: "a\\tb"',
      '  reindex_remote_whitelst: []',
      '  search_max_buckets: 1000001',
      `  script_max_compilations_rate: ${'a'.repeat(1025)}`,
      'saml:',
      '  idp_entity_id: ""',
    ].join('\n');
    expect(checkSearchDocument(text, 's.yaml').errors).toEqual([
      's.yaml:1:17 engine_version: must be 1 or 2, not 3',
      's.yaml:2:37 ip_filter[1].network: must be text, not 12: put it in quotes, "12"',
      's.yaml:2:45 ip_filter[2].netwrk: is not a known key; did you mean network?',
      's.yaml:2:58 ip_filter[3]: must be text, not 5: put it in quotes, "5"',
      's.yaml:4:3 openid.client_id: is missing: OpenID Connect needs client_id and client_secret',
      's.yaml:4:12 openid.enabled: must be true or false, not "yes"',
      's.yaml:6:18 openid.client_secret: must be text of the allowed length and characters (a secret is not shown)',
      's.yaml:8:41 engine.indices_memory_min_index_buffer_size: works only together with indices_memory_index_buffer_size: give that too',
      's.yaml:9:31 engine.thread_pool_get_queue_size: must be a whole number, not 10.5',
      's.yaml:10:26 engine.email_sender_username: must match ^[^\\x00-\\x1F]+$',
      's.yaml:11:3 engine.reindex_remote_whitelst: is not a known key; did you mean reindex_remote_whitelist?',
      's.yaml:12:23 engine.search_max_buckets: must be 1000000 or less, not 1000001',
      's.yaml:13:33 engine.script_max_compilations_rate: must have at most 1024 characters, not 1025',
      's.yaml:15:3 saml.enabled: is missing',
      's.yaml:15:3 saml.idp_metadata_url: is missing',
      's.yaml:15:3 saml.sp_entity_id: is missing',
      's.yaml:15:18 saml.idp_entity_id: must have at least 1 characters, not 0',
    ]);
  });

  it('is warned of an option whose change restarts the service', () => {
    const text = 'engine:\n  reindex_remote_whitelist: ["a:9200"]\n';
    expect(checkSearchDocument(text, 's.yaml')).toEqual({
      errors: [],
      warnings: ['s.yaml:2:3 engine.reindex_remote_whitelist: a change of it restarts every instance of the engine'],
    });
  });

  it('reports deprecated and unchecked options as warnings, each with its place', () => {
    const text = 'max_index_count: 3\nengine: { email_sender_name: alerts, thread_pool_get_size: 8 }\n';
    expect(checkSearchDocument(text, 's.yaml')).toEqual({
      errors: [],
      warnings: [
        's.yaml:1:1 max_index_count: is deprecated: use index_patterns',
        's.yaml:2:11 engine.email_sender_name: must equal the sender name defined in the dashboards, which cannot be checked from here',
        's.yaml:2:38 engine.thread_pool_get_size: is lowered by the platform where the CPUs of a node allow less',
      ],
    });
  });

  it.each([
    ['', 's.yaml:1:1 document: is empty'],
    ['[]', 's.yaml:1:1 document: must be a mapping, not a list'],
    ['ip_filter: []\nip_filter: []', 's.yaml:2:1 document: Map keys must be unique'],
    ['__proto__: {}', 's.yaml:1:1 document: __proto__ is not allowed as a key'],
  ])('that is none at all is refused: %j', (text, error) => {
    expect(checkSearchDocument(text, 's.yaml').errors).toEqual([error]);
  });
});
