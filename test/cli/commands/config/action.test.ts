import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../../lib/platform/index.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const fileOf = (name: string, text: string): string => {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
};

describe('headroom config check (§2.4)', () => {
  it('reports a valid configuration, with warnings on standard error', async () => {
    const shell = await openShell(even(1, 1));
    const file = fileOf('s.yaml', 'max_index_count: 3\nengine: { ism_enabled: true }\n');
    expect(await shell.run('config', 'check', file)).toEqual({
      status: 0,
      out: `${file}: valid\n`,
      err: `warning: ${file}:1:1 max_index_count: is deprecated: use index_patterns\n`,
    });
  });

  it('gives every error of a bad one with its place, and exits 1', async () => {
    const shell = await openShell(even(1, 1));
    const file = fileOf('s.json', '{\n "engine": {"ism_enabled": 1},\n "engine_versio": "2"\n}');
    expect(await shell.run('config', 'check', file)).toEqual({
      status: 1,
      out: '',
      err: [
        `${file}:2:28 engine.ism_enabled: must be true or false, not 1`,
        `${file}:3:2 engine_versio: is not a known key; did you mean engine_version?`,
        '',
      ].join('\n'),
    });
  });

  it('gives one JSON document with --json', async () => {
    const shell = await openShell(even(1, 1));
    const good = await shell.run('config', 'check', '--json', fileOf('s.yaml', 'max_index_count: 3'));
    expect([good.status, JSON.parse(good.out), good.err]).toEqual([
      0,
      {
        valid: true,
        errors: [],
        warnings: [expect.stringContaining('s.yaml:1:1 max_index_count: is deprecated')],
        format: 1,
      },
      '',
    ]);
    const bad = await shell.run('config', 'check', '--json', fileOf('s.yaml', 'unknown_option: 3'));
    expect([bad.status, JSON.parse(bad.out)]).toMatchObject([1, { valid: false, warnings: [] }]);
  });

  it('reads and shows the names of the platform in use', async () => {
    const shell = await openShell(even(1, 1));
    const file = fileOf('s.yaml', 'finder: { ism_enabled: 1 }\nfinder_versio: "2"\nengine: {}\nmax_index_count: 1\n');
    const checked = await shell.run('config', 'check', file, '--search-engine', 'finder');
    expect(checked.err.split('\n')).toEqual([
      `warning: ${file}:4:1 max_index_count: is deprecated: use index_patterns`,
      `${file}:1:24 finder.ism_enabled: must be true or false, not 1`,
      `${file}:2:1 finder_versio: is not a known key; did you mean finder_version?`,
      expect.stringMatching(/:3:1 engine: is not a known key; allowed keys: finder_version, /),
      '',
    ]);
    const schema = JSON.parse((await shell.run('config', 'schema', '--search-engine', 'finder')).out);
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['finder', 'finder_dashboards']));
    expect(Object.keys(schema.properties)).not.toContain('engine');
    expect((await shell.run('config', 'schema', '--search-engine', 'No word')).status).toBe(2);
  });

  it('checks by the values of the profile in use, and warns of what the live platform has deprecated (pf 4)', async () => {
    const shell = await openShell(even(1, 1));
    const file = fileOf('s.yaml', 'engine: { cluster_max_shards_per_node: 10 }\nengine_version: "2"\n');
    const documented = await shell.run('config', 'check', file);
    expect([documented.status, documented.err]).toEqual([
      1,
      `${file}:1:40 engine.cluster_max_shards_per_node: must be 100 or more, not 10\n`,
    ]);
    const said = {
      status: 0,
      out: `${file}: valid\n`,
      err: `warning: ${file}:2:1 engine_version: "2" is deprecated: choose one of 2.19, 3.3, 3.6\n`,
    };
    expect(await shell.run('config', 'check', file, '--profile', 'current')).toEqual(said);
    const environment = { HEADROOM_PROFILE: 'current' };
    expect(await shell.runWith({ environment }, 'config', 'check', file)).toEqual(said);
    expect((await shell.run('config', 'check', file, '--profile', 'latest')).status).toBe(2);
  });

  it('refuses addresses that are no CIDR block, and says what one is', async () => {
    const shell = await openShell(even(1, 1));
    const file = fileOf('s.yaml', 'ip_filter: ["10.0.0.0/8", "10.0.0.1", { network: "::/200" }]\n');
    const { status, err } = await shell.run('config', 'check', file);
    const form = 'must be a CIDR block, such as 10.0.0.0/8 or 2001:db8::/32';
    expect([status, err]).toEqual([
      1,
      `${file}:1:27 ip_filter[1]: ${form}\n${file}:1:50 ip_filter[2].network: ${form}\n`,
    ]);
  });

  it('never shows a secret', async () => {
    const shell = await openShell(even(1, 1));
    const file = fileOf('s.yaml', 'engine: { email_sender_password: [canary] }');
    const { status, out, err } = await shell.run('config', 'check', file);
    expect(status).toBe(1);
    expect(out + err).not.toContain('canary');
  });

  it('exits 1 for a file that cannot be read and 2 for none', async () => {
    const shell = await openShell(even(1, 1));
    const gone = await shell.run('config', 'check', join(temporaryDirectory(), 'gone.yaml'));
    expect(gone.status).toBe(1);
    expect(gone.err).toMatch(/^error: .*gone\.yaml: cannot be read \(ENOENT\)/);
    expect((await shell.run('config', 'check')).status).toBe(2);
  });
});

