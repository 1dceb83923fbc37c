import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { mockedClass } from '../../../aws/mocked-class.ts';
import { s3Error } from '../../../aws/mocked-s3.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { enableAll, even, organizationOf, pg } from '../../../workflow/scenarios.ts';
import { beginningOnce, openShell, token } from '../shell.ts';

const policyFile = (text: string): string => {
  const file = join(temporaryDirectory(), 'policy.yaml');
  writeFileSync(file, text);
  return file;
};

/** Two runs that write: run-1 enables everything, run-2 raises it. */
const twoRuns = beginningOnce(async (atEnd) => {
  const shell = await openShell(even(2, 2), {}, atEnd);
  for (const gb of [100, 200]) await shell.run('apply', '--policy', policyFile(enableAll(gb)));
  return shell;
});

const servicesOf = (out: string): string[] =>
  JSON.parse(out).records.map(
    ({ runId, kind, project, service }: Record<string, string>) => `${runId} ${kind} ${project}/${service}`,
  );

describe('headroom audit', () => {
  it('lists every write, newest first, without asking the platform', async () => {
    const shell = await twoRuns();
    const { reads, writes } = shell.platform.requests();
    const { status, out } = await shell.run('audit', '--json');
    expect(status).toBe(0);
    const listed = servicesOf(out);
    expect(listed).toHaveLength(writes);
    expect([listed[0]?.split(' ')[0], listed.at(-1)?.split(' ')[0]]).toEqual(['run-2', 'run-1']);
    // Projects are written side by side, and their records stand one project after the other.
    const times = JSON.parse(out).records.map(({ at }: Record<string, string>) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(shell.platform.requests()).toMatchObject({ reads, writes });
  });

  it('shows before and after, requester and request id', async () => {
    const shell = await twoRuns();
    const { out } = await shell.run('audit', '--run', 'run-2', '--project', 'project-1', '--service', 'service-0');
    expect(out).toMatch(
      /run-2 +│ update-endpoint │ project-1 │ service-0 │ 100 GB → 200 GB │ confirmed │ headroom apply by \S+, process \d+ .*│ req-\d+/,
    );
    expect(out).toMatch(/\n1 write\n$/);
  });

  it('sorts the writes at a terminal too, each in a row of its own', async () => {
    const shell = await twoRuns();
    const order = async (sort: string): Promise<string[]> => {
      const { out } = await shell.runWith({ columns: 400 }, 'audit', '--sort', sort);
      return out.match(/run-\d+(?= +(?:create|update))/g) ?? [];
    };
    const runs = await order('run');
    expect(runs.length).toBeGreaterThan(4);
    expect(runs).toEqual(runs.toSorted());
    expect(await order('-run')).toEqual(runs.toReversed());
  });

  it('shows rule, approver and reason of each write', async () => {
    const shell = await twoRuns();
    const { out } = await shell.run('audit', '-o', 'csv', '--run', 'run-2');
    const [head, first] = out.split('\n');
    expect(head).toMatch(/,request id,rule,approved by,reason"?\r?$/);
    expect(first).toMatch(/,req-\d+,everything,,.*maximum of 200 GB/);
    expect(head).toContain(',service,before,after,status,');
    expect(first).toContain(',100 GB,200 GB,confirmed,');
  });

  it('fits rule, reason and approver into the width of a terminal', async () => {
    const shell = await openShell(even(2, 2));
    const guarded = (gb: number) => policyFile(enableAll(gb).replace('maxChanges: 100000', 'maxChanges: 0'));
    const policy = guarded(200);
    const { digest } = JSON.parse((await shell.run('plan', '--json', '--policy', policy)).out);
    await shell.run('--requester', 'mona', 'approve', digest);
    await shell.run('--requester', 'ada', 'apply', '--policy', policy);
    for (const columns of [80, 120]) {
      const { out } = await shell.runWith({ columns }, 'audit');
      expect(out.split('\n').filter((text) => text.length > columns)).toEqual([]);
      expect(out).toMatch(/^run-3: headroom apply by ada on /);
      expect(out.replaceAll(/\s+/g, ' ')).toContain(`plan ${digest.slice(0, 12)} approved by mona on `);
      expect(out).toMatch(/^change +services +before → after +status +rule/m);
      expect(out).toMatch(/ create-endpoint .* confirmed +everything/);
      expect(out.replaceAll(/\s+/g, ' ')).toMatch(/Rule "everything" enables/);
    }
  });

  it('counts the reasons of writes that have several, and shows each with --details', async () => {
    const tags = { 'disk-autoscaler-max-gb': '200' };
    const shell = await openShell(organizationOf([{ name: 'shop', services: [pg('a', { tags }), pg('b')] }]));
    await shell.run('apply', '--policy', policyFile(enableAll(200)));
    const { out } = await shell.runWith({ columns: 200 }, 'audit');
    expect(out).toMatch(/ 2 in shop .* everything +2 reasons; see --details/);
    expect(out).toContain('--details shows each write.');
  });

  it.each([
    [['--run', 'run-2'], 4],
    [['--project', 'project-0'], 6],
    [['--service', 'service-1'], 6],
    [['--run', 'run-1', '--project', 'project-1', '--service', 'service-1'], 2],
    [['--since', '2000-01-01'], 12],
    [['--last'], 4],
    [['--last', '--project', 'project-1'], 2],
    [['--limit', '5'], 5],
    [['--limit', '5', '--run', 'run-1', '--service', 'service-1'], 4],
    [['--since', '2999-01-01T00:00:00Z'], 0],
  ])('with %j lists %i of 12', async (flags, count) => {
    const shell = await twoRuns();
    expect(servicesOf((await shell.run('audit', '--json', ...flags)).out)).toHaveLength(count);
  });

  it('reads no more of the audit than it lists', async () => {
    const shell = await twoRuns();
    rmSync(join(shell.store, 'audit', '0000000001.json'));
    for (const flags of [['--last'], ['--limit', '4']]) {
      const { status, out } = await shell.run('audit', ...flags);
      expect([status, out]).toEqual([0, expect.stringMatching(/\n4 writes/)]);
    }
    expect((await shell.run('audit', '--limit', '5')).status).toBe(1);
  });

  it('says that older writes may exist beyond the limit', async () => {
    const shell = await twoRuns();
    expect((await shell.run('audit', '--limit', '4')).out).toMatch(/\n4 writes, the newest; older ones may exist\n$/);
    expect((await shell.run('audit', '--limit', '40')).out).toMatch(/\n12 writes\n$/);
  });

  it('takes no run beside --last, and no limit that is none', async () => {
    const shell = await openShell(even(1, 1));
    expect((await shell.run('audit', '--last', '--run', 'run-1')).status).toBe(2);
    expect((await shell.run('audit', '--limit', '0')).status).toBe(2);
  });

  it('refuses a date that is none', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('audit', '--since', 'yesterday');
    expect([status, err]).toEqual([
      2,
      'error: --since yesterday: must be a day (2030-01-31) or a time (2030-01-31T08:00:00Z)\n',
    ]);
  });

  it('says that nothing was written, and draws no table', async () => {
    const shell = await openShell(even(1, 1));
    const err = 'no writes yet: headroom apply records each of its writes here\n';
    expect(await shell.run('audit')).toEqual({ status: 0, out: '0 writes\n', err });
    expect((await shell.run('audit', '-o', 'csv')).out).toMatch(/^time,run,change,[^\n]*\n$/);
    expect(JSON.parse((await shell.run('audit', '--json')).out)).toMatchObject({ records: [] });
  });

  it('says of a filter over a store without services that it knows none yet', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('audit', '--project', 'shop-prod');
    expect([status, err]).toEqual([1, 'error: --project shop-prod: no service is known here yet\n']);
  });

  it('says that no write matches the flags', async () => {
    const shell = await twoRuns();
    const { status, out, err } = await shell.run('audit', '--since', '2100-01-01');
    expect([status, out, err]).toEqual([0, '0 writes\n', 'no write matches the flags\n']);
  });

  it('names a run whose writes are not in the audit yet', async () => {
    const shell = await twoRuns();
    const file = join(shell.store, 'lease.json');
    const { released: _, ...lease } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...lease, runId: 'run-cut-short' }));
    expect((await shell.run('audit')).err).toMatch(/run run-cut-short \(headroom apply by \S+, process/);
  });

  it.each(['0000000001', '0000000002'])('never passes over file %s that is missing', async (file) => {
    const shell = await twoRuns();
    rmSync(join(shell.store, 'audit', `${file}.json`));
    const { status, out, err } = await shell.run('audit', '--json');
    expect([status, JSON.parse(out)]).toMatchObject([
      1,
      { code: 'failed', error: expect.stringContaining('it is missing') },
    ]);
    expect(err).toContain(`error: audit/${file}.json in the store: it is missing`);
  });

  it('never shows the token', async () => {
    const shell = await twoRuns();
    for (const flags of [[], ['--json'], ['--verify']]) {
      const { out, err } = await shell.run('audit', ...flags);
      expect(out + err).not.toContain(token);
    }
  });

  it('reads the bucket of a deployment', async () => {
    const mock = mockedClass(S3Client);
    mock.on(GetObjectCommand).rejects(s3Error(404, 'NoSuchKey'));
    mock.on(ListObjectsV2Command).resolves({});
    const shell = await openShell(even(1, 1));
    const { status, out } = await shell.run('audit', '--bucket', 'headroom-store', '--json');
    expect([status, JSON.parse(out)]).toEqual([0, { records: [], leftOut: 0, format: 1 }]);
    expect(mock.commandCalls(GetObjectCommand)[0]?.args[0].input).toMatchObject({ Bucket: 'headroom-store' });
  });
});

