import { estimatedBalance } from '../../autoscaler/charges.ts';
import { roleIn } from '../../state/authentication.ts';
import type { Caller, PlatformState, Project } from '../../state/state.ts';

/** Project records of the wire format (pf 2.3). */

/** The project record in a list of an organization's projects. */
export const projectAnswer = ({ organization }: PlatformState, project: Project) => ({
  project_id: project.name,
  parent_id: organization.id,
  account_id: organization.accountId,
  billing_group_id: organization.billingGroupId,
  ...(project.basePort === null ? {} : { base_port: project.basePort }),
  tags: project.tags,
  tech_emails: project.techEmails,
  end_of_life_extension: {},
});

/** The project record of a single-project answer. */
export const singleProjectAnswer = (state: PlatformState, project: Project) => ({
  ...projectAnswer(state, project),
  organization_id: state.organization.id,
  features: {},
});

/** The legacy project record, with every member that its clients read; the project must be evaluated. */
export const olderProjectAnswer = (state: PlatformState, project: Project, nowMs: number) => {
  const { organization, clouds } = state;
  const balance = estimatedBalance([project], nowMs);
  return {
    project_name: project.name,
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
    estimated_balance_local: balance,
    available_credits: '0.00',
    payment_method: 'email',
    vat_id: '',
    zip_code: '',
    city: '',
    company: '',
    state: '',
    address_lines: [],
    tags: project.tags,
    tech_emails: project.techEmails,
    features: {},
    end_of_life_extension: {},
    trial_expiration_time: null,
  };
};

/** Only the projects that the caller is a member of. */
export const projectsOf = (state: PlatformState, caller: Caller): Project[] =>
  [...state.projects.values()].filter((project) => roleIn(caller, project.name) !== undefined);

/** The roles of a caller, in the two forms that project lists carry. */
export const membershipsOf = (caller: Caller, projects: readonly Project[]) => {
  const roles = projects.map(({ name }) => [name, roleIn(caller, name)] as const);
  return {
    project_membership: Object.fromEntries(roles),
    project_memberships: Object.fromEntries(roles.map(([name, role]) => [name, [role]])),
  };
};
