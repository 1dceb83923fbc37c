import type * as z from 'zod';
import * as billing from '../../wire/answers/billing.ts';
import * as integrations from '../../wire/answers/integrations.ts';
import * as measurements from '../../wire/answers/measurements.ts';
import * as organizations from '../../wire/answers/organizations.ts';
import { message } from '../../wire/answers/parts.ts';
import * as services from '../../wire/answers/services.ts';
import * as tokens from '../../wire/answers/tokens.ts';

/**
 * What the OpenAPI document says of an operation beside its entry in the operation table. Sources are `§n` of the specification,
 * `pf n` of the platform facts (docs/sources) and `A-n` of docs/assumptions.md.
 */
type Description = readonly [
  summary: string,
  source: string,
  /** Absent if success has no body. */
  answer?: z.ZodType,
  /** Supported query parameters; all others are ignored. */
  query?: Readonly<Record<string, string>>,
];

/** By OperationId; every operation has one. */
export const descriptions: Readonly<Record<string, Description>> = {
  UserOrganizationsList: ['List the organizations of the caller', 'pf 2.3', organizations.organizations],
  OrganizationGet: ['Get an organization', 'pf 2.3', organizations.organization],
  OrganizationProjectsList: ['List the projects of an organization', 'pf 2.3', organizations.organizationProjects],
  OrganizationProjectsCreate: ['Create a project', 'pf 2.3; A-29', organizations.singleProject],
  OrganizationProjectsGet: ['Get a project of an organization', 'pf 2.3', organizations.singleProject],
  OrganizationProjectsUpdate: ['Update a project and its tags', 'pf 2.3; A-29', organizations.singleProject],
  OrganizationProjectsDelete: ['Delete a project without services', 'pf 2.3; A-29'],
  OrganizationUserList: ['List the members of an organization', 'A-54', organizations.users],
  UserGroupsList: ['List the user groups of an organization', 'A-54', organizations.userGroups],
  AccountList: ['List accounts', 'A-54', organizations.accounts],
  UserCreditCardsList: ['List the cards of the caller', 'A-54', organizations.cards],
  ProjectCreate: ['Create a project in the older form', 'pf 2.3; A-29', organizations.changedOlderProject],
  ProjectUpdate: ['Update a project in the older form', 'pf 2.3; A-29', organizations.changedOlderProject],
  ProjectDelete: ['Delete a project without services', 'pf 2.3; A-29', message],
  ProjectKmsGetCA: ['Get the certificate of the authority of a project', 'A-29', organizations.projectCa],
  ProjectUserList: ['List the users of a project', 'A-54', organizations.projectUsers],
  ProjectList: ["List projects with the caller's roles in them", 'pf 2.3', organizations.projects],
  ProjectGet: ['Get a project in the legacy form', 'pf 2.3', organizations.oneOlderProject],
  ProjectTagsList: ['Get the tags of a project', 'pf 2.5', organizations.projectTags],
  ProjectTagsReplace: ['Replace all tags of a project', 'pf 2.5', message],
  ProjectTagsUpdate: ['Update tags of a project; null removes a tag', 'pf 2.5', message],
  ProjectGetEventLogs: [
    'Read the event log of a project, newest first',
    'pf 2.6; A-16',
    measurements.events,
    { limit: 'Maximum number of events' },
  ],
  ProjectAlertsList: ['List active alerts of a project', 'pf 2.6; A-26', measurements.alerts],

  ServiceIntegrationEndpointList: ['List integration endpoints of a project', '§4.7; pf 2.1', integrations.endpoints],
  ServiceIntegrationEndpointGet: ['Get an integration endpoint', '§4.7; pf 2.1', integrations.oneEndpoint],
  ServiceIntegrationEndpointCreate: [
    'Create an integration endpoint with the maximum of disk autoscaling',
    '§2.1, §4',
    integrations.oneEndpoint,
  ],
  ServiceIntegrationEndpointUpdate: ['Change the maximum of an endpoint', '§2.1, §4', integrations.oneEndpoint],
  ServiceIntegrationEndpointDelete: ['Delete an integration endpoint', '§4', message],
  ServiceIntegrationEndpointTypes: ['List types of integration endpoints', 'pf 2.11', integrations.endpointTypes],
  ServiceIntegrationCreate: [
    'Connect a service to an endpoint: enables the disk autoscaler',
    '§2.2, §3, §4',
    integrations.oneIntegration,
  ],
  ServiceIntegrationGet: ['Get an integration', '§4.7; pf 2.2', integrations.oneIntegration],
  ServiceIntegrationUpdate: ['Update the options of an integration', 'pf 2.2', integrations.oneIntegration],
  ServiceIntegrationDelete: ['Delete an integration: disables the disk autoscaler', '§3, §4', message],
  ServiceIntegrationList: [
    'List integrations of a service, including possible ones that are not enabled',
    '§4.7; pf 2.2',
    integrations.integrations,
  ],
  ServiceIntegrationTypes: ['List types of integrations', 'pf 2.11', integrations.integrationTypes],

  ServiceList: ['List services of a project with tags and integrations', 'pf 2.4', services.services],
  ServiceGet: ['Get a service with tags and integrations', 'pf 2.4', services.oneService],
  ServiceCreate: ['Create a service', '§2.4; pf 2.4; A-10', services.oneService],
  ServiceUpdate: ['Update a service and its configuration', '§2.4, §4.6; pf 1.3; A-10, A-49', services.oneService],
  ServiceBackupsGet: ['List the backups of a service', 'pf 2.15; A-52', services.backups],
  ServiceDelete: ['Delete a service', 'pf 2.4; A-10', message],
  ServiceMaintenanceStart: ['Start the maintenance of a service, which runs pending updates', 'pf 2.15; A-50', message],
  ProjectServiceTagsList: ['Get the tags of a service', 'pf 2.5', services.serviceTags],
  ProjectServiceTagsReplace: ['Replace all tags of a service', 'pf 2.5', message],
  ProjectServiceTagsUpdate: ['Update tags of a service; null removes a tag', 'pf 2.5', message],
  ServiceMetricsFetch: ['Read metrics of a service, including disk usage', 'pf 2.7; A-25', measurements.metrics],
  ServiceAlertsList: ['List active alerts of a service', 'pf 2.6; A-26', measurements.alerts],

  ListProjectServiceTypes: ['List service types with plans and options', 'pf 2.8; A-27', services.serviceTypes],
  ListPublicServiceTypes: ['List service types without a project', 'pf 2.8; A-27', services.serviceTypes],
  ProjectServiceTypesGet: ['Get a service type with plans and options', 'pf 3.2; A-27', services.oneServiceType],
  ListServiceVersions: ['List versions of service types', 'pf 2.14; A-27', services.serviceVersions],
  ListAccountServiceVersions: [
    'List versions of service types for an account',
    'pf 2.15; A-27',
    services.serviceVersions,
  ],
  ListClouds: ['List clouds', 'pf 2.14; A-27', organizations.clouds],
  ListProjectClouds: ['List clouds that a project may use', 'pf 2.14; A-27', organizations.clouds],
  VpcList: ['List VPCs of a project', 'pf 2.14; A-30', organizations.vpcs],
  StaticIPList: ['List static addresses of a project', 'pf 2.15; A-30', organizations.staticIps],
  ProjectServicePlanList: ['List plans of a service type with sizes and prices', 'pf 2.8', services.servicePlans],
  ProjectServicePlanSpecsGet: ['Get the sizes of a plan', 'pf 2.8; A-13', services.planSpecification],
  ProjectServicePlanPriceGet: ['Get the price of a plan in a cloud', 'pf 2.8', services.planPrice],

  BillingGroupList: [
    'List billing groups with the balance of the current month',
    'pf 2.9; A-28',
    billing.billingGroups,
  ],
  BillingGroupGet: [
    'Get a billing group with the balance of the current month',
    'pf 2.9; A-28',
    billing.oneBillingGroup,
  ],
  OrganizationBillingGroupGet: [
    'Get a billing group of an organization',
    'pf 2.9; A-28',
    billing.organizationBillingGroup,
  ],
  BillingGroupProjectList: ['List projects of a billing group', 'pf 2.9; A-28', billing.billingGroupProjects],
  BillingGroupInvoiceList: ['List invoices; the current month is an estimate', 'pf 2.9; A-28', billing.invoices],
  BillingGroupInvoiceLinesList: ['List the lines of an invoice', 'pf 2.9; A-28', billing.invoiceLines],
  BillingGroupCreditsList: ['List credits of a billing group', 'pf 2.9; A-28', billing.credits],
  OrganizationBillingGroupList: [
    'List billing groups of an organization',
    'pf 2.9; A-28',
    billing.organizationBillingGroups,
  ],

  UserInfo: ['Get the user of the token', 'pf 2.10, 2.14; A-23', tokens.me],
  AccessTokenCreate: ['Create an access token; the answer shows it once', 'pf 2.10; A-22', tokens.createdToken],
  AccessTokenList: ['List access tokens of the caller', 'pf 2.10', tokens.tokens],
  AccessTokenUpdate: ['Change the description of an access token', 'pf 2.10', tokens.changedToken],
  AccessTokenRevoke: ['Revoke an access token', 'pf 2.10', message],
  ApplicationUserCreate: ['Create an application user', 'pf 2.10; A-23', tokens.applicationUser],
  ApplicationUsersList: ['List application users', 'pf 2.10', tokens.applicationUsers],
  ApplicationUserGet: ['Get an application user', 'pf 2.10', tokens.applicationUser],
  ApplicationUserUpdate: ['Update an application user', 'pf 2.10; A-23', tokens.applicationUser],
  ApplicationUserDelete: ['Delete an application user and its tokens', 'pf 2.10, 2.14'],
  ApplicationUserAccessTokenCreate: [
    'Create a token of an application user; the answer shows it once',
    'pf 2.10',
    tokens.createdApplicationToken,
  ],
  ApplicationUserAccessTokensList: ['List tokens of an application user', 'pf 2.10', tokens.tokens],
  ApplicationUserAccessTokenDelete: ['Revoke a token of an application user', 'pf 2.10'],
  OrganizationUserTokensList: ['List tokens of a member', 'pf 2.10', tokens.tokens],
  OrganizationUserRevokeToken: ['Revoke a token of a member', 'pf 2.10, 2.14'],
};