describe('headroom audit --verify', () => {
  it('says of a store without an audit, such as a misspelt one, that it verified nothing', async () => {
    const shell = await openShell(even(1, 1));
    for (const argv of [
      ['audit', '--verify'],
      ['audit', '--verify', '--json'],
    ]) {
      const { status, err } = await shell.run(...argv, '--store', join(shell.store, 'misspelt'));
      expect([argv, status, err]).toEqual([argv, 0, expect.stringContaining('there was nothing to verify: if a run')]);
    }
  });

  it('passes, and fails with exit status 1 after one byte was changed, naming the file', async () => {
    const shell = await twoRuns();
    const passed = await shell.run('audit', '--verify');
    expect(passed.status).toBe(0);
    expect(passed.out).toMatch(
      /^verified: 12 records of 2 runs are unchanged\nend of the chain: file 2, hash [0-9a-f]{64}\n$/,
    );
    const file = join(shell.store, 'audit', '0000000002.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"gb":200', '"gb":201'));
    const failed = await shell.run('audit', '--verify');
    expect(failed.status).toBe(1);
    expect(failed.out).toBe('');
    expect(failed.err).toMatch(
      /^error: audit\/0000000002\.json in the store: it is not the file that the one after it, or the head, names/,
    );
    writeFileSync(file, text);
    expect((await shell.run('audit', '--verify', '--json')).status).toBe(0);
  });

  it('keeps the audit when old runs are removed', async () => {
    const shell = await twoRuns();
    const policy = policyFile(enableAll(200));
    for (let run = 0; run < 31; run += 1) await shell.run('apply', '--policy', policy);
    const { out } = await shell.run('audit', '--verify', '--json');
    expect(JSON.parse(out)).toMatchObject({ files: 2, records: 12 });
  });
});
