import type { ManagedSecret } from '../../aws/managed-secret.ts';
import type { Deployment } from '../../aws/operator/deployment.ts';
import { minutesBetween } from '../../contract/schedule-expression.ts';
import { secretOutput } from '../../contract/secret.ts';
import { version } from '../../contract/version.ts';
import { hourMs, minuteMs } from '../../core/model/durations.ts';
import { byText } from '../../core/model/grouping.ts';
import {
  judgeDeadLetters,
  judgeSchedules,
  judgeVersions,
  type QueueFacts,
  type ScheduleFacts,
} from '../../core/status/deployment.ts';
import { judgePermissionsByRun, judgePlatformByRun } from '../../core/status/platform.ts';
import { judgeSecret, type SecretFacts } from '../../core/status/secret.ts';
import { inOrder, type Learnt, lineOf } from '../../core/status/status.ts';
import { stages } from '../../core/token/rotation.ts';
import type { Store } from '../../ports.ts';
import { learn } from '../../run/status/store-facts.ts';
import { type Status, storeStatus } from '../../run/status/store-lines.ts';
import { readTokenSeen, type TokenSeen } from '../../run/token/check-expiry.ts';
import { isAbandoned } from '../session/lease-recovery.ts';

type Secret = Pick<ManagedSecret, 'versions' | 'nextRotationAt'>;

/** Sources of the status of a deployment; none of them can read the token. */
interface AwsParts {
  readonly deployment: Deployment;
  readonly secret: Secret;
  readonly store: Store;
}

/**
 * Resources of the deployment, by the paths of their constructs in lib/infra, which are a part of their ids. The stack of
 * another app may contain more of the same type.
 */
const ownResources = async (deployment: Deployment, type: string, paths: readonly string[]) =>
  (await deployment.resources()).filter(
    (resource) => resource.type === type && paths.some((path) => resource.logicalId.includes(path)),
  );

type Versions = Awaited<ReturnType<Secret['versions']>>;

/** Only the functions know when the current token ends; a note from before it was stored is about another token. */
const withEnd = (noted: TokenSeen | undefined, versions: Versions): SecretFacts['versions'] => {
  const isAboutIt = ({ stages: labels, storedAt }: Versions[number]) =>
    noted !== undefined && labels.includes(stages.current) && storedAt !== null && storedAt < noted.checkedAt;
  return versions.map((listed) => ({ ...listed, end: isAboutIt(listed) ? (noted?.end ?? null) : null }));
};

/** Runs are due hourly or by the schedule; this many may be missed before it is a problem, as for the alarm. */
const tolerableMissedRuns = 3;

const secretFacts = async ({ secret, deployment, store }: AwsParts): Promise<SecretFacts> => ({
  versions: withEnd(await readTokenSeen(store), await secret.versions()),
  nextRotationAt: await secret.nextRotationAt(),
  // Without a rotation schedule in the stack the setting `rotationDays` is null.
  regular: (await ownResources(deployment, 'AWS::SecretsManager::RotationSchedule', ['TokenRotation'])).length > 0,
  byHand: 'headroom token store --secret-arn ARN (with a new token)',
});

const describedAs = 'Headroom: ';

const scheduleFacts = async ({ deployment }: AwsParts): Promise<ScheduleFacts[]> => {
  const names = await ownResources(deployment, 'AWS::Scheduler::Schedule', ['Schedules', 'ChannelsRepeated']);
  const descriptions = await Promise.all(names.map(({ physicalId }) => deployment.schedule(physicalId)));
  return descriptions
    .filter(({ description }) => description.startsWith(describedAs))
    .map(({ description, ...schedule }) => ({ purpose: description.slice(describedAs.length), ...schedule }))
    .toSorted((a, b) => byText(a.purpose, b.purpose));
};

/** The queues of lib/infra/dead-letters.ts by a part of their ids, and their sections of the runbook. */
const deadEnds = [
  { id: 'DeadLettersEvents', name: 'events', section: 'events-dead' },
  { id: 'DeadLettersDeliveries', name: 'deliveries', section: 'deliveries-dead' },
] as const;

