import { isAboutList } from '../inventory/project-list.ts';
import type { Finding } from '../model/decision.ts';
import { inWords } from '../model/durations.ts';
import type { UnreadProject } from '../model/model.ts';
import { counted } from '../model/visible-text.ts';
import type { Coverage } from '../notices/coverage.ts';
import { attention, namesInLine, ok, problem, type StatusLine } from './status.ts';

/** One real read with the current token. */
export interface PlatformFacts {
  readonly latencyMs: number;
  /** Projects of the organization that the token sees. */
  readonly projects: number;
  /** Why the platform's list of projects is only a part; null if it is whole. */
  readonly listProblem: string | null;
}

/** A slower read makes every run slow. */
const slowMs = 5_000;

/** Whether the platform accepts the token, its latency, and the number of visible projects. */
export const judgePlatform = ({ latencyMs, projects, listProblem }: PlatformFacts): StatusLine => {
  const says = `answered in ${latencyMs} ms; ${projects} ${projects === 1 ? 'project' : 'projects'}`;
  if (listProblem !== null) return attention('platform', says, listProblem);
  if (projects === 0) {
    return problem('platform', says, "give the token's owner the operator role for the organization and its projects");
  }
  return latencyMs > slowMs
    ? attention('platform', says, 'check the network and the status page of the platform')
    : ok('platform', says);
};

/** Reads of some projects and roles in all of them: they show whether the token may read and write. */
export interface PermissionFacts {
  readonly asked: number;
  /** Every project, by name. */
  readonly all: readonly string[];
  readonly unread: readonly UnreadProject[];
  /** Roles of the token's owner by project; null where the platform does not show them. */
  readonly roles: ReadonlyMap<string, readonly string[]> | null;
  /** Other reads, each tried once. */
  readonly probes: readonly ReadProbe[];
}

/** A read that has a permission of its own, tried with one project. */
export interface ReadProbe {
  /** Such as `metrics`. */
  readonly what: string;
  readonly permission: string;
  /** What runs lack without it. */
  readonly without: string;
  /** `untried`: no service has them, or the try failed for another reason. */
  readonly result: 'readable' | 'refused' | 'untried';
}

const unreadNames = (projects: readonly UnreadProject[]): string => namesInLine(projects.map(({ project }) => project));

const isRefusal = ({ error }: UnreadProject): boolean => error === 'PlatformForbidden';

/** Roles that may change integrations and endpoints (spec.md §5 permission), and the role that may not. */
const writing: ReadonlySet<string> = new Set(['operator', 'admin']);
const reading = 'read_only';

interface Roles {
  /** Projects in which the owner of the token may only read. */
  readonly readOnly: readonly string[];
  /** Projects without a known role that decides whether the token may write. */
  readonly unknown: readonly string[];
}

/** Those of the projects in which every role of the token's owner may only read. */
export const readOnlyIn = (projects: readonly string[], roles: ReadonlyMap<string, readonly string[]>): string[] =>
  projects.filter((project) => {
    const own = roles.get(project) ?? [];
    return own.length > 0 && own.every((role) => role === reading);
  });

const judgeRoles = ({ all, roles }: PermissionFacts): Roles => {
  const readOnly = readOnlyIn(all, roles ?? new Map());
  const isReadOnly = new Set(readOnly);
  const unknown = all.filter(
    (project) => !isReadOnly.has(project) && !(roles?.get(project) ?? []).some((role) => writing.has(role)),
  );
  return { readOnly, unknown };
};

const giveRole = "give the token's owner the operator role there";

/** What the token may read; what was not tried is not called readable. */
const readable = (probes: readonly ReadProbe[]): string => {
  const named = (result: ReadProbe['result']) =>
    probes.filter((probe) => probe.result === result).map(({ what }) => what);
  const can = ['services', 'endpoints', ...named('readable')];
  const untried = named('untried');
  const more = untried.length > 0 ? `; not tried: ${untried.join(' and ')}` : '';
  return `${can.slice(0, -1).join(', ')} and ${can.at(-1)} are readable${more}`;
};

