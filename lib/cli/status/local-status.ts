import pMap from 'p-map';
import type { PlatformClient } from '../../client/platform-client.ts';
import { PlatformForbidden } from '../../contract/errors.ts';
import { version } from '../../contract/version.ts';
import { listProblem, namedProjects } from '../../core/inventory/project-list.ts';
import { dayMs, hourMs } from '../../core/model/durations.ts';
import type { UnreadProject } from '../../core/model/model.ts';
import { judgeVersions } from '../../core/status/deployment.ts';
import {
  judgePermissions,
  judgePlatform,
  type PermissionFacts,
  type PlatformFacts,
  type ReadProbe,
} from '../../core/status/platform.ts';
import { judgeEnd, judgeSecret, type SecretFacts } from '../../core/status/secret.ts';
import { inOrder, type Learnt, lineOf, ok, type StatusLine } from '../../core/status/status.ts';
import { endOf, type TokenEnd } from '../../core/token/expiry.ts';
import type { Clock, ListedService, Platform } from '../../ports.ts';
import { learn } from '../../run/status/store-facts.ts';
import { type Status, storeStatus } from '../../run/status/store-lines.ts';
import { systemClock } from '../../run/system-clock.ts';
import { addressFrom, connect } from '../session/connection.ts';
import { isAbandoned } from '../session/lease-recovery.ts';
import { openStore } from '../session/open-store.ts';
import { wireProfileFrom } from '../session/wire-profile.ts';
import type { CommandLine } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import type { ConnectionFlags } from '../shell/options.ts';
import { openTokenAdmin } from '../token/open-token-admin.ts';

/** Services of a project that could be read. */
interface ReadableProject {
  readonly project: string;
  readonly services: readonly ListedService[];
}

const tried = async (read: (() => Promise<unknown>) | undefined): Promise<ReadProbe['result']> => {
  if (read === undefined) return 'untried';
  try {
    await read();
    return 'readable';
  } catch (error) {
    return error instanceof PlatformForbidden ? 'refused' : 'untried';
  }
};

/** Tries the reads that have permissions of their own, with the first project and its first service: three calls. */
const probeReads = async (platform: Platform, projects: readonly ReadableProject[]): Promise<ReadProbe[]> => {
  const [first] = projects;
  const withService = projects.find(({ services }) => services.length > 0);
  const service = withService?.services[0];
  const metrics = withService && service && (() => platform.diskUsage(withService.project, service.name, 'hour'));
  return [
    {
      what: 'metrics',
      permission: 'service:metrics:read',
      without: 'forecasts stay unknown',
      result: await tried(metrics),
    },
    {
      what: 'alerts',
      // The platform publishes no permission for alerts.
      permission: 'the operator role',
      without: 'full disks are known only by measurements, and a disk that does not grow is noticed late',
      result: await tried(first && (() => platform.listDiskAlerts(first.project))),
    },
    {
      what: 'event logs',
      permission: 'project:event_logs:read',
      without: 'looks find no new service, and changes by hand have no actor',
      result: await tried(first && (() => platform.listEvents(first.project))),
    },
  ];
};

/** Options of the status besides the common ones. */
interface StatusOptions {
  /** Says why the platform takes long. */
  readonly console: Pick<Console, 'note'>;
  /** Check every project, not only the first ones. */
  readonly all: boolean;
  /** Largest age of the last run in hours; absent: a day, or the interval of the schedules. */
  readonly maxAgeHours?: number;
}

/** Each project takes two calls, and the limit is 100 a minute. */
const maxProjects = 20;
const concurrency = 5;

const tokenOfEnvironment = 'HEADROOM_TOKEN of the environment; not rotated by Headroom';

const secretFacts = async (line: CommandLine, flags: ConnectionFlags): Promise<SecretFacts> => {
  // HEADROOM_SECRET belongs to a deployment, so this command ignores it. Errors appear in the platform's line.
  const environment = { ...line.environment, HEADROOM_SECRET: undefined };
  const admin = await openTokenAdmin({ environment, signal: line.signal }, flags, () => undefined);
  const { versions, nextRotationAt } = await admin.status();
  const shown = versions.map(({ stages, storedAt, listed }) => ({
    stages,
    storedAt,
    end: listed && endOf(listed),
  }));
  return { versions: shown, nextRotationAt, regular: false };
};

