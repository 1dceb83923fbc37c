import type { ListedProject, Platform } from '../../lib/ports.ts';

/** The list of projects with other projects; nothing else of it changes. */
export const withProjectList =
  (
    { listProjects }: Pick<Platform, 'listProjects'>,
    change: (projects: readonly ListedProject[]) => readonly ListedProject[],
  ): Platform['listProjects'] =>
  async () => {
    const list = await listProjects();
    return { ...list, projects: change(list.projects) };
  };
