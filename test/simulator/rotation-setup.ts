import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { createAwsSecretStore } from '../../lib/aws/secret-store.ts';
import { connectWithToken } from '../../lib/client/token-connection.ts';
import { createRateLimiter } from '../../lib/client/transport/rate-limiter.ts';
import { rotationOf, type SecretValue } from '../../lib/core/token/rotation.ts';
import { tokenHandlers } from '../../lib/local/task-handlers.ts';
import { runWorkflow } from '../../lib/local/workflow.ts';
import { type Scenario, servePlatform } from '../../lib/platform/index.ts';
import type { ReplacedVersion, TokenPorts } from '../../lib/ports.ts';
import { definitions } from '../../lib/workflow/definitions.ts';
import type { Progress } from '../../lib/workflow/execution.ts';
import { ask } from '../ask.ts';
import { createMemorySecret, mockedSecretsManager } from '../aws/memory-secret.ts';
import { even } from '../workflow/scenarios.ts';
import { type CrashPoint, createCrashes, isCrash } from './crashes.ts';

export const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:headroom-AbCdEf';

/** As long as the platform's own, and what must be found nowhere. */
export const firstToken = 'canary0/first+token/of/the/operator/that/is/long/enough/to/show/a/prefix==';

export const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;
export type Step = (typeof steps)[number];

export interface RotationOptions {
  readonly scenario?: Scenario;
  /** What a person has stored. */
  readonly stored?: SecretValue;
  readonly rotationDays?: number;
}

/**
 * The embedded platform over HTTP, the real client and tasks, and a secret that behaves as Secrets Manager's does. After
 * every call to the outside the token in use is tried.
 */
