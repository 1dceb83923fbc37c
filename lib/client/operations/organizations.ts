import * as z from 'zod';
import type { Caller } from '../transport/caller.ts';
import { get } from './requests.ts';

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
