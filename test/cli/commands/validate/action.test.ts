import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

const policyFile = (text: string): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, text);
  return file;
};

const bad = 'version: 1\nmode: enforced\nrules:\n  - { name: a, effect: enable }\n';

const shadowing = `version: 1
rules:
  - { name: all, match: { project: "*" }, effect: ignore }
  - { name: prod, match: { project: "*-prod" }, effect: disable }
`;

describe('headroom validate', () => {
  it('reports a valid document, also with --strict', async () => {
    const shell = await openShell(even(1, 1));
    const file = policyFile(enableAll(200, 'limits: { maxAdditionalGb: 300 }'));
    const { status, out, err } = await shell.run('validate', '--strict', file);
    expect([status, out.split('\n')[0], err]).toEqual([0, `${file}: valid; mode enforce, 1 rule`, '']);
    expect(out).toContain('Waits for an approval:\n- ');
  });

  it('gives every error of a bad one on a line of its own that begins with its place, and exits 1', async () => {
    const shell = await openShell(even(1, 1));
    const file = policyFile(bad);
    const { status, out, err } = await shell.run('validate', file);
    expect([status, out]).toEqual([1, '']);
    expect(err.trimEnd().split('\n')).toEqual([
      `${file}:2:7 mode: must be observe, enforce or stop, not "enforced"; did you mean enforce?`,
      `${file}:4:5 rules[0].match: is missing`,
      `${file}:4:5 rules[0].maxAdditionalGb: is missing: effect enable requires a maximum in GB`,
    ]);
  });

  it('says the same with --quiet, but no notes', async () => {
    const shell = await openShell(even(1, 1));
    for (const text of [bad, shadowing]) {
      const file = policyFile(text);
      expect(await shell.run('--quiet', 'validate', file)).toEqual(await shell.run('validate', file));
    }
  });

  it('warns of a freeze and of an acceptance that have ended, and of none that hold', async () => {
    const shell = await openShell(even(1, 1));
    const file = policyFile(`${enableAll(200, 'limits: { maxAdditionalGb: 300 }')}
freeze:
  windows:
    - { name: migration, timeZone: Europe/Berlin, start: 2020-03-01T08:00, end: 2020-03-02T08:00 }
    - { name: nights, timeZone: Europe/Berlin, days: [sat], from: '00:00', to: '24:00' }
accept:
  - { code: drift, match: { project: a }, until: 2020-03-02, reason: known }
  - { code: drift, match: { project: b }, until: 2999-01-01, reason: known }
`);
    const { status, err } = await shell.run('validate', file);
    const remedy = 'it has no effect any more; remove it, or give it a new end';
    expect([status, err.trimEnd().split('\n')]).toEqual([
      0,
      [
        `warning: ${file}:10:7 freeze.windows[0]: ended on 2020-03-02: ${remedy}`,
        `warning: ${file}:13:50 accept[0].until: ended on 2020-03-02: ${remedy}`,
      ],
    ]);
  });

  it('warns of likely mistakes and exits 0, or 1 with --strict', async () => {
    const shell = await openShell(even(1, 1));
    const file = policyFile(shadowing);
    const { status, out, err } = await shell.run('validate', file);
    expect(status).toBe(0);
    expect(out).toBe(`${file}: valid; mode observe, 2 rules; 1 warning\n`);
    expect(err).toBe(
      `warning: ${file}:4:26 rules[1].match: this rule can never match: rules[0] "all" precedes it and matches all of this and more\n`,
    );
    expect((await shell.run('validate', '--strict', file)).status).toBe(1);
  });

  it('notes options that restart a service, which is not a warning', async () => {
    const shell = await openShell(even(1, 1));
    const file = policyFile(
      `${shadowing.replace(/.*prod.*\n/, '')}searchConfiguration:
  - { name: logs, match: { project: "*" }, config: { engine: { reindex_remote_whitelist: ["a:9200"] } } }
`,
    );
    const { status, out, err } = await shell.run('validate', '--strict', file);
    expect([status, out]).toEqual([0, `${file}: valid; mode observe, 1 rule\n`]);
    expect(err).toMatch(/^note: .*:5:\d+ searchConfiguration.*reindex_remote_whitelist: a change of it restarts every/);
    const { notes } = JSON.parse((await shell.run('validate', '--json', file)).out);
    expect(notes).toHaveLength(1);
  });

  it('prints one JSON document with --json, for good and bad ones', async () => {
    const shell = await openShell(even(1, 1));
    const good = await shell.run('validate', '--json', policyFile(shadowing));
    expect([good.status, good.err]).toEqual([0, '']);
    expect(JSON.parse(good.out)).toMatchObject({ valid: true, mode: 'observe', rules: 2, errors: [], warnings: [{}] });
    const wrong = await shell.run('validate', '--json', policyFile(bad));
    expect(wrong.status).toBe(1);
    expect(JSON.parse(wrong.out).errors).toHaveLength(3);
    expect(JSON.parse(good.out).problems).toEqual([
      {
        kind: 'warning',
        line: 4,
        column: 26,
        message: expect.stringMatching(/^rules\[1\]\.match: this rule can never/),
      },
    ]);
    expect(JSON.parse(wrong.out).problems.slice(1)).toEqual([
      { kind: 'error', line: 4, column: 5, message: 'rules[0].match: is missing' },
      { kind: 'error', line: 4, column: 5, message: expect.stringMatching(/^rules\[0\]\.maxAdditionalGb: is missing/) },
    ]);
  });

  it('places with --json the first errors of a document with many; the number is of all', async () => {
    const shell = await openShell(even(1, 1));
    const rules = Array.from({ length: 60 }, (_, at) => `  - { name: a${at}, effect: ignore }\n`);
    const { out } = await shell.run('validate', '--json', policyFile(`version: 1\nrules:\n${rules.join('')}`));
    const { errorCount, problems } = JSON.parse(out);
    expect([errorCount, problems.length, problems.at(-1)]).toEqual([60, 20, expect.objectContaining({ line: 22 })]);
  });

  it('prints the JSON Schema of the document', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.run('validate', '--schema');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' });
  });

  it.each([
    [['validate'], 2, 'error: no file: add the path of a policy document, or use --schema\n'],
    [
      ['validate', '--schema', 'p.yaml'],
      2,
      'error: --schema takes no file: the schema is the same for every document\n',
    ],
    [
      ['validate', 'nowhere.yaml'],
      1,
      'error: nowhere.yaml: cannot be read (ENOENT); use the path of a policy document\n',
    ],
  ])('%j is refused with what to do', async (argv, status, message) => {
    const shell = await openShell(even(1, 1));
    expect(await shell.run(...argv)).toEqual({ status, out: '', err: message });
  });
});