describe('headroom config schema', () => {
  it.each([[[]], [['--json']]])('prints the JSON Schema: %j', async (flags) => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.run('config', 'schema', ...flags);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { engine_version: { title: 'Engine version' } },
    });
  });
});

it('config schema carries the values of the profile, and the rules between options', async () => {
  const shell = await openShell(even(1, 1));
  const schemaOf = async (...flags: string[]) => JSON.parse((await shell.run('config', 'schema', ...flags)).out);
  const rules = { dependentSchemas: { recovery_basebackup_name: expect.any(Object) } };
  const shards = (minimum: number) => ({ engine: { properties: { cluster_max_shards_per_node: { minimum } } } });
  expect(await schemaOf()).toMatchObject({ ...rules, properties: shards(100) });
  expect(await schemaOf('--profile', 'current')).toMatchObject({ ...rules, properties: shards(10) });
});

it.each(['check', 'schema'])('the help of config %s has an example', async (command) => {
  const shell = await openShell(even(1, 1));
  expect((await shell.run('config', command, '--help')).out).toMatch(/Example:\n {2}headroom config /);
});

describe('a baseline in plan, apply and explain', () => {
  const scenario: Scenario = {
    ...even(1, 0),
    plans: [{ type: 'engine', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 }],
    prices: [],
    projects: [
      {
        name: 'shop',
        services: [
          {
            name: 'logs',
            type: 'engine',
            plan: 'startup-4',
            cloud: 'aws-eu-west-1',
            tags: { env: 'prod' },
            userConfig: { service_log: false, engine: { email_sender_password: 'canary' } },
          },
        ],
      },
    ],
  };
  const policy = readFileSync(join(import.meta.dirname, '../../../../docs/policies/search-baseline.yaml'), 'utf8');

  it('is shown with each option before and after, and applied', async () => {
    const shell = await openShell(scenario);
    const file = fileOf(
      'p.yaml',
      `${policy.replace('mode: observe', 'mode: enforce')}
guardrails: { firstRun: apply }
`,
    );
    const planned = await shell.run('plan', '--policy', file);
    expect(planned.out.replaceAll(/\s+/g, ' ')).toContain('service_log: false → true');
    expect(planned.out).toContain('search configuration');
    const json = JSON.parse((await shell.run('plan', '--json', '--policy', file)).out);
    expect(json.changes).toMatchObject([
      {
        kind: 'update-search-configuration',
        fromGb: 0,
        toGb: 0,
        members: expect.arrayContaining([{ path: 'service_log', from: false, to: true }]),
      },
    ]);
    const explained = await shell.run('explain', 'shop/logs', '--policy', file);
    expect(explained.out).toContain('  service_log: desired true (baseline "everywhere"), actual false\n');
    expect(explained.out).toContain('    engine.enable_security_audit: unset → true\n');
    const applied = await shell.run('apply', '--policy', file);
    expect([applied.status, applied.out]).toEqual([0, expect.stringContaining('every change is confirmed')]);
    const again = await shell.run('plan', '--policy', file, '--detailed-exitcode');
    expect(again.status).toBe(0);
    for (const { out, err } of [planned, explained, applied, again]) expect(out + err).not.toContain('canary');
  });
});
