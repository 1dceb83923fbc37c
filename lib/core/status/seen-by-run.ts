import { isAboutList } from '../inventory/project-list.ts';
import type { Finding } from '../model/decision.ts';
import { inWords } from '../model/durations.ts';
import type { UnreadProject } from '../model/model.ts';
import type { Coverage } from '../notices/coverage.ts';
import { giveRole, isRefusal, unreadNames } from './platform.ts';
import { attention, namesInLine, ok, problem, type StatusLine } from './status.ts';

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