/** @param end of the token in use, by the clock of this machine; null for never or unknown */
const secretLine = async (
  line: CommandLine,
  flags: ConnectionFlags,
  nowMs: number,
  end: TokenEnd | null,
): Promise<StatusLine> => {
  if (line.environment.HEADROOM_TOKEN?.trim()) {
    const remedy = 'set HEADROOM_TOKEN to a new one';
    return judgeEnd({ end }, nowMs, tokenOfEnvironment, remedy) ?? ok('secret', tokenOfEnvironment);
  }
  const facts = await learn(() => secretFacts(line, flags));
  return lineOf('secret', facts, (value) => judgeSecret(value, nowMs), 'headroom token store');
};

/** Makes the calls of a run for one project. */
const readProject = async (platform: Platform, project: string): Promise<UnreadProject | ReadableProject> => {
  try {
    const services = await platform.listServices(project);
    await platform.listEndpoints(project);
    return { project, services };
  } catch (error) {
    if (error instanceof Error) return { project, error: error.name, message: error.message };
    return { project, error: 'Error', message: String(error) };
  }
};

interface PlatformStatus {
  readonly platform: Learnt<PlatformFacts>;
  readonly permissions: Learnt<PermissionFacts>;
  /** The end of the token in use; null if it has none, or the platform does not show it. */
  readonly end: TokenEnd | null;
}

/** One real read with the token, its roles, and the calls of a run for each project, for the first ones or all. */
const checkPlatform = async (platform: PlatformClient, clock: Clock, all: boolean): Promise<PlatformStatus> => {
  const startedMs = clock.now();
  const listed = await learn(() => platform.listProjects());
  const latencyMs = clock.now() - startedMs;
  if ('error' in listed) return { platform: listed, permissions: { error: 'no project could be checked' }, end: null };
  const names = namedProjects(listed.value)
    .map(({ name }) => name)
    .sort();
  const checked = all ? names : names.slice(0, maxProjects);
  const results = await pMap(checked, (project) => readProject(platform, project), { concurrency });
  const unread = results.filter((result) => 'error' in result);
  const probes = await probeReads(
    platform,
    results.filter((result) => 'services' in result),
  );
  const roles = await learn(() => platform.ownRoles());
  const token = await learn(() => platform.ownToken());
  return {
    platform: {
      value: { latencyMs, projects: names.length, listProblem: listProblem(listed.value) },
    },
    permissions: {
      value: { asked: checked.length, all: names, unread, probes, roles: 'error' in roles ? null : roles.value },
    },
    end: 'error' in token || token.value === undefined ? null : endOf(token.value),
  };
};

const platformLines = async (
  line: CommandLine,
  flags: ConnectionFlags,
  { all, console }: Pick<StatusOptions, 'all' | 'console'>,
  nowMs: number,
): Promise<StatusLine[]> => {
  const opened = await learn(async () => connect(flags, line, console));
  const status =
    'error' in opened
      ? { platform: opened, permissions: { error: 'no project could be checked' }, end: null }
      : await checkPlatform(opened.value.client, systemClock, all).finally(() => opened.value.client.close());
  return [
    await secretLine(line, flags, nowMs, status.end),
    lineOf('platform', status.platform, judgePlatform, 'Fix this first; every run will fail the same way.'),
    lineOf('permissions', status.permissions, judgePermissions, 'see the platform line'),
  ];
};

/**
 * Status of this machine: its token and store, and the platform through reads only.
 * @throws UsageError without a platform or organization
 */
export const localStatus = async (
  line: CommandLine,
  flags: ConnectionFlags,
  { all, maxAgeHours, console }: StatusOptions,
): Promise<Status> => {
  const { organization } = addressFrom(flags, line.environment, line.signal);
  const { profile } = wireProfileFrom(flags, line.environment);
  const { store } = await openStore(flags, line.environment, () => organization);
  const nowMs = systemClock.now();
  const stored = await storeStatus(store, nowMs, {
    own: { organization },
    isDeployed: false,
    expected: {
      longestMsAgo: maxAgeHours === undefined ? dayMs : maxAgeHours * hourMs,
      // A run is not required here, but an existing run becomes stale.
      isDue: maxAgeHours !== undefined,
      remedy: 'headroom apply',
      approving: 'headroom apply --approve',
    },
    everyMinutes: null,
    isPaused: false,
    isAbandoned,
    mayRead: 'check --store',
  });
  const lines = inOrder([
    ...(await platformLines(line, flags, { all, console }, nowMs)),
    ok('schedules', 'n/a: no schedules in local mode'),
    ...stored.lines,
    ok('dead letters', 'n/a: no queues in local mode'),
    judgeVersions({ headroom: version, node: process.versions.node, profile, deployed: null }),
  ]);
  return { lines, owner: stored.owner, morning: stored.morning };
};
