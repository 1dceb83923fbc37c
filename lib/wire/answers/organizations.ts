import * as z from 'zod';
import { money, none, nothing, tags, techEmails, time } from './parts.ts';

/** Organizations and projects (pf 2.3), clouds and networks. */

export const organization = z.strictObject({
  organization_id: z.string(),
  organization_name: z.string(),
  account_id: z.string(),
  tier: z.enum(['business', 'personal']),
  create_time: time,
  update_time: time,
});

export const organizations = z.strictObject({ organizations: z.array(organization) });

/** Clouds; region and provider derive from the description (pf 2.14). */
export const clouds = z.strictObject({
  clouds: z.array(
    z.strictObject({
      cloud_name: z.string(),
      cloud_description: z.string(),
      geo_region: z.string(),
      provider: z.string(),
      provider_description: z.string(),
    }),
  ),
});

/** VPCs of a project (pf 2.14). */
export const vpcs = z.strictObject({
  vpcs: z.array(
    z.strictObject({
      cloud_name: z.string(),
      create_time: time,
      network_cidr: z.string(),
      project_vpc_id: z.string(),
      state: z.string(),
      update_time: time,
    }),
  ),
});

/** Static addresses of a project (pf 2.15). */
export const staticIps = z.strictObject({ static_ips: none });

/** A project in the list of an organization. */
export const project = z.strictObject({
  project_id: z.string(),
  parent_id: z.string(),
  account_id: z.string(),
  billing_group_id: z.string(),
  tags,
  tech_emails: techEmails,
  base_port: z.int().optional(),
  end_of_life_extension: nothing,
});

export const organizationProjects = z.strictObject({
  projects: z.array(project),
  total_project_count: z.int().nonnegative(),
});

/** A single project has more members than one in the list. */
export const singleProject = z.strictObject({
  ...project.shape,
  organization_id: z.string(),
  features: nothing,
});

/** The legacy project record. */
const olderProject = z.strictObject({
  project_name: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  organization_id: z.string(),
  billing_group_id: z.string(),
  billing_group_name: z.string(),
  default_cloud: z.string(),
  country: z.string(),
  country_code: z.string(),
  billing_address: z.string(),
  billing_emails: none,
  billing_currency: z.string(),
  billing_extra_text: z.string().nullable(),
  card_info: z.null(),
  estimated_balance: money,
  estimated_balance_local: money,
  available_credits: money,
  payment_method: z.string(),
  vat_id: z.string(),
  zip_code: z.string(),
  city: z.string(),
  company: z.string(),
  state: z.string(),
  address_lines: none,
  trial_expiration_time: time.nullable(),
  tags,
  tech_emails: techEmails,
  features: nothing,
  end_of_life_extension: nothing,
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

/** The people of an organization; there are no groups and no cards. */
export const users = z.strictObject({
  users: z.array(
    z.strictObject({
      user_id: z.string(),
      is_super_admin: z.boolean(),
      join_time: time,
      last_activity_time: time.nullable(),
      user_info: z.strictObject({
        user_email: z.string(),
        real_name: z.string(),
        state: z.string(),
        is_application_user: z.boolean(),
        managed_by_scim: z.boolean(),
        managing_organization_id: z.string(),
      }),
    }),
  ),
});
export const userGroups = z.strictObject({ user_groups: none });
export const cards = z.strictObject({ cards: none });

export const accounts = z.strictObject({
  accounts: z.array(
    z.strictObject({
      account_id: z.string(),
      account_name: z.string(),
      organization_id: z.string(),
      parent_account_id: z.string().nullable(),
      create_time: time,
      update_time: time,
    }),
  ),
});

export const projectUsers = z.strictObject({
  users: z.array(
    z.strictObject({
      user_email: z.string(),
      real_name: z.string(),
      member_type: role,
      auth: z.array(z.string()),
      create_time: time,
      billing_contact: z.boolean(),
      team_id: z.string().nullable(),
      team_name: z.string().nullable(),
    }),
  ),
  invitations: none,
  group_users: none,
});

export const projects = z.strictObject({ projects: z.array(olderProject), ...memberships });

export const projectTags = z.strictObject({ tags });
