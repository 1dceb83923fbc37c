import { isIP } from 'node:net';
import * as z from 'zod';

/** Bodies of the operations on access tokens and application users (pf 2.10). */

const resources = [
  'accounts',
  'authentication',
  'billing',
  'payments',
  'privatelink',
  'projects',
  'scim',
  'services',
  'static_ips',
  'tickets',
  'user',
];

/** `all`, and each resource alone, with `:read` and with `:write`. */
const tokenScopes: readonly string[] = [
  'all',
  ...resources.flatMap((resource) => [resource, `${resource}:read`, `${resource}:write`]),
];

const isAddressBlock = (text: string): boolean => {
  const [address = '', bits = '', ...rest] = text.split('/');
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= widest;
};

const addressBlock = z
  .string()
  .max(43)
  .refine(isAddressBlock, 'must be an address block, such as 10.0.0.0/8 or 2001:db8::/32');

/** A description for people: printable, not empty. */
const description = z.string().regex(/^[^\p{Cc}]{1,1000}$/u, 'must be 1-1000 printable characters');

/** AccessTokenCreate, and the same for an application user. The platform checks the bounds of the age. */
export const accessTokenCreate = z.object({
  description,
  max_age_seconds: z.int().nullish(),
  extend_when_used: z.boolean().nullish(),
  ip_allowlist: z.array(addressBlock).max(100).nullish(),
  scopes: z
    .array(z.string().refine((scope) => tokenScopes.includes(scope), 'is an unknown scope'))
    .max(100)
    .nullish(),
});

/** AccessTokenUpdate: only the description can be changed later. */
export const accessTokenUpdate = z.object({ description });

const userName = z.string().regex(/^[^\p{Cc}]{1,256}$/u, 'must be 1-256 printable characters');

/** ApplicationUserCreate */
export const applicationUserCreate = z.object({ name: userName, is_super_admin: z.boolean().default(false) });

/** ApplicationUserUpdate */
export const applicationUserUpdate = z.object({ name: userName, is_super_admin: z.boolean().optional() });
