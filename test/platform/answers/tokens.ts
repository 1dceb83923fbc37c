import * as z from 'zod';
import { memberships } from './organizations.ts';
import { listed, none, nothing, switches, texts, textsOrNull, time, times, timesOrNull } from './parts.ts';

/** Access tokens and their users (pf 2.10). */

/** A token in a list, without its secret. */
export const token = z.strictObject({
  ...texts('token_prefix'),
  ...times('create_time'),
  ...switches('created_manually', 'currently_active'),
  ...textsOrNull('description'),
  ...timesOrNull('expiry_time'),
  ...switches('extend_when_used'),
  max_age_seconds: z.int().nullable(),
  ...timesOrNull('last_used_time'),
  ...textsOrNull('last_ip', 'last_user_agent', 'last_user_agent_human_readable'),
  ip_allowlist: z.array(z.string()).nullable(),
  scopes: z.array(z.string()).nullable(),
});

export const tokens = listed('tokens', token);
export const changedToken = z.strictObject({ ...token.shape, message: z.string() });
/** The only answer that contains the token. */
export const createdToken = z.strictObject({ ...changedToken.shape, full_token: z.string() });
export const createdApplicationToken = z.strictObject(texts('full_token', 'token_prefix'));

export const applicationUser = z.strictObject({
  ...texts('user_id', 'user_email', 'name'),
  ...switches('is_super_admin'),
  create_time: time,
});

export const applicationUsers = listed('application_users', applicationUser);

export const me = z.strictObject({
  user: z.strictObject({
    ...texts('user_id', 'user', 'real_name', 'state'),
    auth: z.array(z.string()),
    ...times('create_time', 'token_validity_begin'),
    features: nothing,
    invitations: none,
    ...switches('managed_by_scim'),
    ...texts('managing_organization_id'),
    ...memberships,
    projects: z.array(z.string()),
    tenant: z.string(),
  }),
});
