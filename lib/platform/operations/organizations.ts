import { roleIn } from '../authentication.ts';
import { costUsd, projectCharges } from '../charges.ts';
import { settle } from '../evaluation.ts';
import { mustBeOrganization, type Operation, type OrganizationCall, organizationOperation } from '../operation.ts';
import { isoTime } from '../records.ts';
import type { Project, World } from '../world.ts';

/** The organization and its projects (platform-facts §2.3). */

const organizationAnswer = ({ organization, startMs }: World) => ({
  organization_id: organization.id,
  organization_name: organization.name,
  account_id: organization.accountId,
  tier: 'business',
  create_time: isoTime(startMs),
  update_time: isoTime(startMs),
});

/** Only the projects that the token is a member of. */
const visibleProjects = ({ world, caller }: OrganizationCall): Project[] =>
  [...world.projects.values()].filter((project) => roleIn(caller, project.name) !== undefined);

const projectAnswer = ({ organization }: World, { name, tags }: Project) => ({
  project_id: name,
  parent_id: organization.id,
  account_id: organization.accountId,
  billing_group_id: organization.billingGroupId,
  tags,
  tech_emails: [],
  end_of_life_extension: {},
});

/** The older record of a project, with every member that clients of it read. Its balance holds storage only. */
const olderProjectAnswer = ({ organization, clouds }: World, { name, tags }: Project, balance: string) => ({
  project_name: name,
  account_id: organization.accountId,
  account_name: organization.name,
  organization_id: organization.id,
  billing_group_id: organization.billingGroupId,
  billing_group_name: organization.name,
  default_cloud: [...clouds.keys()][0] ?? '',
  country: '',
  country_code: '',
  billing_address: '',
  billing_emails: [],
  billing_currency: 'USD',
  billing_extra_text: null,
  card_info: null,
  estimated_balance: balance,
  payment_method: 'email',
  vat_id: '',
  tags,
  tech_emails: [],
  features: {},
  end_of_life_extension: {},
});

export const organizationOperations: readonly Operation[] = [
  organizationOperation({ id: 'UserOrganizationsList', method: 'GET', path: '/organizations' }, ({ world }) => ({
    organizations: [organizationAnswer(world)],
  })),

  organizationOperation({ id: 'OrganizationGet', method: 'GET', path: '/organization/:organization' }, (call) => {
    mustBeOrganization(call);
    return organizationAnswer(call.world);
  }),

  organizationOperation(
    { id: 'OrganizationProjectsList', method: 'GET', path: '/organization/:organization/projects' },
    (call) => {
      mustBeOrganization(call);
      const projects = visibleProjects(call).map((project) => projectAnswer(call.world, project));
      return { projects, total_project_count: projects.length };
    },
  ),

  organizationOperation({ id: 'ProjectList', method: 'GET', path: '/project' }, (call) => {
    const projects = visibleProjects(call);
    for (const project of projects) settle(call.world, project, call.nowMs);
    const roles = projects.map(({ name }) => [name, roleIn(call.caller, name)] as const);
    return {
      projects: projects.map((project) => olderProjectAnswer(call.world, project, costUsd(projectCharges(project)))),
      project_membership: Object.fromEntries(roles),
      project_memberships: Object.fromEntries(roles.map(([name, role]) => [name, [role]])),
    };
  }),
];
