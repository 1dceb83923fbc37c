import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { type EnvironmentKey, environmentNames } from '../../lib/contract/environment.ts';
import { tasks } from '../../lib/contract/tasks.ts';
import { type Progress, readDefinition, runWorkflow } from '../../lib/local/workflow.ts';
import type { Scenario } from '../../lib/platform/scenario.ts';
import { servePlatform } from '../../lib/platform/server.ts';
import { keys } from '../../lib/run/objects.ts';
import { noWaits } from '../workflow/world.ts';
import { serveAws } from './aws-server.ts';
import { type LambdaWorker, startLambda } from './lambda-worker.ts';
import { createMemoryBucket } from './memory-bucket.ts';

/** What Lambda itself sets. */
const ofLambda = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  NODE_NO_WARNINGS: '1',
};

const pick = (values: Readonly<Partial<Record<EnvironmentKey, string>>>, wanted: readonly EnvironmentKey[]) =>
  Object.fromEntries(wanted.map((key) => [environmentNames[key], values[key]]));

/**
 * The built bundles as they are deployed, each told what its contract names and no more, against the embedded platform
 * and a server that answers for AWS; the definition that AWS runs calls them.
 */
export const deploy = async (
  bundles: string,
  scenario: Scenario,
  policy: string,
  token: string,
  callsPerMinute = 1_000_000,
) => {
  const platform = await servePlatform({ scenario, token, speed: 0, control: true });
  const bucket = createMemoryBucket();
  bucket.put(keys.policy, policy, {});
  let secret = JSON.stringify({ token });
  const aws = await serveAws(bucket, () => secret);
  const values = {
    baseUrl: platform.url,
    organization: platform.organization,
    profile: 'documented',
    searchEngine: 'engine',
    bucket: 'the-bucket',
    auditLockDays: '0',
    bus: 'the-bus',
    secret: 'the-secret',
    callsPerMinute: String(callsPerMinute),
  } as const;
  const lambdas = new Map<string, LambdaWorker>();
  const lambda = (task: (typeof tasks)[number]): LambdaWorker => {
    const environment = { ...ofLambda, AWS_ENDPOINT_URL: aws.url, ...pick(values, task.environment) };
    const found = lambdas.get(task.name) ?? startLambda(join(bundles, task.name, 'index.mjs'), environment);
    lambdas.set(task.name, found);
    return found;
  };
  onTestFinished(async () => {
    for (const { stop } of lambdas.values()) await stop();
    await Promise.all([aws.close(), platform.close()]);
  });

  const seen: Progress[] = [];
  let calls = 0;
  const invoke = (task: (typeof tasks)[number]) => (input: unknown) => {
    calls += 1;
    return lambda(task).invoke(input);
  };
  const handlers = Object.fromEntries(tasks.map((task) => [task.name, invoke(task)]));
  const run = (
    runId: string,
    onProgress: (progress: Progress) => void = () => undefined,
    input: unknown = { trigger: { kind: 'manual', by: 'a test' } },
  ) =>
    runWorkflow(readDefinition('reconcile'), input, {
      runId,
      handlers,
      waits: { Settle: 0 },
      retries: noWaits,
      onProgress: (progress) => {
        seen.push(progress);
        onProgress(progress);
      },
    });
  /** What the functions wrote, once each call has its line of log. */
  const logs = async (): Promise<string> => {
    const read = () => [...lambdas.values()].map(({ output }) => output()).join('');
    await vi.waitFor(() => {
      const lines = read().match(/"message":"(done|failed)"/g) ?? [];
      if (lines.length < calls) throw new Error(`${lines.length} lines for ${calls} calls`);
    }, 10_000);
    return read();
  };
  /** A function by the name of its task; what it writes is counted by no one. */
  const lambdaOf = (name: (typeof tasks)[number]['name']) => {
    const task = tasks.find((one) => one.name === name);
    if (task === undefined) throw new Error(`there is no task ${name}`);
    return lambda(task);
  };
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
