import type { UnreadProject } from './model.ts';
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

/** What was read of some projects, to see whether the token may. */
export interface PermissionFacts {
  readonly asked: number;
  readonly all: number;
  readonly unread: readonly UnreadProject[];
}

/** So many names are enough to begin with. */
const mostNames = 3;

const named = (projects: readonly UnreadProject[]): string =>
  [
    projects
      .slice(0, mostNames)
      .map(({ project }) => project)
      .join(', '),
    projects.length > mostNames ? ` and ${projects.length - mostNames} more` : '',
  ].join('');

const isRefusal = ({ error }: UnreadProject): boolean => error === 'PlatformForbidden';

/** Projects that the token may not read: they are left as they are until it may. */
export const judgePermissions = ({ asked, all, unread }: PermissionFacts): StatusLine => {
  const scope = asked < all ? `${asked} of ${all} projects were asked` : `all ${all} projects were asked`;
  const refused = unread.filter(isRefusal);
  if (refused.length > 0) {
    const says = `${refused.length} refused: ${named(refused)}; ${scope}`;
    return problem('permissions', says, "give the token's owner the operator role there");
  }
  const first = unread[0];
  if (first !== undefined) {
    const says = `${unread.length} not read: ${named(unread)}; ${scope}`;
    return attention('permissions', says, `look at the first one: ${first.message}`);
  }
  const more = asked < all ? '; --all asks the others too' : '';
  return ok('permissions', `services and endpoints can be read; ${scope}${more}`);
};

/** How the last run found the platform, where nobody but the functions has the token. */
export interface SeenByRun {
  readonly endedMsAgo: number;
  /** Name and text of the error that ended the run; null when none did. */
  readonly error: { readonly name: string; readonly message: string } | null;
  readonly unread: readonly UnreadProject[];
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
export const judgePermissionsByRun = ({ endedMsAgo, unread }: SeenByRun): StatusLine => {
  const seen = `as the last run met it ${inWords(endedMsAgo)} ago`;
  if (unread.length === 0) return ok('permissions', `no project refused; ${seen}`);
  const says = `${unread.length} not read: ${named(unread)}; ${seen}`;
  return unread.some(isRefusal)
    ? problem('permissions', says, 'see docs/runbook.md#projects-unread')
    : attention('permissions', says, 'see docs/runbook.md#projects-unread');
};