export const setUpRotation = async (options: RotationOptions = {}) => {
  const { scenario = even(2, 1), stored = { token: firstToken }, rotationDays = 30 } = options;
  const platform = await servePlatform({ scenario, token: firstToken, speed: 0, control: true });
  onTestFinished(() => platform.close());
  const secret = createMemorySecret(arn, rotationDays);
  const put = (id: string, value: SecretValue, stage: string) =>
    secret.put({
      SecretId: arn,
      ClientRequestToken: id,
      SecretString: JSON.stringify(value),
      VersionStages: [stage],
    });
  put('version-stored-by-a-person', stored, 'AWSCURRENT');

  const works = async (token: string): Promise<boolean> => {
    const path = `/v1/organization/${platform.organization}/projects`;
    const { status } = await ask(`${platform.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return status === 200;
  };
  const broken: string[] = [];
  const seenTokens = new Set<string>([firstToken]);
  const crashes = createCrashes(async (call) => {
    for (const stage of ['AWSCURRENT', 'AWSPENDING']) {
      const token = secret.tokenAt(stage);
      if (token !== undefined) seenTokens.add(token);
    }
    // Only what writes can break anything.
    if (!/put|move|create|revoke|start/.test(call)) return;
    if (!(await works(secret.tokenAt('AWSCURRENT') ?? ''))) broken.push(call);
  });

  const clock = { now: () => platform.now().getTime() };
  const sleep = async () => undefined;
  const connection = {
    baseUrl: platform.url,
    organization: platform.organization,
    rateLimiter: createRateLimiter({ callsPerMinute: Number.POSITIVE_INFINITY, clock, sleep }),
    clock,
    sleep,
    random: () => 0,
    version: 'test',
  };
  const started = new Map<string, string>();
  const ended = new Set<string>();
  const secretStore = createAwsSecretStore(mockedSecretsManager(secret).client, arn);
  const held = {
    secretStore: crashes.through(secretStore, 'secret', ['describe', 'read', 'put', 'move']),
    connectToken: (value: SecretValue) =>
      crashes.through(connectWithToken(connection, value), 'platform', ['create', 'list', 'revoke', 'countProjects']),
  };
  const ports: TokenPorts = {
    clock,
    sleep,
    ...held,
    retirement: crashes.through(
      {
        // Under one name for each replacement, as executions are; one that has ended does not start again.
        start: async ({ versionId, replacedBy }: ReplacedVersion) => {
          const name = `${versionId} ${replacedBy}`;
          if (!ended.has(name)) started.set(name, versionId);
        },
      },
      'retirement',
      ['start'],
    ),
  };
  const handlers = tokenHandlers(ports);
  const states: Progress[] = [];
  const errors: unknown[] = [];
  const outputs: unknown[] = [];

  /** What crashes comes again; every other failure passes. */
  const persist = async <T>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action();
    } catch (error) {
      errors.push(error);
      if (!isCrash(error)) throw error;
      return action();
    }
  };

  const step = async (name: Step, rotation: string): Promise<void> => {
    outputs.push(await handlers['rotate-token']({ Step: name, SecretId: arn, ClientRequestToken: rotation }));
  };
  /** As Secrets Manager begins it. */
  const begin = (rotation: string = randomUUID()): string => {
    secret.rotate({ SecretId: arn, ClientRequestToken: rotation });
    return rotation;
  };
  /** Carries a rotation out; a step that crashes comes again, and every one that is done comes once more. */
  const rotate = async (rotation = begin(), crashAt?: CrashPoint): Promise<string> => {
    crashes.begin(crashAt);
    for (const name of steps) {
      for (const _time of ['first', 'again']) await persist(() => step(name, rotation));
    }
    return rotation;
  };
  /** One retirement by the definition that AWS runs, without its wait. */
  const runDefinition = (versionId: string): Promise<unknown> =>
    runWorkflow(
      definitions['retire-token'],
      { versionId },
      {
        runId: 'retirement',
        handlers,
        waits: { WaitUntilUnused: 0 },
        retries: { Retire: 0 },
        onProgress: (progress) => states.push(progress),
      },
    );
  /** Carries out every retirement that was started; a task that crashes comes again. */
  const retire = async (
    crashAt?: CrashPoint,
    run: (versionId: string) => Promise<unknown> = (versionId) => handlers['retire-token']({ versionId }),
  ) => {
    crashes.begin(crashAt);
    const results: unknown[] = [];
    for (const [name, versionId] of started) {
      started.delete(name);
      ended.add(name);
      results.push(await persist(() => run(versionId)));
    }
    return results;
  };
  /** Tokens of this secret that the platform lists, by their descriptions. */
  const ours = async () => {
    const connected = connectWithToken(connection, { ...stored, token: secret.tokenAt('AWSCURRENT') ?? '' });
    const listed = await connected.list();
    await connected.close();
    return listed.filter((token) => rotationOf(secretStore.id, token) !== undefined);
  };
  const control = async (route: string, body: unknown) => {
    const { status, text } = await ask(`${platform.url}/_control/${route}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (status !== 200) throw new Error(`${route}: ${status} ${text}`);
  };
  return {
    platform,
    secret,
    secretId: secretStore.id,
    put,
    works,
    begin,
    step,
    rotate,
    retire,
    runDefinition,
    /** Retirements under way: version by name. */
    started,
    ours,
    control,
    crashes,
    /** Calls after which the token in use did not work. */
    broken,
    seenTokens,
    states,
    errors,
    outputs,
  };
};

export type RotationSetup = Awaited<ReturnType<typeof setUpRotation>>;

/** In seconds. */
export const day = 86_400;

/** What holds whenever a rotation has come to its end. */
export const expectSettled = async (setup: RotationSetup, rotation: string) => {
  expect(setup.secret.versionAt('AWSCURRENT')).toBe(rotation);
  expect(setup.secret.versionAt('AWSPENDING')).toBeUndefined();
  expect(setup.broken).toEqual([]);
};

/** Calls of a rotation in which nothing goes wrong, and of the retirement behind it. */
export const countCalls = async () => {
  const setup = await setUpRotation();
  await setup.rotate();
  const rotating = setup.crashes.begin();
  await setup.retire();
  return { rotating, retiring: setup.crashes.begin() };
};
