import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runProgram } from '../../../lib/cli/program.ts';
import { version } from '../../../lib/contract/version.ts';
import { servePlatform } from '../../../lib/platform/index.ts';
import { serveAws } from '../../aws/aws-server.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { githubJobs, gitlabJobs, type Job } from '../../ci/examples.ts';
import { type Answer, type Call, openRunner } from '../../ci/runner.ts';
import { curl, gh, type Published } from '../../ci/services.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

const token = 'canary-8f21-token';
const bucket = createMemoryBucket();
const s3 = await serveAws(bucket, () => '');
afterAll(() => s3.close());
const awsVariables = {
  AWS_ENDPOINT_URL_S3: s3.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};
beforeEach(() => {
  for (const [name, value] of Object.entries(awsVariables)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  bucket.objects.clear();
});

const git = (cwd: string, ...argv: string[]): string =>
  execFileSync('git', ['-c', 'user.name=ana', '-c', 'user.email=ana@example.com', ...argv], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const prices = 'prices: { default: "0.15" }';
const policies = {
  main: enableAll(100, prices),
  change: enableAll(200, prices).replace('maxChanges: 100000', 'maxChanges: 1'),
};

/** A repository whose branch `change` changes the policy of `main`. */
const origin = mkdtempSync(join(tmpdir(), 'headroom-origin-'));
afterAll(() => rmSync(origin, { recursive: true, force: true }));
beforeAll(() => {
  git(origin, 'init', '--quiet', '--initial-branch', 'main');
  for (const [branch, policy] of Object.entries(policies)) {
    if (branch !== 'main') git(origin, 'checkout', '--quiet', '-b', branch);
    writeFileSync(join(origin, 'policy.yaml'), policy);
    git(origin, 'add', '.');
    git(origin, 'commit', '--quiet', '--message', branch);
  }
});

let runs = 0;

/** The command in the folder and with the variables of the step. */
const headroom = async ({ argv, cwd, env }: Call): Promise<Answer> => {
  const streams = { out: new PassThrough(), err: new PassThrough() };
  const written = { out: '', err: '' };
  for (const name of ['out', 'err'] as const) streams[name].on('data', (chunk: Buffer) => (written[name] += chunk));
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const status = await runProgram(argv, {
      ...streams,
      in: Readable.from([]),
      colour: false,
      environment: env,
      signal: new AbortController().signal,
      newRunId: () => {
        runs += 1;
        return `run-${runs}`;
      },
    });
    await new Promise(setImmediate);
    return { status, ...written };
  } finally {
    process.chdir(before);
  }
};

interface Service {
  readonly jobs: ReadonlyMap<string, Job>;
  /** Variables that the service sets beside those of the example. */
  readonly variables: (sha: string) => Readonly<Record<string, string>>;
}

const services: Readonly<Record<string, Service>> = {
  'GitHub Actions': { jobs: githubJobs, variables: () => ({}) },
  'GitLab CI': {
    jobs: gitlabJobs,
    variables: (sha) => ({
      CI_API_V4_URL: 'https://gitlab.example.com/api/v4',
      CI_PROJECT_ID: '12',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_COMMIT_SHA: sha,
      GITLAB_TOKEN: 'gitlab-token',
    }),
  },
};

/** Where the jobs keep their state: one place in S3 for all, or for each job a directory of its own. */
const stores: Readonly<Record<string, () => string>> = {
  'a common store in S3': () => 's3://state/ci',
  'two separate stores': () => temporaryDirectory(),
};

const open = async ({ jobs, variables }: Service, store: () => string) => {
  const platform = await servePlatform({ scenario: even(1, 2), token, speed: 0, control: true });
  onTestFinished(() => platform.close());
  const published: Published = { comments: [], issues: [], planned: [] };
  const installed: string[] = [];
  const { runJob } = await openRunner(async (call, artifacts) => {
    if (call.program === 'headroom') return headroom(call);
    if (call.program === 'gh') return gh(call, artifacts, published);
    if (call.program === 'curl') return curl(call, artifacts, published);
    installed.push(call.argv.join(' '));
    return { status: 0 };
  });
  const sha = git(origin, 'rev-parse', 'change');
  const run = async (name: string) => {
    const workspace = join(temporaryDirectory(), 'work');
    git(origin, 'clone', '--quiet', '--branch', 'change', origin, workspace);
    const values: Readonly<Record<string, string>> = {
      'vars.HEADROOM_BASE_URL': platform.url,
      'vars.HEADROOM_ORGANIZATION': platform.organization,
      'vars.HEADROOM_STORE': store(),
      'secrets.HEADROOM_TOKEN': token,
      'github.token': 'github-token',
      'github.base_ref': 'main',
      'github.event.pull_request.number': '7',
      'github.event.pull_request.head.sha': sha,
    };
    const named = Object.entries(values).flatMap(([key, value]) =>
      /\.HEADROOM_/.test(key) ? [[key.split('.')[1] ?? '', value]] : [],
    );
    // GitLab sets the project's variables for every job; a step of GitHub has only those that the example names.
    const ofProject = jobs === gitlabJobs ? Object.fromEntries(named) : {};
    const given = { ...awsVariables, ...variables(sha), ...ofProject };
    return runJob(
      jobs.get(name) ?? expect.unreachable(name),
      workspace,
      given,
      (key) => values[key] ?? expect.unreachable(key),
    );
  };
  const add = (service: string) =>
    fetch(`${platform.url}/_control/service`, {
      method: 'POST',
      body: JSON.stringify({ project: 'project-0', service, type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' }),
    });
  return { run, add, published, installed, sha, writes: () => platform.requests().writes };
};

describe.each(Object.entries(services))('the example for %s', (_, service) => {
  it.each(Object.entries(stores))(
    'plans on the pull request, applies on merge and reports drift, with %s',
    async (_name, store) => {
      const { run, add, published, installed, sha, writes } = await open(service, store);
      const planned = await run('plan');
      expect([planned.status, writes(), planned.output]).toEqual([0, 0, expect.any(String)]);
      expect(published.comments[0]).toMatch(/^### Headroom: needs approval\n/);
      // With the team's file of the target branch: that of the pull request would differ in nothing.
      expect(published.comments[0]).toContain('Policy: 0 gained, 2 raised (+200 GB, +30.00 USD a month)');
      const applied = await run('apply');
      expect([applied.status, writes()]).toEqual([0, 4]);
      expect(applied.output).toContain('Applied: every change is confirmed.');
      expect(published.planned).toEqual([sha]);
      expect([(await run('apply')).status, writes()]).toEqual([0, 4]);
      expect([(await run('drift')).output.includes('no drift'), published.issues]).toEqual([true, []]);
      await add('late');
      expect((await run('drift')).status).toBe(0);
      expect(published.issues).toEqual([expect.stringContaining('Plan: 1 to enable')]);
      expect(new Set(installed)).toEqual(new Set([`install --global disk-headroom@${version}`]));
      expect(JSON.stringify([planned, applied, published, [...bucket.objects]])).not.toContain(token);
    },
  );
});

it('the plan of a pull request is refused on merge if the organization has changed, with what differs', async () => {
  const { run, add, published, writes } = await open(
    services['GitHub Actions'] ?? expect.unreachable(),
    () => 's3://state/ci',
  );
  await run('plan');
  await add('late');
  const { status, output } = await run('apply');
  expect([status, writes()]).toEqual([4, 0]);
  expect(output).toContain('newly needed: create-endpoint project-0/late');
  expect(published.comments).toHaveLength(2);
});
