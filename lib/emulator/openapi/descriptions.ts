import type * as z from 'zod';
import * as billing from '../../wire/answers/billing.ts';
import * as integrations from '../../wire/answers/integrations.ts';
import * as measurements from '../../wire/answers/measurements.ts';
import * as organizations from '../../wire/answers/organizations.ts';
import { message } from '../../wire/answers/parts.ts';
import * as services from '../../wire/answers/services.ts';
import * as tokens from '../../wire/answers/tokens.ts';

/** OpenAPI texts and schemas of an operation that its entry in the operation table lacks. */
interface Description {
  readonly summary: string;
  /** Source: `§n` of the specification, `pf n` of the platform facts (docs/sources), `A-n` of docs/assumptions.md. */
  readonly source: string;
  /** Undefined if success has no body. */
  readonly answer: z.ZodType | undefined;
  /** Supported query parameters; all others are ignored. */
  readonly query?: Readonly<Record<string, string>>;
}

const describe = (
  summary: string,
  source: string,
  answer: z.ZodType | undefined,
  query?: Description['query'],
): Description => ({ summary, source, answer, query });

/** By OperationId; every operation has one. */
export const descriptions: Readonly<Record<string, Description>> = {
  UserOrganizationsList: describe('List the organizations of the caller', 'pf 2.3', organizations.organizations),
  OrganizationGet: describe('Get an organization', 'pf 2.3', organizations.organization),
  OrganizationProjectsList: describe(
    'List the projects of an organization',
    'pf 2.3',
    organizations.organizationProjects,
  ),
  OrganizationProjectsCreate: describe('Create a project', 'pf 2.3; A-29', organizations.singleProject),
  OrganizationProjectsGet: describe('Get a project of an organization', 'pf 2.3', organizations.singleProject),
  OrganizationProjectsUpdate: describe('Update a project and its tags', 'pf 2.3; A-29', organizations.singleProject),
  OrganizationProjectsDelete: describe('Delete a project without services', 'pf 2.3; A-29', undefined),
  OrganizationUserList: describe('List the members of an organization', 'A-54', organizations.users),
  UserGroupsList: describe('List the user groups of an organization', 'A-54', organizations.userGroups),
  AccountList: describe('List accounts', 'A-54', organizations.accounts),
  UserCreditCardsList: describe('List the cards of the caller', 'A-54', organizations.cards),
  ProjectCreate: describe('Create a project in the older form', 'pf 2.3; A-29', organizations.changedOlderProject),
  ProjectUpdate: describe('Update a project in the older form', 'pf 2.3; A-29', organizations.changedOlderProject),
  ProjectDelete: describe('Delete a project without services', 'pf 2.3; A-29', message),
  ProjectKmsGetCA: describe('Get the certificate of the authority of a project', 'A-29', organizations.projectCa),
  ProjectUserList: describe('List the users of a project', 'A-54', organizations.projectUsers),
  ProjectList: describe("List projects with the caller's roles in them", 'pf 2.3', organizations.projects),
  ProjectGet: describe('Get a project in the legacy form', 'pf 2.3', organizations.oneOlderProject),
  ProjectTagsList: describe('Get the tags of a project', 'pf 2.5', organizations.projectTags),
  ProjectTagsReplace: describe('Replace all tags of a project', 'pf 2.5', message),
  ProjectTagsUpdate: describe('Update tags of a project; null removes a tag', 'pf 2.5', message),
  ProjectGetEventLogs: describe('Read the event log of a project, newest first', 'pf 2.6; A-16', measurements.events, {
    limit: 'Maximum number of events',
  }),
  ProjectAlertsList: describe('List active alerts of a project', 'pf 2.6; A-26', measurements.alerts),

  ServiceIntegrationEndpointList: describe(
    'List integration endpoints of a project',
    '§4.7; pf 2.1',
    integrations.endpoints,
  ),
  ServiceIntegrationEndpointGet: describe('Get an integration endpoint', '§4.7; pf 2.1', integrations.oneEndpoint),
  ServiceIntegrationEndpointCreate: describe(
    'Create an integration endpoint with the maximum of disk autoscaling',
    '§2.1, §4',
    integrations.oneEndpoint,
  ),
  ServiceIntegrationEndpointUpdate: describe('Change the maximum of an endpoint', '§2.1, §4', integrations.oneEndpoint),
  ServiceIntegrationEndpointDelete: describe('Delete an integration endpoint', '§4', message),
  ServiceIntegrationEndpointTypes: describe(
    'List types of integration endpoints',
    'pf 2.11',
    integrations.endpointTypes,
  ),
  ServiceIntegrationCreate: describe(
    'Connect a service to an endpoint: enables the disk autoscaler',
    '§2.2, §3, §4',
    integrations.oneIntegration,
  ),
  ServiceIntegrationGet: describe('Get an integration', '§4.7; pf 2.2', integrations.oneIntegration),
  ServiceIntegrationUpdate: describe('Update the options of an integration', 'pf 2.2', integrations.oneIntegration),
  ServiceIntegrationDelete: describe('Delete an integration: disables the disk autoscaler', '§3, §4', message),
  ServiceIntegrationList: describe(
    'List integrations of a service, including possible ones that are not enabled',
    '§4.7; pf 2.2',
    integrations.integrations,
  ),
  ServiceIntegrationTypes: describe('List types of integrations', 'pf 2.11', integrations.integrationTypes),

  ServiceList: describe('List services of a project with tags and integrations', 'pf 2.4', services.services),
  ServiceGet: describe('Get a service with tags and integrations', 'pf 2.4', services.oneService),
  ServiceCreate: describe('Create a service', '§2.4; pf 2.4; A-10', services.oneService),
  ServiceUpdate: describe(
    'Update a service and its configuration',
    '§2.4, §4.6; pf 1.3; A-10, A-49',
    services.oneService,
  ),
  ServiceBackupsGet: describe('List the backups of a service', 'pf 2.15; A-52', services.backups),
  ServiceDelete: describe('Delete a service', 'pf 2.4; A-10', message),
  ServiceMaintenanceStart: describe(
    'Start the maintenance of a service, which runs pending updates',
    'pf 2.15; A-50',
    message,
  ),
  ProjectServiceTagsList: describe('Get the tags of a service', 'pf 2.5', services.serviceTags),
  ProjectServiceTagsReplace: describe('Replace all tags of a service', 'pf 2.5', message),
  ProjectServiceTagsUpdate: describe('Update tags of a service; null removes a tag', 'pf 2.5', message),
  ServiceMetricsFetch: describe(
    'Read metrics of a service, including disk usage',
    'pf 2.7; A-25',
    measurements.metrics,
  ),
  ServiceAlertsList: describe('List active alerts of a service', 'pf 2.6; A-26', measurements.alerts),

  ListProjectServiceTypes: describe('List service types with plans and options', 'pf 2.8; A-27', services.serviceTypes),
  ListPublicServiceTypes: describe('List service types without a project', 'pf 2.8; A-27', services.serviceTypes),
  ProjectServiceTypesGet: describe(
    'Get a service type with plans and options',
    'pf 3.2; A-27',
    services.oneServiceType,
  ),
  ListServiceVersions: describe('List versions of service types', 'pf 2.14; A-27', services.serviceVersions),
  ListAccountServiceVersions: describe(
    'List versions of service types for an account',
    'pf 2.15; A-27',
    services.serviceVersions,
  ),
  ListClouds: describe('List clouds', 'pf 2.14; A-27', organizations.clouds),
  ListProjectClouds: describe('List clouds that a project may use', 'pf 2.14; A-27', organizations.clouds),
  VpcList: describe('List VPCs of a project', 'pf 2.14; A-30', organizations.vpcs),
  StaticIPList: describe('List static addresses of a project', 'pf 2.15; A-30', organizations.staticIps),
  ProjectServicePlanList: describe(
    'List plans of a service type with sizes and prices',
    'pf 2.8',
    services.servicePlans,
  ),
  ProjectServicePlanSpecsGet: describe('Get the sizes of a plan', 'pf 2.8; A-13', services.planSpecification),
  ProjectServicePlanPriceGet: describe('Get the price of a plan in a cloud', 'pf 2.8', services.planPrice),

  BillingGroupList: describe(
    'List billing groups with the balance of the current month',
    'pf 2.9; A-28',
    billing.billingGroups,
  ),
  BillingGroupGet: describe(
    'Get a billing group with the balance of the current month',
    'pf 2.9; A-28',
    billing.oneBillingGroup,
  ),
  OrganizationBillingGroupGet: describe(
    'Get a billing group of an organization',
    'pf 2.9; A-28',
    billing.organizationBillingGroup,
  ),
  BillingGroupProjectList: describe('List projects of a billing group', 'pf 2.9; A-28', billing.billingGroupProjects),
  BillingGroupInvoiceList: describe(
    'List invoices; the current month is an estimate',
    'pf 2.9; A-28',
    billing.invoices,
  ),
  BillingGroupInvoiceLinesList: describe('List the lines of an invoice', 'pf 2.9; A-28', billing.invoiceLines),
  BillingGroupCreditsList: describe('List credits of a billing group', 'pf 2.9; A-28', billing.credits),
  OrganizationBillingGroupList: describe(
    'List billing groups of an organization',
    'pf 2.9; A-28',
    billing.organizationBillingGroups,
  ),

  UserInfo: describe('Get the user of the token', 'pf 2.10, 2.14; A-23', tokens.me),
  AccessTokenCreate: describe('Create an access token; the answer shows it once', 'pf 2.10; A-22', tokens.createdToken),
  AccessTokenList: describe('List access tokens of the caller', 'pf 2.10', tokens.tokens),
  AccessTokenUpdate: describe('Change the description of an access token', 'pf 2.10', tokens.changedToken),
  AccessTokenRevoke: describe('Revoke an access token', 'pf 2.10', message),
  ApplicationUserCreate: describe('Create an application user', 'pf 2.10; A-23', tokens.applicationUser),
  ApplicationUsersList: describe('List application users', 'pf 2.10', tokens.applicationUsers),
  ApplicationUserGet: describe('Get an application user', 'pf 2.10', tokens.applicationUser),
  ApplicationUserUpdate: describe('Update an application user', 'pf 2.10; A-23', tokens.applicationUser),
  ApplicationUserDelete: describe('Delete an application user and its tokens', 'pf 2.10, 2.14', undefined),
  ApplicationUserAccessTokenCreate: describe(
    'Create a token of an application user; the answer shows it once',
    'pf 2.10',
    tokens.createdApplicationToken,
  ),
  ApplicationUserAccessTokensList: describe('List tokens of an application user', 'pf 2.10', tokens.tokens),
  ApplicationUserAccessTokenDelete: describe('Revoke a token of an application user', 'pf 2.10', undefined),
  OrganizationUserTokensList: describe('List tokens of a member', 'pf 2.10', tokens.tokens),
  OrganizationUserRevokeToken: describe('Revoke a token of a member', 'pf 2.10, 2.14', undefined),
};
