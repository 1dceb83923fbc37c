import type { Finding } from '../model/decision.ts';
import type { UnreadProject } from '../model/model.ts';

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
