import type { UnreadProject } from '../model/model.ts';
import { attention, inWords, ok, problem, type StatusLine } from './status.ts';

/** One real read with the token in use. */
export interface PlatformFacts {
  readonly latencyMs: number;
  /** Projects of the organization that the token sees. */
  readonly projects: number;
}

/** A read that takes longer makes every run long. */
const slowMs = 5_000;

/** Whether the platform answers the token, how fast, and with anything at all. */
export const judgePlatform = ({ latencyMs, projects }: PlatformFacts): StatusLine => {
  const says = `answered in ${latencyMs} ms; ${projects} ${projects === 1 ? 'project' : 'projects'}`;
  if (projects === 0) {
    return problem('platform', says, "give the token's owner the operator role for the organization and its projects");
  }
  return latencyMs > slowMs
    ? attention('platform', says, 'look at the network, and at the status page of the platform')
    : ok('platform', says);
};

/** What was read of some projects, and the roles in all of them, to see whether the token may read and write. */
export interface PermissionFacts {
  readonly asked: number;
  /** Every project, by name. */
  readonly all: readonly string[];
  readonly unread: readonly UnreadProject[];
  /** Roles of the token's owner by project; null where the platform does not show them. */
  readonly roles: ReadonlyMap<string, readonly string[]> | null;
}

/** So many names are enough to begin with. */
const mostNames = 3;

const listed = (names: readonly string[]): string => {
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const named = (projects: readonly UnreadProject[]): string => listed(projects.map(({ project }) => project));

const isRefusal = ({ error }: UnreadProject): boolean => error === 'PlatformForbidden';

/** Roles that may change integrations and endpoints (spec.md §5 permission), and the one that surely may not. */
const writing: ReadonlySet<string> = new Set(['operator', 'admin']);
const reading = 'read_only';

interface Roles {
  /** Projects in which the owner of the token may only read. */
  readonly readOnly: readonly string[];
  /** Projects of which nobody here can say whether the token may write there. */
  readonly unknown: readonly string[];
}

const judgeRoles = ({ all, roles }: PermissionFacts): Roles => {
  const rolesIn = (project: string) => roles?.get(project) ?? [];
  const others = all.filter((project) => !rolesIn(project).some((role) => writing.has(role)));
  const isReadOnly = (project: string) =>
    rolesIn(project).length > 0 && rolesIn(project).every((role) => role === reading);
  return { readOnly: others.filter(isReadOnly), unknown: others.filter((project) => !isReadOnly(project)) };
};

const giveRole = "give the token's owner the operator role there";

/** Projects that the token may not read, or not write to: they are left as they are until it may. */
export const judgePermissions = (facts: PermissionFacts): StatusLine => {
  const { asked, all, unread } = facts;
  const projects = all.length === 1 ? '1 project' : `${all.length} projects`;
  const were = all.length === 1 ? 'was' : 'were';
  const scope = `${asked < all.length ? `${asked} of` : 'all'} ${projects} ${were} asked`;
  const refused = unread.filter(isRefusal);
  if (refused.length > 0) {
    const says = `${refused.length} refused: ${named(refused)}; ${scope}`;
    return problem('permissions', says, giveRole);
  }
  const { readOnly, unknown } = judgeRoles(facts);
  if (readOnly.length > 0) {
    const says = `the role ${reading} allows no change in ${readOnly.length} of ${projects}: ${listed(readOnly)}`;
    return problem('permissions', says, giveRole);
  }
  const first = unread[0];
  if (first !== undefined) {
    const says = `${unread.length} not read: ${named(unread)}; ${scope}`;
    return attention('permissions', says, `look at the first one: ${first.message}`);
  }
  const more = asked < all.length ? '; --all asks the others too' : '';
  const can = `services and endpoints can be read; ${scope}${more}`;
  if (unknown.length > 0) {
    const says = `${can}; no role that allows changes is shown for ${unknown.length}: ${listed(unknown)}`;
    return attention('permissions', says, "see that the token's owner has the operator role there");
  }
  return ok('permissions', `${can}; its role allows changes in every project`);
};

/** How the last run found the platform, where nobody but the functions has the token. */
export interface SeenByRun {
  readonly endedMsAgo: number;
  /** Name and text of the error that ended the run; null when none did. */
  readonly error: { readonly name: string; readonly message: string } | null;
  readonly unread: readonly UnreadProject[];
  /** Projects in which the platform refused a change of the run. */
  readonly refusedWrites: readonly string[];
}

const isPlatformError = (name: string): boolean => name.startsWith('Platform') || name === 'NoProjects';

/** The platform as the last run met it. */
export const judgePlatformByRun = ({ endedMsAgo, error }: SeenByRun): StatusLine => {
  const seen = `as the last run met it ${inWords(endedMsAgo)} ago`;
  if (error !== null && isPlatformError(error.name)) {
    return problem('platform', `${error.name}: ${error.message}; ${seen}`, 'see docs/runbook.md#run-failed');
  }
  return error === null
    ? ok('platform', `answered; ${seen}`)
    : attention('platform', `the run failed before it could tell; ${seen}`, 'see the line of the last run');
};

/** Permissions as the last run met them. */
export const judgePermissionsByRun = ({ endedMsAgo, unread, refusedWrites }: SeenByRun): StatusLine => {
  const seen = `as the last run met it ${inWords(endedMsAgo)} ago`;
  if (refusedWrites.length > 0) {
    const says = `${refusedWrites.length} refused a change: ${listed(refusedWrites)}; ${seen}`;
    return problem('permissions', says, giveRole);
  }
  if (unread.length === 0) return ok('permissions', `no project refused; ${seen}`);
  const says = `${unread.length} not read: ${named(unread)}; ${seen}`;
  return unread.some(isRefusal)
    ? problem('permissions', says, 'see docs/runbook.md#projects-unread')
    : attention('permissions', says, 'see docs/runbook.md#projects-unread');
};
