import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { deploymentVariable, type EnvironmentKey, environmentNames } from '../../lib/contract/environment.ts';
import type { TaskContract, TaskName } from '../../lib/contract/task-contract.ts';
import { allTasks, tasks } from '../../lib/contract/tasks.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import { type Scenario, servePlatform } from '../../lib/platform/index.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import type { Progress } from '../../lib/workflow/execution.ts';
import { noWaits } from '../workflow/local-headroom.ts';
import type { Account } from './account.ts';
import { serveAws } from './aws-server.ts';
import type { LambdaWorker } from './lambda-worker.ts';
import { createMemoryBucket } from './memory-bucket.ts';

/** Variables that Lambda sets. */
const ofLambda = {
  AWS_REGION: 'us-east-1',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_NO_WARNINGS: '1',
  [deploymentVariable]: 'headroom-prod',
};

const pick = (values: Readonly<Partial<Record<EnvironmentKey, string>>>, wanted: readonly EnvironmentKey[]) =>
  Object.fromEntries(wanted.map((key) => [environmentNames[key], values[key]]));

export interface DeployedOn {
  readonly bundles: string;
  readonly account: Account;
  /** A name other than that of earlier deployments changes the functions, and so starts them cold. */
  readonly secretName?: string;
  readonly callsPerMinute?: number;
}

/**
 * The built bundles as they are deployed, each with exactly the variables of its contract, against the embedded
 * platform and a server that answers for AWS; the definition that AWS runs calls them. One deployment of an account at
 * a time.
 */
export const deploy = async (
  { bundles, account, secretName = 'the-secret', callsPerMinute = 1_000_000 }: DeployedOn,
  scenario: Scenario,
  policy: string,
  token: string,
) => {
  const platform = await servePlatform({ scenario, token, speed: 0, control: true });
  const bucket = createMemoryBucket();
  bucket.put(keys.policy, policy, {});
  let secret = JSON.stringify({ token });
  const aws = await serveAws(bucket, () => secret);
  account.surround({ platform: platform.url, aws: aws.url });
  onTestFinished(async () => {
    await Promise.all([aws.close(), platform.close()]);
  });
  const values = {
    baseUrl: account.platformUrl,
    organization: platform.organization,
    stack: 'headroom-prod',
    profile: 'documented',
    searchEngine: 'engine',
    bucket: 'the-bucket',
    auditLockDays: '0',
    approvalRule: 'request',
    bus: 'the-bus',
    secret: secretName,
    channels: 'the-channels',
    workflow: 'arn:aws:states:us-east-1:123456789012:stateMachine:headroom-reconcile',
    callsPerMinute: String(callsPerMinute),
  } as const;
  const written = new Map<LambdaWorker, number>();
  const lambda = (task: TaskContract): LambdaWorker => {
    // The key says in each request which function sent it.
    const identity = { AWS_ACCESS_KEY_ID: task.name, AWS_ENDPOINT_URL: account.awsUrl };
    const environment = { ...ofLambda, ...identity, ...pick(values, task.environment) };
    const found = account.lambda(join(bundles, task.name, 'index.mjs'), environment);
    // Earlier output belongs to the previous deployment.
    if (!written.has(found)) written.set(found, found.output().length);
    return found;
  };

  const seen: Progress[] = [];
  const invoke = (task: TaskContract) => (input: unknown) => lambda(task).invoke(input);
  const handlers = Object.fromEntries(allTasks.map((task) => [task.name, invoke(task)]));
  const run = (
    runId: string,
    onProgress: (progress: Progress) => void = () => undefined,
    input: unknown = { trigger: { kind: 'manual', by: 'a test' } },
  ) =>
    runWorkflow(definitions.reconcile, input, {
      runId,
      handlers,
      waits: { Settle: 0 },
      retries: noWaits,
      onProgress: (progress) => {
        seen.push(progress);
        onProgress(progress);
      },
    });
  /** Output of the functions since their deployment. */
  const logs = (): string => [...written].map(([worker, from]) => worker.output().slice(from)).join('');
  /** A function by its task name. */
  const lambdaOf = (name: TaskName) => lambda(tasks[name]);
  return {
    platform,
    bucket,
    aws,
    lambdaOf,
    handlers,
    run,
    seen,
    logs,
    keepSecret: (text: string) => {
      secret = text;
    },
    read: (key: string) => JSON.parse(bucket.get(key).body),
  };
};