/** Projects that the token may not read or write: Headroom does not change them. */
export const judgePermissions = (facts: PermissionFacts): StatusLine => {
  const { asked, all, unread, probes } = facts;
  const scope = `checked ${asked < all.length ? `${asked} of` : 'all'} ${counted(all.length, 'project')}`;
  const refused = unread.filter(isRefusal);
  if (refused.length > 0) {
    const says = `${refused.length} refused: ${unreadNames(refused)}; ${scope}`;
    return problem('permissions', says, giveRole);
  }
  const { readOnly, unknown } = judgeRoles(facts);
  if (readOnly.length > 0) {
    const says = `role ${reading} allows no changes in ${readOnly.length} of ${counted(all.length, 'project')}: ${namesInLine(readOnly)}`;
    return problem('permissions', says, giveRole);
  }
  const lacking = probes.filter(({ result }) => result === 'refused');
  if (lacking.length > 0) {
    const says = `${lacking.map(({ what, without }) => `${what} refused: ${without}`).join('; ')}; ${scope}`;
    const needed = lacking.map(({ permission }) => permission).join(' and ');
    return attention('permissions', says, `give the token's owner ${needed} (docs/permissions.md)`);
  }
  const first = unread[0];
  if (first !== undefined) {
    const says = `${unread.length} not read: ${unreadNames(unread)}; ${scope}`;
    return attention('permissions', says, `first error: ${first.message}`);
  }
  const more = asked < all.length ? '; headroom status --all checks all' : '';
  const can = `${readable(probes)}; ${scope}${more}`;
  if (unknown.length > 0) {
    const says = `${can}; no role with write access is visible for ${unknown.length}: ${namesInLine(unknown)}`;
    return attention('permissions', says, "check that the token's owner has the operator role there");
  }
  return ok('permissions', `${can}; the role allows changes in every project`);
};

/** The report of the last run, for deployments where only the functions have the token. */
interface SeenByRun {
  readonly endedAt: string;
  /** Name and text of the error that ended the run; null without one. */
  readonly error: string | null;
  readonly cause: string | null;
  readonly unread: readonly UnreadProject[];
  readonly coverage?: Pick<Coverage, 'missingPermissions'>;
  readonly plan: { readonly findings: readonly Finding[] } | null;
}

const isPlatformError = (name: string): boolean => name.startsWith('Platform') || name === 'NoProjects';

const neverCalled = (subject: 'platform' | 'permissions'): StatusLine =>
  problem(subject, 'no run has called the platform yet', 'start a run (docs/deploy.md#run-it-once)');

const sinceRun = ({ endedAt }: SeenByRun, nowMs: number): string => `${inWords(nowMs - Date.parse(endedAt))} ago`;

/** The platform in the last run. */
export const judgePlatformByRun = (run: SeenByRun | null, nowMs: number): StatusLine => {
  if (run === null) return neverCalled('platform');
  const { error, cause, plan } = run;
  const since = sinceRun(run, nowMs);
  const source = `in the last run, ${since}`;
  if (error !== null && isPlatformError(error)) {
    return problem('platform', `${error}: ${cause ?? ''}; ${source}`, 'headroom runbook run-failed');
  }
  if (error !== null) {
    return attention('platform', `unknown: the last run failed first, ${since}`, 'see the line "last run"');
  }
  const says = `answered ${source}`;
  const listed = (plan?.findings ?? []).find(isAboutList);
  return listed === undefined ? ok('platform', says) : attention('platform', says, listed.message);
};

/** Permissions in the last run. */
export const judgePermissionsByRun = (run: SeenByRun | null, nowMs: number): StatusLine => {
  if (run === null) return neverCalled('permissions');
  const { unread, coverage } = run;
  const source = `in the last run, ${sinceRun(run, nowMs)}`;
  const refused = (coverage?.missingPermissions ?? []).filter(({ to }) => to === 'write');
  if (refused.length > 0) {
    const says = `${refused.length} refused a change: ${namesInLine(refused.map(({ project }) => project))}; ${source}`;
    return problem('permissions', says, giveRole);
  }
  if (unread.length === 0) return ok('permissions', `no project refused ${source}`);
  const says = `${unread.length} not read: ${unreadNames(unread)}; ${source}`;
  return (unread.some(isRefusal) ? problem : attention)('permissions', says, 'headroom runbook projects-unread');
};
