import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveAws } from '../../aws/aws-server.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { signIn } from '../../dashboard/signed-in.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { policyFile } from './policy-file.ts';
import { openShell, type Shell } from './shell.ts';

const arn = 'arn:aws:sts::111122223333:assumed-role/Approver/ada@example.org';
const readable = 'Approver/ada@example.org (AWS account 111122223333)';

/** What STS answers. */
let identity = (): { readonly Arn: string } => ({ Arn: arn });
const bucket = createMemoryBucket();
const server = await serveAws(bucket, () => '', { GetCallerIdentity: () => identity() });
afterAll(() => server.close());

const keys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
beforeEach(() => {
  identity = () => ({ Arn: arn });
  // The clients find the server, and the commands see no variable that names a host other than AWS.
  for (const [name, value] of Object.entries({ ...keys, AWS_ENDPOINT_URL: server.url })) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  bucket.objects.clear();
});

const guarded = (maximum: number) => enableAll(maximum).replace('maxChanges: 100000', 'maxChanges: 0');

const onAws = ({ runWith }: Shell) => {
  const environment = { HEADROOM_STORE: 's3://state', USER: 'ada' };
  const run = (...argv: string[]) => runWith({ environment }, ...argv);
  const onTerminal = (...argv: string[]) => runWith({ environment, columns: 200 }, ...argv);
  const stored = (key: string) => JSON.parse(bucket.objects.get(key) ?? '{}');
  return { run, onTerminal, stored };
};

/** A store on AWS with a plan that waits for approval. */
const waiting = async () => {
  const shell = await openShell(even(1, 2));
  const place = onAws(shell);
  bucket.put('policy.yaml', guarded(200), {});
  await place.run('apply');
  const digest = JSON.parse((await place.run('plan', '--json')).out).digest as string;
  return { ...place, shell, digest };
};

const approvals = () => [...bucket.objects.keys()].filter((key) => key.startsWith('approvals/'));

describe('a store on AWS', () => {
  it('has approvals with the ARN of their caller, which status, plan and the audit repeat', async () => {
    const { run, onTerminal, stored, digest } = await waiting();
    const approved = await run('approve', digest);
    expect([approved.status, approved.out]).toEqual([0, expect.stringContaining(` as ${readable}: runs carry out`)]);
    expect(stored(`approvals/plans/${digest}.json`).by).toBe(arn);
    expect((await run('status')).out).toContain(` by ${readable}: 4 of 4 changes left`);
    expect((await run('apply')).out).toContain('Applied: every change is confirmed.');
    const { records } = JSON.parse((await run('audit', '--json')).out);
    expect(records.map((record: { approval: object }) => record.approval)).toEqual(
      records.map(() => expect.objectContaining({ digest, by: arn })),
    );
    expect(records).toHaveLength(4);
    expect((await onTerminal('audit')).out).toContain(` approved by ${readable}`);
    expect((await run('audit', '--details', '-o', 'csv')).out).toContain(`,everything,${arn},`);
    expect((await run('audit', '--verify')).status).toBe(0);
  });

  it('has the ARN too where apply approves the plan that it writes', async () => {
    const { run, digest } = await waiting();
    expect((await run('apply', '--approve', digest)).status).toBe(0);
    const { records } = JSON.parse((await run('audit', '--json')).out);
    expect(new Set(records.map((record: { approval: { by: string } }) => record.approval.by))).toEqual(new Set([arn]));
  });

  it('names who set its mode, its policy and its grants', async () => {
    const { run, stored } = onAws(await openShell(even(1, 1)));
    await run('policy', 'put', policyFile(enableAll(200)));
    expect((await run('policy', 'history')).out).toContain(readable);
    expect((await run('mode', 'enforce')).out).toContain(`set by ${readable}, `);
    expect(stored('mode.json').by).toBe(arn);
    const granted = await run('grant', 'project-0/service-0', '300');
    expect([granted.status, stored('grants.json').grants]).toEqual([0, [expect.objectContaining({ by: arn })]]);
    expect((await run('explain', 'project-0/service-0')).out).toContain(`A grant by ${readable} raises the maximum`);
    const { records } = JSON.parse((await run('audit', '--json')).out);
    await run('undo', records[0].runId, '--yes', '--and-observe');
    expect(stored('mode.json')).toMatchObject({ mode: 'observe', by: arn });
  });

  it('is not written by a caller whom AWS does not name, except to stop everything', async () => {
    const { run, shell, stored, digest } = await waiting();
    identity = () => {
      throw Object.assign(new Error('The security token included in the request is expired'), { name: 'ExpiredToken' });
    };
    const before = [...bucket.objects];
    const file = policyFile(guarded(300));
    for (const command of [
      ['approve', digest],
      ['apply', '--approve', digest],
      ['mode', 'enforce'],
      ['policy', 'put', file],
      ['grant', 'project-0/service-0', '300'],
    ]) {
      const { status, err } = await run(...command);
      expect([command[0], status, err]).toEqual([
        command[0],
        1,
        expect.stringContaining('aws sts get-caller-identity'),
      ]);
      expect(err).toContain('ExpiredToken: The security token included in the request is expired');
    }
    expect([...bucket.objects]).toEqual(before);
    expect(shell.platform.requests().writes).toBe(0);
    // A stop needs no answer of AWS.
    expect((await run('mode', 'stop')).status).toBe(0);
    expect(stored('mode.json')).toMatchObject({ mode: 'stop', by: expect.stringMatching(/^ada on /) });
  });
});

it('a store on another host, or on this machine, names the user and the host, and asks AWS nothing', async () => {
  const shell = await openShell(even(1, 2));
  bucket.put('policy.yaml', guarded(200), {});
  const before = server.requests.length;
  const onOtherHost: Record<string, string> = { HEADROOM_STORE: 's3://state', AWS_ENDPOINT_URL_S3: server.url };
  for (const more of [onOtherHost, {}]) {
    const run = (...argv: string[]) => shell.runWith({ environment: { USER: 'ada', ...more } }, ...argv);
    expect((await run('mode', 'stop')).out).toMatch(/set by ada on \S+, /);
  }
  expect(server.requests.slice(before).filter(({ body }) => body.includes('GetCallerIdentity'))).toEqual([]);
  expect(readFileSync(`${shell.store}/mode.json`, 'utf8')).toContain('ada on ');
});

it('a dashboard on AWS approves as its caller', async () => {
  const { digest, shell, stored } = await waiting();
  const stop = new AbortController();
  let listen = (_: string) => {};
  const listening = new Promise<string>((resolve) => {
    listen = resolve;
  });
  const environment = { HEADROOM_STORE: 's3://state' };
  const ended = shell.runWith({ signal: stop.signal, listen, environment }, 'dashboard', '--allow-approve');
  const { ask, origin } = await signIn((await listening).trim().replace('listening on ', ''));
  const page = `/approve/${digest}`;
  const post = async () => {
    const csrf = /name="csrf" value="(\w+)"/.exec(await (await ask(page)).text())?.[1] ?? '';
    const body = new URLSearchParams({ csrf, confirm: digest.slice(0, 12) });
    const answer = await ask(page, { method: 'POST', body, headers: { origin } });
    return [answer.status, await answer.text()];
  };
  identity = () => {
    throw new Error('no answer');
  };
  expect(await post()).toEqual([409, expect.stringContaining('AWS does not say who you are')]);
  expect(approvals()).toEqual([]);
  identity = () => ({ Arn: arn });
  expect((await post())[0]).toBe(200);
  expect(stored(`approvals/plans/${digest}.json`).by).toBe(arn);
  stop.abort();
  expect((await ended).status).toBe(0);
});