const queueFacts = async ({ deployment }: AwsParts): Promise<QueueFacts[]> => {
  return Promise.all(
    deadEnds.map(async ({ id, name, section }) => {
      const [queue] = await ownResources(deployment, 'AWS::SQS::Queue', [id]);
      if (queue === undefined) throw new Error(`the stack has no queue ${id}…; deploy it again`);
      return { name, section, waiting: await deployment.waiting(queue.physicalId) };
    }),
  );
};

const isPass = ({ purpose }: ScheduleFacts): boolean => purpose.includes('whole pass');

const intervalOf = (schedules: readonly ScheduleFacts[]): number | undefined =>
  minutesBetween(schedules.find(isPass)?.expression ?? '');

/** Largest age of the last run: null if no schedule starts one. */
const longestMsAgo = (schedules: Learnt<readonly ScheduleFacts[]>, maxAgeHours: number | undefined): number | null => {
  if (maxAgeHours !== undefined) return maxAgeHours * hourMs;
  if ('error' in schedules) return tolerableMissedRuns * hourMs;
  const pass = schedules.value.find(isPass);
  if (pass?.isEnabled === false) return null;
  const minutes = minutesBetween(pass?.expression ?? '');
  // The longest interval of a cron expression is unknown; assume at most a day.
  return minutes === undefined ? 24 * hourMs : Math.max(hourMs, tolerableMissedRuns * minutes * minuteMs);
};

/**
 * Reads the status of a deployment. Only the functions may read the token, so the lines of the platform and the
 * permissions report what the last run observed.
 */
export const awsStatus = async (parts: AwsParts, nowMs: number, maxAgeHours: number | undefined): Promise<Status> => {
  const { deployment, store } = parts;
  const [secret, schedules, queues, started] = await Promise.all([
    learn(() => secretFacts(parts)),
    learn(() => scheduleFacts(parts)),
    learn(() => queueFacts(parts)),
    learn(() => deployment.lastStartMs(deployment.output('WorkflowArn'))),
  ]);
  const scheduled = 'error' in started ? started : schedules;
  const startedMsAgo = 'error' in started || started.value === null ? null : nowMs - started.value;
  const longest = longestMsAgo(schedules, maxAgeHours);
  const stored = await storeStatus(store, nowMs, {
    own: { stack: deployment.arn },
    isDeployed: true,
    expected: {
      longestMsAgo: longest,
      isDue: longest !== null,
      remedy: 'headroom runbook runs-missing',
      // `apply` would need the token, which only the functions have.
      approving: `headroom approve --stack ${deployment.arn.split('/').at(-1)}`,
    },
    everyMinutes: 'error' in schedules ? null : (intervalOf(schedules.value) ?? null),
    isPaused: longestMsAgo(schedules, undefined) === null,
    isAbandoned,
    mayRead: 'check that you may read the bucket and use its key',
  });
  const start = 'start a run (docs/deploy.md#run-it-once)';
  const lines = inOrder([
    lineOf('secret', secret, (value) => judgeSecret(value, nowMs), 'check that you may describe the secret'),
    lineOf('platform', stored.report, (value) => judgePlatformByRun(value, nowMs), start),
    lineOf('permissions', stored.report, (value) => judgePermissionsByRun(value, nowMs), start),
    lineOf('schedules', scheduled, (value) => judgeSchedules(value, startedMsAgo), 'check that you may read them'),
    ...stored.lines,
    lineOf('dead letters', queues, judgeDeadLetters, 'check that you may read the attributes of the queues'),
    judgeVersions({
      headroom: version,
      node: process.versions.node,
      profile: deployment.outputOrNull('Profile') ?? 'unknown',
      deployed: deployment.outputOrNull('Version'),
    }),
  ]);
  return { lines, owner: stored.owner, morning: stored.morning };
};

/** Loads the AWS SDK on first use. @throws Error if the stack cannot be read */
export const openAwsParts = async (
  stack: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AwsParts> => {
  const [{ openDeployment }, { openManagedSecret }, { openS3Store }] = await Promise.all([
    import('../../aws/operator/deployment.ts'),
    import('../../aws/managed-secret.ts'),
    import('../../aws/s3-store.ts'),
  ]);
  const deployment = await openDeployment(stack, environment);
  return {
    deployment,
    secret: openManagedSecret(deployment.output(secretOutput), environment),
    store: openS3Store({ bucket: deployment.output('BucketName'), prefix: '' }, environment),
  };
};
