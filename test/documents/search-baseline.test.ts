import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../lib/documents/documents.ts';

const policy = (baselines: string) =>
  `version: 1\nrules: [{ name: a, match: { project: a }, effect: ignore }]\nsearchConfiguration:\n${baselines}`;

const errorsOf = (baselines: string): string[] => {
  try {
    parsePolicy(policy(baselines), 'p.yaml');
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
  return [];
};

const one = (config: string) => errorsOf(`  - { name: b, match: { project: a }, config: ${config} }`);

describe('a baseline of search configuration in a policy (§2.4)', () => {
  it('is read option by option, with the default that the platform may show for a null', () => {
    const text = policy(`
  - name: protect
    match: { tags: { env: prod } }
    config:
      service_log: true
      ip_filter: ["10.0.0.0/8", { network: 10.1.0.0/16, description: office }]
      engine:
        action_destructive_requires_name: true
        ism_history_max_age: null
        auth_failure_listeners: { ip_rate_limiting: { allowed_tries: 5 } }
`);
    const [baseline] = parsePolicy(text, 'p.yaml').searchConfiguration;
    expect(baseline).toMatchObject({ name: 'protect', match: { tags: { env: ['prod'] } } });
    expect(baseline?.options).toHaveLength(5);
    expect(baseline?.options).toEqual(
      expect.arrayContaining([
        { path: 'service_log', value: true },
        {
          path: 'ip_filter',
          value: ['10.0.0.0/8', { network: '10.1.0.0/16', description: 'office' }],
          default: ['0.0.0.0/0'],
        },
        { path: 'engine.action_destructive_requires_name', value: true },
        { path: 'engine.ism_history_max_age', value: null, default: 24 },
        { path: 'engine.auth_failure_listeners.ip_rate_limiting.allowed_tries', value: 5 },
      ]),
    );
  });

  it('may leave out what a whole configuration must have: the service has it', () => {
    expect(one('{ openid: { enabled: false } }')).toEqual([]);
  });

  it.each([
    ['deprecated', '{ max_index_count: 4 }', 'max_index_count: is deprecated (use index_patterns)'],
    [
      'deprecated, also to reset it',
      '{ disable_replication_factor_adjustment: null }',
      'disable_replication_factor_adjustment: is deprecated',
    ],
    ['create-only', '{ service_to_fork_from: a }', 'service_to_fork_from: takes effect only when a service is created'],
    ['create-only', '{ project_to_fork_from: a }', 'project_to_fork_from: takes effect only when a service is created'],
    ['for forks', '{ recovery_basebackup_name: a }', 'recovery_basebackup_name: is for a forked service only'],
    [
      'secret',
      '{ openid: { client_secret: canary } }',
      'openid.client_secret: must not be in a policy document because it is a secret; set it on the service',
    ],
    [
      'secret, whatever stands there',
      '{ engine: { email_sender_password: [canary] } }',
      'engine.email_sender_password: must not be in a policy document because it is a secret; set it on the service',
    ],
    ['against a rule', '{ engine: { indices_memory_max_index_buffer_size: 9 } }', 'works only together with'],
    ['of a wrong type', '{ engine: { ism_enabled: "on" } }', 'engine.ism_enabled: must be true or false, not "on"'],
    [
      'misspelt',
      '{ engine: { ism_enable: true } }',
      'engine.ism_enable: is not a known key; did you mean ism_enabled?',
    ],
    ['null where none is allowed', '{ static_ips: null }', 'static_ips: must be true or false, not nothing'],
    ['nothing', '{ engine: {} }', 'config: must name at least one option'],
    ['nothing', '{}', 'config: must name at least one option'],
    ['no mapping', '5', 'config: must be a mapping, not 5'],
  ])('refuses an option that is %s: %s', (_why, config, error) => {
    const errors = one(config);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^p\.yaml:4:\d+ searchConfiguration\[0\]\.config/);
    expect(errors[0]).toContain(error);
    expect(errors[0]).not.toContain('canary');
  });

  it('tells every error at once with its place', () => {
    const text = [
      '  - { name: b, match: { project: a }, config: { max_index_count: 4, engine: { missing: 1 } } }',
      '  - { name: b, match: { project: a }, config: { service_log: 1 } }',
      '  - { name: c, match: { project: a }, conf: {} }',
    ].join('\n');
    expect(errorsOf(text)).toEqual([
      'p.yaml:4:66 searchConfiguration[0].config.max_index_count: is deprecated (use index_patterns) and not allowed in a baseline: delete it',
      expect.stringContaining('p.yaml:4:79 searchConfiguration[0].config.engine.missing: is not a known key'),
      'p.yaml:5:13 searchConfiguration[1].name: "b" is already the name of searchConfiguration[0]; names of baselines must be unique',
      'p.yaml:5:62 searchConfiguration[1].config.service_log: must be true or false, not 1',
      'p.yaml:6:39 searchConfiguration[2].conf: is not a known key; did you mean config?',
    ]);
  });

  it('lists at least one', () => {
    expect(errorsOf('  []')).toEqual(['p.yaml:4:3 searchConfiguration: must list at least one baseline']);
  });
});
