import type { Platform } from '../../ports.ts';
import { events, organizationProjects, projectTags } from '../../wire/records.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';
import { get } from './requests.ts';
import { toEvent } from './to-model.ts';

/** GET /organization/{organization}/projects (pf 2.3). */
export const listProjects =
  (caller: Caller, organization: string): Platform['listProjects'] =>
  async () =>
    caller.send(
      {
        method: 'GET',
        path: path`/organization/${organization}/projects`,
        kind: 'read',
        ifMissing: 'check the organization and the base URL',
      },
      answerAs(organizationProjects, ({ projects, beyond }) => ({
        projects: projects.map((project) => ({ name: project?.project_id ?? '', tags: project?.tags ?? null })),
        beyond,
      })),
    );

/** What the client reads of one project. */
export const projectOperations = (caller: Caller) =>
  ({
    /** GET /project/{project}/tags (pf 2.5). */
    listProjectTags: async (project) => get(caller, path`/project/${project}/tags`, projectTags, ({ tags }) => tags),
    /** GET /project/{project}/events, newest first (pf 2.6). */
    listEvents: async (project) =>
      get(caller, path`/project/${project}/events`, events, (answer) => answer.events.map(toEvent)),
  }) satisfies Partial<Platform>;
