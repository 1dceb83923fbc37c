import pMap from 'p-map';
import type { PlatformClient } from '../../client/platform-client.ts';
import { version } from '../../contract/version.ts';
import { dayMs, hourMs } from '../../core/model/durations.ts';
import type { UnreadProject } from '../../core/model/model.ts';
import { judgeVersions } from '../../core/status/deployment.ts';
import {
  judgePermissions,
  judgePlatform,
  type PermissionFacts,
  type PlatformFacts,
} from '../../core/status/platform.ts';
import { judgeLastRun, judgeLease, judgeMode } from '../../core/status/run.ts';
import { judgeSecret, type SecretFacts } from '../../core/status/secret.ts';
import { type Learnt, lineOf, ok, type StatusLine } from '../../core/status/status.ts';
import type { Clock, Platform } from '../../ports.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { systemClock } from '../../run/system-clock.ts';
import { addressFrom, connect, openStore } from '../session/connection.ts';
import { wireProfileFrom } from '../session/wire-profile.ts';
import type { CommandLine, ConnectionFlags } from '../shell/command-line.ts';
import { openTokenAdmin } from '../token/open-token-admin.ts';
import { learn, readLease, readMode, readReport, runFacts } from './store-facts.ts';

/** What is looked at, beyond what every command is told. */
export interface StatusOptions {
  /** Ask every project, not only the first ones. */
  readonly all: boolean;
  /** Hours after which the last run is too long ago; absent: a day, or what the schedules say. */
  readonly maxAgeHours?: number;
}

/** Each project costs two calls, and there are 100 a minute. */
const mostProjects = 20;
const concurrency = 5;

const tokenOfEnvironment = 'HEADROOM_TOKEN of the environment; nothing here replaces it';

const secretFacts = async (line: CommandLine, flags: ConnectionFlags): Promise<SecretFacts> => {
  // HEADROOM_SECRET is of a deployment: this face does not use it. What cannot be asked shows in the platform's line.
  const environment = { ...line.environment, HEADROOM_SECRET: undefined };
  const keeper = await openTokenAdmin({ environment, signal: line.signal }, flags, () => undefined);
  const { versions, nextRotationAt } = await keeper.status();
  const shown = versions.map(({ stages, storedAt, listed }) => ({
    stages,
    storedAt,
    expiresAt: listed?.expiresAt ?? null,
  }));
  return { versions: shown, nextRotationAt, regular: false };
};

const secretLine = async (line: CommandLine, flags: ConnectionFlags, nowMs: number): Promise<StatusLine> => {
  if (line.environment.HEADROOM_TOKEN?.trim()) return ok('secret', tokenOfEnvironment);
  const facts = await learn(() => secretFacts(line, flags));
  return lineOf('secret', facts, (value) => judgeSecret(value, nowMs), 'headroom token store');
};

/** Reads what a run reads of a project. */
const readProject = async (platform: Platform, project: string): Promise<UnreadProject | undefined> => {
  try {
    await platform.listServices(project);
    await platform.listEndpoints(project);
    return undefined;
  } catch (error) {
    if (error instanceof Error) return { project, error: error.name, message: error.message };
    return { project, error: 'Error', message: String(error) };
  }
};

interface Asked {
  readonly platform: Learnt<PlatformFacts>;
  readonly permissions: Learnt<PermissionFacts>;
}

/** One real read with the token, its roles, and what a run would read of each project, of the first ones or of all. */
const askPlatform = async (platform: PlatformClient, clock: Clock, all: boolean): Promise<Asked> => {
  const begun = clock.now();
  const listed = await learn(() => platform.listProjects());
  const latencyMs = clock.now() - begun;
  if ('error' in listed) return { platform: listed, permissions: { error: 'no project could be asked' } };
  const names = listed.value.map(({ name }) => name).sort();
  const asked = all ? names : names.slice(0, mostProjects);
  const found = await pMap(asked, (project) => readProject(platform, project), { concurrency });
  const unread = found.filter((project) => project !== undefined);
  const roles = await learn(() => platform.ownRoles());
  return {
    platform: { value: { latencyMs, projects: names.length } },
    permissions: { value: { asked: asked.length, all: names, unread, roles: 'error' in roles ? null : roles.value } },
  };
};

const platformLines = async (line: CommandLine, flags: ConnectionFlags, all: boolean): Promise<StatusLine[]> => {
  const opened = await learn(async () => connect(flags, line.environment, line.signal));
  const asked =
    'error' in opened
      ? { platform: opened, permissions: { error: 'no project could be asked' } }
      : await askPlatform(opened.value.client, systemClock, all).finally(() => opened.value.client.close());
  return [
    lineOf('platform', asked.platform, judgePlatform, 'mend that: every run would fail likewise'),
    lineOf('permissions', asked.permissions, judgePermissions, 'see the line of the platform'),
  ];
};

/**
 * Looks at the local face: the token and the store of this machine, and the platform by reads alone.
 * @throws UsageError when no platform or organization is given
 */
export const localStatus = async (
  line: CommandLine,
  flags: ConnectionFlags,
  { all, maxAgeHours }: StatusOptions,
): Promise<StatusLine[]> => {
  const { organization } = addressFrom(flags, line.environment, line.signal);
  const { profile } = wireProfileFrom(flags, line.environment);
  const store = openStore(flags, line.environment, organization);
  const nowMs = systemClock.now();
  const report = await learn(() => readReport(store));
  const lease = await learn(() => readLease(store, nowMs));
  const mode = await learn(() => readMode(store));
  // Nobody has to have run anything here; a run that there was goes stale.
  const longestMsAgo = (isThere: boolean): number | null => {
    if (maxAgeHours !== undefined) return maxAgeHours * hourMs;
    return isThere ? dayMs : null;
  };
  const judgeReport = (found: ReportObject | null): StatusLine =>
    judgeLastRun(runFacts(found, nowMs), { longestMsAgo: longestMsAgo(found !== null), remedy: 'headroom apply' });
  return [
    await secretLine(line, flags, nowMs),
    ...(await platformLines(line, flags, all)),
    lineOf('mode', mode, (value) => judgeMode(value, false), 'headroom validate says what is wrong with a policy'),
    ok('schedules', 'nothing starts by itself on this machine'),
    lineOf('last run', report, judgeReport, 'see --store'),
    lineOf('lease', lease, judgeLease, 'see --store'),
    ok('dead letters', 'there are none on one machine'),
    judgeVersions({ headroom: version, node: process.versions.node, profile, deployed: null }),
  ];
};
