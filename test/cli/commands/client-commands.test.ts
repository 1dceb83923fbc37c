import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { organizationOf, pg } from '../../workflow/scenarios.ts';
import { openShell, token } from './shell.ts';

const open = () => openShell(organizationOf([{ name: 'shop', services: [pg('orders'), pg('billing')] }]));
const inShop = ['--project', 'shop'] as const;
const flat = '{"max_additional_storage":"200"}';
const createEndpoint = [
  'integration-endpoint-create',
  ...inShop,
  '-d',
  'grow-200',
  '-t',
  'disk_storage',
  '--user-config',
] as const;

const noOrganization = { environment: { HEADROOM_ORGANIZATION: '', HEADROOM_STORE: '' } };

describe('the client commands', () => {
  // §1.8 command line, §4.5 integration-endpoint-create, §4.5 integration-endpoint-list, §4.5 integration-create,
  // §4.5 integration-list, §4.5 integration-endpoint-update, §4.5 integration-delete, §4.5 integration-endpoint-delete
  it('run in order: create endpoint, list, create integration, list, update, delete both (§4.5, pf 3.2)', async () => {
    const shell = await open();
    const json = async (...argv: string[]) => {
      const ended = await shell.runWith(noOrganization, ...argv, ...inShop, '--json');
      expect(ended.err).toBe('');
      expect(ended.status).toBe(0);
      return JSON.parse(ended.out);
    };
    const created = await json(
      ...['integration-endpoint-create', '--endpoint-name', 'grow-200', '--endpoint-type', 'disk_storage'],
      ...['--user-config-json', flat],
    );
    expect(created).toMatchObject({
      endpoint_name: 'grow-200',
      endpoint_config: {},
      user_config: { autoscaler: { max_additional_storage: '200' } },
    });
    const id: string = created.endpoint_id;
    expect(await json('integration-endpoint-list')).toEqual([created]);

    const integration = await json('integration-create', '-t', 'autoscaler', '-d', 'orders', '-S', id);
    expect(integration).toMatchObject({
      source_service: 'orders',
      dest_endpoint_id: id,
      integration_type: 'autoscaler',
    });
    expect(await json('integration-list', 'orders')).toEqual([integration]);

    const updated = await json('integration-endpoint-update', id, '--user-config', '{"max_additional_storage":"300"}');
    expect(updated).toMatchObject({
      changed: true,
      endpoint: { user_config: { autoscaler: { max_additional_storage: '300' } } },
    });

    const integrationId: string = integration.service_integration_id;
    expect(await json('integration-delete', integrationId)).toEqual({ deleted: integrationId });
    expect(await json('integration-endpoint-delete', id)).toEqual({ deleted: id });
    expect(await json('integration-endpoint-list')).toEqual([]);
  });

  it('print tables', async () => {
    const shell = await open();
    const created = await shell.run(...createEndpoint, flat);
    expect(created.out).toContain('"max_additional_storage":"200"');
    const id = /[0-9a-f-]{36}/.exec(created.out)?.[0] ?? '';
    expect((await shell.run('integration-endpoint-list', ...inShop)).out).toContain(id);
    // What is possible and not enabled has no id (pf 2.2).
    expect((await shell.run('integration-list', ...inShop, 'orders')).out).toContain('(not enabled)');
    const integration = await shell.run(
      ...['integration-create', ...inShop, '-t', 'autoscaler', '-s', 'orders', '-D', id],
    );
    expect(integration.out).toMatch(/orders.*yes/);
    const listed = await shell.run('integration-list', ...inShop, 'orders');
    const integrationId = /[0-9a-f-]{36}/.exec(listed.out)?.[0] ?? '';
    const removed = await shell.run('integration-delete', ...inShop, integrationId);
    expect(removed.out).toBe(`deleted integration ${integrationId}\n`);
    expect((await shell.run('integration-endpoint-delete', ...inShop, id)).out).toBe(`deleted endpoint ${id}\n`);
  });

  it('say that an update changed nothing, and exit 0', async () => {
    const shell = await open();
    const id = /[0-9a-f-]{36}/.exec((await shell.run(...createEndpoint, flat)).out)?.[0] ?? '';
    const again = await shell.run('integration-endpoint-update', ...inShop, id, '--user-config', flat);
    expect(again.status).toBe(0);
    expect(again.err).toBe('No change: the endpoint already has this configuration.\n');
  });

  it('take the configuration flat, nested, or from a file (§2.1 client form)', async () => {
    const shell = await open();
    const file = join(temporaryDirectory(), 'config.json');
    writeFileSync(file, flat);
    for (const [name, config] of [
      ['flat', flat],
      ['nested', '{"autoscaler":{"max_additional_storage":"200"}}'],
      ['file', `@${file}`],
    ] as const) {
      const ended = await shell.run(
        ...['integration-endpoint-create', ...inShop, '-d', name, '-t', 'disk_storage', '--user-config', config],
        '--json',
      );
      expect(JSON.parse(ended.out).user_config).toEqual({ autoscaler: { max_additional_storage: '200' } });
    }
  });

  it('send the form of the current platform as it is, and the types that it goes with (pf 1.1, pf 1.4)', async () => {
    const shell = await open();
    const config = '{"autoscaling":[{"type":"autoscale_disk","cap_gb":300}]}';
    const ended = await shell.run(
      ...['integration-endpoint-create', ...inShop, '-d', 'whole', '-t', 'autoscaler', '--user-config', config],
      '--json',
    );
    const created = JSON.parse(ended.out);
    expect(created).toMatchObject({ endpoint_type: 'autoscaler', user_config: JSON.parse(config) });
    const integration = await shell.run(
      ...['integration-create', ...inShop, '-t', 'autoscaler', '-d', 'orders', '-S', created.endpoint_id, '--json'],
    );
    expect(JSON.parse(integration.out)).toMatchObject({
      source_service: 'orders',
      dest_endpoint_id: created.endpoint_id,
    });
  });

  describe('on a platform that serves one profile alone (A-45)', () => {
    const shop = organizationOf([{ name: 'shop', services: [pg('orders')] }]);

    it('speak the documented profile: type, nesting and direction are those of the specification (§2.1, §2.2)', async () => {
      const shell = await openShell(shop, { profile: 'documented' });
      const json = async (...argv: string[]) => JSON.parse((await shell.run(...argv, ...inShop, '--json')).out);
      const created = await json('integration-endpoint-create', '-d', 'grow', '--user-config', flat);
      expect(created).toMatchObject({
        endpoint_type: 'disk_storage',
        user_config: { autoscaler: { max_additional_storage: '200' } },
      });
      const integration = await json(
        'integration-create',
        '-t',
        'autoscaler',
        '-d',
        'orders',
        '-S',
        created.endpoint_id,
      );
      expect(integration).toMatchObject({ source_service: 'orders', dest_endpoint_id: created.endpoint_id });
    });

    it.each([
      ['as an option', ['--profile', 'current'], {}],
      ['in the environment', [], { HEADROOM_PROFILE: 'current' }],
    ])('speak the current one %s (pf 1.4)', async (_where, flags, environment) => {
      const shell = await openShell(shop, { profile: 'current' });
      const run = (...argv: string[]) => shell.runWith({ environment }, ...argv, ...inShop, ...flags, '--json');
      const json = async (...argv: string[]) => JSON.parse((await run(...argv)).out);
      const cap = (gb: number) => `{"autoscaling":[{"type":"autoscale_disk","cap_gb":${gb}}]}`;
      const created = await json('integration-endpoint-create', '-d', 'grow', '--user-config', cap(300));
      expect(created).toMatchObject({ endpoint_type: 'autoscaler', user_config: JSON.parse(cap(300)) });
      expect(await json('integration-endpoint-list')).toEqual([created]);
      const id: string = created.endpoint_id;
      expect(await json('integration-endpoint-update', id, '--user-config', cap(400))).toMatchObject({ changed: true });
      const integration = await json('integration-create', '-t', 'autoscaler', '-d', 'orders', '-S', id);
      expect(await json('integration-list', 'orders')).toEqual([integration]);
      const integrationId: string = integration.service_integration_id;
      expect(await json('integration-delete', integrationId)).toEqual({ deleted: integrationId });
      expect(await json('integration-endpoint-delete', id)).toEqual({ deleted: id });
      const short = await run('integration-endpoint-create', '-d', 'short', '--user-config', flat);
      expect([short.status, short.err]).toEqual([
        2,
        `error: --user-config: profile current counts the whole disk and has no max_additional_storage: use '{"autoscaling":[{"type":"autoscale_disk","cap_gb":GB}]}'\n`,
      ]);
      const wrong = await shell.run('integration-list', ...inShop, 'orders', '--profile', 'latest');
      expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining('unknown profile latest')]);
    });
  });

  it('exit 1 with the message of the platform for a refused request', async () => {
    const shell = await open();
    await shell.run(...createEndpoint, flat);
    const twice = await shell.run(...createEndpoint, flat);
    expect(twice.status).toBe(1);
    expect(twice.err).toMatch(/^error: \[POST\] .*409 .*already exists/);
    const gone = await shell.run('integration-delete', ...inShop, 'no-such-id');
    expect(gone.status).toBe(1);
    expect(gone.err).toMatch(/^error: .*404 .*does not exist/);
    const refused = await shell.run(...createEndpoint, '{"max_additional_storage":200}');
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('max_additional_storage');
    const unread = await shell.run(...createEndpoint, '@/no/such/file.json');
    expect(unread.status).toBe(1);
    expect(unread.err).toContain('cannot be read (ENOENT)');
    expect([twice, gone, refused, unread].map(({ err }) => err).join('')).not.toContain(token);
  });

  it('exit 2 for wrong usage, with the correct usage', async () => {
    const shell = await open();
    const wrong: [string[], string][] = [
      [['integration-endpoint-list'], '--project'],
      [[...createEndpoint, '{'], 'not JSON'],
      [[...createEndpoint, '[]'], 'JSON object'],
      [['integration-create', ...inShop, '-t', 'autoscaler', '-d', 'orders'], '--source-endpoint-id'],
      [['integration-create', ...inShop, '-t', 'autoscaler', '-d', 'orders', '-D', 'x'], '--source-endpoint-id'],
      [['integration-create', ...inShop, '-t', 'a', '-d', 'b', '-S', 'c', '-s', 'd'], '--source-endpoint-id'],
      [['integration-list', ...inShop], 'service'],
      [['integration-delete', ...inShop, 'a', 'b'], 'too many arguments'],
    ];
    for (const [argv, said] of wrong) {
      const ended = await shell.run(...argv);
      expect([argv, ended.status]).toEqual([argv, 2]);
      expect(ended.err).toContain(said);
    }
    expect(shell.platform.requests().writes).toBe(0);
  });

  it.each([
    'integration-endpoint-create',
    'integration-endpoint-list',
    'integration-endpoint-update',
    'integration-endpoint-delete',
    'integration-create',
    'integration-list',
    'integration-delete',
  ])('%s has help with an example', async (command) => {
    const shell = await open();
    const { status, out } = await shell.run(command, '--help');
    expect(status).toBe(0);
    expect(out).toMatch(new RegExp(`Example:\\n {2}headroom ${command} `));
  });
});
