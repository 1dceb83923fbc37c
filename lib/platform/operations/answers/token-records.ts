import type { Caller, PlatformState, Token, User } from '../../state/state.ts';
import { membershipsOf, projectsOf } from './project-records.ts';
import { isoTime } from './records.ts';

/** Token and user records of the wire format (pf 2.10). */

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

/** A token in a list, without its secret. */
export const tokenAnswer = (token: Token, caller: Caller) => ({
  token_prefix: token.prefix,
  create_time: isoTime(token.createdMs),
  created_manually: true,
  currently_active: token.digest === caller.token.digest,
  description: token.description,
  expiry_time: isoOrNull(token.expiresMs),
  extend_when_used: token.extendWhenUsed,
  max_age_seconds: token.maxAgeSeconds,
  last_used_time: isoOrNull(token.lastUse?.atMs ?? null),
  last_ip: token.lastUse?.ip ?? null,
  last_user_agent: token.lastUse?.userAgent ?? null,
  last_user_agent_human_readable: token.lastUse?.userAgent?.split('/')[0] ?? null,
  ip_allowlist: token.ipAllowlist,
  scopes: token.scopes,
});

/** Addresses are derived from ids; the platform sends no mail. */
export const emailOf = ({ organization }: PlatformState, { id }: User): string => `${id}@${organization.id}.invalid`;

/** A super admin has the operator role everywhere. */
export const isSuperAdmin = ({ roles }: Pick<User, 'roles'>): boolean => roles.get('*') === 'operator';

/** The user of a token, with every member that clients require (pf 2.14 me; A-23). */
export const userAnswer = ({ state, caller }: { readonly state: PlatformState; readonly caller: Caller }) => {
  const { user } = caller;
  const projects = projectsOf(state, caller);
  return {
    user_id: user.id,
    user: emailOf(state, user),
    real_name: user.name,
    state: 'active',
    auth: ['token'],
    create_time: isoTime(user.createdMs),
    token_validity_begin: isoTime(user.createdMs),
    features: {},
    invitations: [],
    managed_by_scim: false,
    managing_organization_id: state.organization.id,
    ...membershipsOf(caller, projects),
    projects: projects.map(({ name }) => name),
    tenant: 'main',
  };
};

export const applicationUserAnswer = (state: PlatformState, user: User) => ({
  user_id: user.id,
  user_email: emailOf(state, user),
  name: user.name,
  is_super_admin: isSuperAdmin(user),
  create_time: isoTime(user.createdMs),
});
