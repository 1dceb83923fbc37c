import * as z from 'zod';
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

/** The members of GET /v1/me that Headroom reads (pf 2.14). */
const me = z.object({
  user: z.object({
    project_membership: z.record(z.string(), z.string()).nullish(),
    project_memberships: z.record(z.string(), z.array(z.string())).nullish(),
  }),
});

/** Roles of the token's owner by project, by the platform's names. */
export type OwnRoles = ReadonlyMap<string, readonly string[]>;

/** GET /me: the roles of the token's owner; one call, whatever the number of projects. */
export const ownRoles = (caller: Caller): Promise<OwnRoles> =>
  get(caller, '/me', me, ({ user }) => {
    const roles = new Map<string, readonly string[]>();
    for (const [project, role] of Object.entries(user.project_membership ?? {})) roles.set(project, [role]);
    for (const [project, all] of Object.entries(user.project_memberships ?? {})) {
      roles.set(project, [...new Set([...(roles.get(project) ?? []), ...all])]);
    }
    return roles;
  });
