import * as z from 'zod';
import * as part from './parts.ts';

/** Organizations and projects (pf 2.3), clouds and networks. */

export const organization = z.strictObject({
  ...part.texts('organization_id', 'organization_name', 'account_id'),
  tier: z.enum(['business', 'personal']),
  ...part.times('create_time', 'update_time'),
});

export const organizations = part.listed('organizations', organization);

/** Clouds; region and provider derive from the description (pf 2.14). */
export const clouds = part.listed(
  'clouds',
  z.strictObject(part.texts('cloud_name', 'cloud_description', 'geo_region', 'provider', 'provider_description')),
);

/** VPCs of a project (pf 2.14). */
export const vpcs = part.listed(
  'vpcs',
  z.strictObject({
    ...part.texts('cloud_name'),
    ...part.times('create_time'),
    ...part.texts('network_cidr', 'project_vpc_id', 'state'),
    ...part.times('update_time'),
  }),
);

/** Static addresses of a project (pf 2.15). */
export const staticIps = z.strictObject({ static_ips: part.none });

/** A project in the list of an organization. */
export const project = z.strictObject({
  ...part.texts('project_id', 'parent_id', 'account_id', 'billing_group_id'),
  tags: part.tags,
  tech_emails: part.techEmails,
  base_port: z.int().optional(),
  end_of_life_extension: part.nothing,
});

export const organizationProjects = z.strictObject({
  projects: z.array(project),
  total_project_count: z.int().nonnegative(),
});

/** A single project has more members than one in the list. */
export const singleProject = z.strictObject({
  ...project.shape,
  ...part.texts('organization_id'),
  features: part.nothing,
});

/** The legacy project record. */
const olderProject = z.strictObject({
  ...part.texts(
    'project_name',
    'account_id',
    'account_name',
    'organization_id',
    'billing_group_id',
    'billing_group_name',
  ),
  ...part.texts('default_cloud', 'country', 'country_code', 'billing_address'),
  billing_emails: part.none,
  ...part.texts('billing_currency'),
  ...part.textsOrNull('billing_extra_text'),
  card_info: z.null(),
  ...part.amounts('estimated_balance', 'estimated_balance_local', 'available_credits'),
  ...part.texts('payment_method', 'vat_id', 'zip_code', 'city', 'company', 'state'),
  address_lines: part.none,
  ...part.timesOrNull('trial_expiration_time'),
  tags: part.tags,
  tech_emails: part.techEmails,
  features: part.nothing,
  end_of_life_extension: part.nothing,
});

export const oneOlderProject = z.strictObject({ project: olderProject });

const role = z.enum(['operator', 'read_only']);

/** Roles by project, in the two forms that clients read. */
export const memberships = {
  project_membership: z.record(z.string(), role),
  project_memberships: z.record(z.string(), z.array(role)),
};

export const changedOlderProject = oneOlderProject.extend({ message: z.string() });
export const projectCa = z.strictObject({ certificate: z.string() });

/** The people of an organization; there are no groups. */
export const users = part.listed(
  'users',
  z.strictObject({
    ...part.texts('user_id'),
    ...part.switches('is_super_admin'),
    ...part.times('join_time'),
    ...part.timesOrNull('last_activity_time'),
    user_info: z.strictObject({
      ...part.texts('user_email', 'real_name', 'state'),
      ...part.times('create_time'),
      ...part.switches('is_application_user', 'managed_by_scim'),
      ...part.texts('managing_organization_id'),
    }),
  }),
);
export const userGroups = z.strictObject({ user_groups: part.none });

const account = z.strictObject({
  ...part.texts('account_id', 'account_name', 'account_owner_team_id', 'organization_id'),
  ...part.texts('root_account_id', 'primary_billing_group_id'),
  ...part.textsOrNull('parent_account_id'),
  ...part.switches('is_account_owner'),
  ...part.times('create_time', 'update_time'),
});

export const accounts = part.listed('accounts', account);
export const oneAccount = z.strictObject({ account });

export const projectUsers = z.strictObject({
  users: z.array(
    z.strictObject({
      ...part.texts('user_email', 'real_name'),
      member_type: role,
      auth: z.array(z.string()),
      ...part.times('create_time'),
      ...part.switches('billing_contact'),
      ...part.textsOrNull('team_id', 'team_name'),
    }),
  ),
  ...part.emptyLists('invitations', 'group_users'),
});

export const projects = z.strictObject({ projects: z.array(olderProject), ...memberships });

export const projectTags = z.strictObject({ tags: part.tags });
