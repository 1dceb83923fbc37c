import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import type { Snapshot, UnreadProject } from '../model/model.ts';
import { counted, namesText } from '../model/visible-text.ts';

/**
 * The finding about an unread project.
 * @param isRemembered whether its last record counts in budgets
 */
export const unreadFinding =
  (isRemembered: (project: string) => boolean) =>
  ({ project, error, message }: UnreadProject): Finding => {
    const counts = isRemembered(project) ? '; its last record counts in budgets' : '';
    return {
      code: 'project-unread',
      project,
      service: '',
      message: `The project could not be read, so nothing in it is changed${counts}: ${error}: ${message}`,
    };
  };

const mostNames = 5;

/** One finding for all projects of which the platform did not list the alerts, although they have disks. */
export const alertsUnlisted = (snapshots: readonly Pick<Snapshot, 'project' | 'services' | 'alerts'>[]): Finding[] => {
  const names = snapshots
    .filter(({ alerts, services }) => alerts === undefined && services.some(({ diskMb }) => diskMb !== 0))
    .map(({ project }) => project)
    .sort();
  if (names.length === 0) return [];
  const message =
    `The platform did not list the alerts of ${counted(names.length, 'project')} (${namesText(names, mostNames)}). ` +
    'Only measurements say how full their disks are, and a disk that does not grow is noticed late. ' +
    'Permit the token to read alerts; headroom status tries it.';
  return [findingAt(everywhere, 'alerts-unlisted', message)];
};
