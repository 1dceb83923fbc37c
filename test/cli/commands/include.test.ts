import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, organizationOf, pg } from '../../workflow/scenarios.ts';
import { lastLine, openShell } from './shell.ts';

const scenario = organizationOf([
  { name: 'data-a', services: [pg('orders', { usedGb: 40, tags: { 'disk-autoscaler-max-gb': '900' } })] },
  { name: 'web', services: [pg('shop', { usedGb: 40 })] },
]);

const bounds = 'include:\n  - { file: teams/data.yaml, projects: "data-*", maxAdditionalGb: 300 }\n';
const ours = (gb: number) =>
  `version: 1\nrules:\n  - { name: ours, match: { service: "*" }, effect: enable, maxAdditionalGb: ${gb} }\n`;

/** A folder with a policy and the file of a team that it includes. */
const folderOf = (team: string): { readonly policy: string; readonly team: string } => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'teams'));
  const files = { policy: join(folder, 'policy.yaml'), team: join(folder, 'teams', 'data.yaml') };
  writeFileSync(files.policy, enableAll(100, bounds));
  writeFileSync(files.team, team);
  return files;
};

describe('a policy with a file of a team', () => {
  it('is put as one document, by which runs decide without the files', async () => {
    const shell = await openShell(scenario);
    const { policy } = folderOf(ours(200));
    const planned = await shell.run('plan', '--policy', policy);
    expect([planned.status, lastLine(planned.out)]).toEqual([0, expect.stringContaining('2 to enable')]);
    expect((await shell.run('policy', 'put', policy)).status).toBe(0);
    rmSync(dirname(policy), { recursive: true });
    expect((await shell.run('apply', '--yes')).status).toBe(0);
    const { out } = await shell.run('explain', 'data-a/orders');
    expect(out.split('\n')[0]).toContain('a maximum of 300 GB (rule "ours" of teams/data.yaml)');
    expect(out).toContain('  matched "ours" of teams/data.yaml: service "orders" matches * and given project "data-a"');
    expect(out).toContain('tag-above-limit: Tag disk-autoscaler-max-gb requests 900 GB');
    expect((await shell.run('explain', 'web/shop')).out).toContain(
      'skipped "ours" of teams/data.yaml: given project "web"',
    );
  });

  it('is one text that policy get writes and every command takes', async () => {
    const shell = await openShell(scenario);
    const { policy, team } = folderOf(ours(200));
    await shell.run('policy', 'put', policy);
    const copy = join(temporaryDirectory(), 'copy.yaml');
    await shell.run('policy', 'get', '--out', copy);
    expect(readFileSync(copy, 'utf8')).toBe(
      `${readFileSync(policy, 'utf8')}--- # include: teams/data.yaml\n${readFileSync(team, 'utf8')}`,
    );
    expect((await shell.run('validate', copy)).out).toBe(`${copy}: valid; mode enforce, 2 rules\n`);
    expect((await shell.run('policy', 'put', copy)).out).toContain('is in force already');
    expect((await shell.run('policy', 'diff', policy)).out).toContain('Policy: 0 gained, 0 raised, 0 lowered, 0 lost');
  });

  it('is compared with another one by its files too', async () => {
    const shell = await openShell(scenario);
    const [before, after] = [folderOf(ours(200)), folderOf(ours(200))];
    writeFileSync(
      after.team,
      ours(200).replace('effect: enable, maxAdditionalGb: 200', 'effect: enable, maxAdditionalGb: 10, maxByTagGb: 20'),
    );
    const { out } = await shell.run('policy', 'diff', before.policy, after.policy, '--json');
    expect(JSON.parse(out).services).toEqual([
      expect.objectContaining({ project: 'data-a', service: 'orders', move: 'lowered', fromGb: 300, toGb: 20 }),
    ]);
  });

  it('has its cases decided with it', async () => {
    const shell = await openShell(scenario);
    const { policy } = folderOf(ours(200));
    const cases = join(dirname(policy), 'cases.yaml');
    writeFileSync(
      cases,
      `policy: policy.yaml
cases:
  - name: ours
    given: { project: data-a, service: s, type: pg }
    expect: { rule: ours, maximum: 200 }
`,
    );
    const { status, out } = await shell.run('policy', 'test', cases);
    expect([status, out]).toEqual([0, 'ok    ours\n1 passed, 0 failed\n']);
  });

  it.each([
    ['a file that is missing', undefined, 'policy.yaml:8:13 include[0].file: teams/data.yaml was not found'],
    ['a choice above its bound', ours(301), 'teams/data.yaml:3:77 rules[0].maxAdditionalGb: must not be more than 300'],
    [
      'a line that would begin another file',
      `${ours(1)}--- # include: teams/other.yaml\n`,
      'teams/data.yaml:4:1 document: must not contain the line',
    ],
  ])('is refused by every command for %s, and nothing is written', async (_, text, error) => {
    const shell = await openShell(scenario);
    const { policy, team } = folderOf(text ?? '');
    if (text === undefined) rmSync(team);
    for (const argv of [
      ['validate', policy],
      ['policy', 'put', policy],
      ['plan', '--policy', policy],
      ['policy', 'diff', policy, policy],
    ]) {
      const { status, err } = await shell.run(...argv);
      expect([status, err]).toEqual([1, expect.stringContaining(join(dirname(policy), error))]);
    }
    expect((await shell.run('policy', 'get')).status).toBe(1);
    expect(shell.platform.requests().writes).toBe(0);
  });

  it('is refused by a run that finds it in the store without its files', async () => {
    const shell = await openShell(scenario);
    const { policy } = folderOf(ours(200));
    cpSync(policy, join(shell.store, 'policy.yaml'));
    const { status, err } = await shell.run('apply', '--yes');
    expect([status, err]).toEqual([1, expect.stringContaining('headroom policy put stores it with it')]);
    expect(shell.platform.requests().writes).toBe(0);
  });
});

it('headroom validate prints the JSON Schema of included files, and checks them only with their policy', async () => {
  const shell = await openShell(scenario);
  const { out } = await shell.run('validate', '--schema', '--included');
  expect(Object.keys(JSON.parse(out).properties)).toEqual(['version', 'rules', 'accept']);
  expect(await shell.run('validate', '--included', 'x.yaml')).toMatchObject({
    status: 2,
    err: expect.stringContaining('use --included with --schema'),
  });
});