describe('headroom validate of a baseline', () => {
  const baseline = (config: string) => `version: 1
rules:
  - { name: all, match: { project: "*" }, effect: ignore }
searchConfiguration:
  - { name: few, match: { project: "*" }, config: { ${config} } }
`;

  it('takes the values of the profile in use (pf 4)', async () => {
    const shell = await openShell(even(1, 1));
    const file = policyFile(baseline('engine: { cluster_max_shards_per_node: 10 }'));
    expect((await shell.run('validate', file)).err).toContain('must be 100 or more, not 10');
    expect((await shell.run('validate', file, '--profile', 'current')).status).toBe(0);
    const environment = { HEADROOM_PROFILE: 'current' };
    expect((await shell.runWith({ environment }, 'validate', file)).status).toBe(0);
    const retired = policyFile(baseline('index_template: { number_of_shards: 3 }'));
    expect((await shell.run('validate', retired)).status).toBe(0);
    expect((await shell.run('validate', retired, '--profile', 'current')).err).toContain(
      'is deprecated (use index templates of the engine) and not allowed in a baseline: delete it',
    );
  });

  it('prints the schema of the profile', async () => {
    const shell = await openShell(even(1, 1));
    const leastOf = async (...flags: string[]) =>
      /"cluster_max_shards_per_node":\{[^}]*"minimum":(\d+)/.exec(
        JSON.stringify(JSON.parse((await shell.run('validate', '--schema', ...flags)).out)),
      )?.[1];
    expect(await leastOf()).toBe('100');
    expect(await leastOf('--profile', 'current')).toBe('10');
  });
});
