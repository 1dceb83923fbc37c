import * as z from 'zod';
import { memberships } from './organizations.ts';
import { none, nothing, time } from './parts.ts';

/** Access tokens and their users (pf 2.10). */

/** A token in a list, without its secret. */
export const token = z.strictObject({
  token_prefix: z.string(),
  create_time: time,
  created_manually: z.boolean(),
  currently_active: z.boolean(),
  description: z.string().nullable(),
  expiry_time: time.nullable(),
  extend_when_used: z.boolean(),
  max_age_seconds: z.int().nullable(),
  last_used_time: time.nullable(),
  last_ip: z.string().nullable(),
  last_user_agent: z.string().nullable(),
  last_user_agent_human_readable: z.string().nullable(),
  ip_allowlist: z.array(z.string()).nullable(),
  scopes: z.array(z.string()).nullable(),
});

export const tokens = z.strictObject({ tokens: z.array(token) });
export const changedToken = z.strictObject({ ...token.shape, message: z.string() });
/** The only answer that contains the token. */
export const createdToken = z.strictObject({ ...changedToken.shape, full_token: z.string() });
export const createdApplicationToken = z.strictObject({ full_token: z.string(), token_prefix: z.string() });

export const applicationUser = z.strictObject({
  user_id: z.string(),
  user_email: z.string(),
  name: z.string(),
  is_super_admin: z.boolean(),
  create_time: time,
});

export const applicationUsers = z.strictObject({ application_users: z.array(applicationUser) });

export const me = z.strictObject({
  user: z.strictObject({
    user_id: z.string(),
    user: z.string(),
    real_name: z.string(),
    state: z.string(),
    auth: z.array(z.string()),
    create_time: time,
    token_validity_begin: time,
    features: nothing,
    invitations: none,
    managed_by_scim: z.boolean(),
    managing_organization_id: z.string(),
    ...memberships,
    projects: z.array(z.string()),
    tenant: z.string(),
  }),
});
