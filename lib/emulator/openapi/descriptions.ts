import type * as z from 'zod';
import * as billing from '../../wire/answers/billing.ts';
import * as integrations from '../../wire/answers/integrations.ts';
import * as measurements from '../../wire/answers/measurements.ts';
import * as organizations from '../../wire/answers/organizations.ts';
import { message } from '../../wire/answers/parts.ts';
import * as services from '../../wire/answers/services.ts';
import * as tokens from '../../wire/answers/tokens.ts';

/** What the OpenAPI document says of an operation beyond what its entry in the table holds. */
export interface Description {
  readonly summary: string;
  /** Where it is written: `§n` of spec.md, `pf n` of platform-facts, `A-n` of docs/assumptions.md. */
  readonly source: string;
  /** Undefined where success has no body. */
  readonly answer: z.ZodType | undefined;
  /** Query parameters that it heeds; any other is let pass. */
  readonly query?: Readonly<Record<string, string>>;
}

const says = (
  summary: string,
  source: string,
  answer: z.ZodType | undefined,
  query?: Description['query'],
): Description => ({ summary, source, answer, query });

/** By OperationId: one for every operation of the table. */
export const descriptions: Readonly<Record<string, Description>> = {
  UserOrganizationsList: says('List the organizations that the caller sees', 'pf 2.3', organizations.organizations),
  OrganizationGet: says('Get an organization', 'pf 2.3', organizations.organization),
  OrganizationProjectsList: says('List the projects of an organization', 'pf 2.3', organizations.organizationProjects),
  OrganizationProjectsCreate: says('Create a project', 'pf 2.3; A-29', organizations.singleProject),
  OrganizationProjectsGet: says('Get a project of an organization', 'pf 2.3', organizations.singleProject),
  OrganizationProjectsUpdate: says('Change a project, its tags too', 'pf 2.3; A-29', organizations.singleProject),
  ProjectList: says("List projects with the caller's roles in them", 'pf 2.3', organizations.projects),
  ProjectGet: says('Get a project, in the older form', 'pf 2.3', organizations.oneOlderProject),
  ProjectTagsList: says('Get the tags of a project', 'pf 2.5', organizations.projectTags),
  ProjectTagsReplace: says('Replace all tags of a project', 'pf 2.5', message),
  ProjectTagsUpdate: says('Change some tags of a project; null removes one', 'pf 2.5', message),
  ProjectGetEventLogs: says('Read the event log of a project, newest first', 'pf 2.6; A-16', measurements.events, {
    limit: 'Return no more than this many events',
  }),
  ProjectAlertsList: says('List what is alarming in a project', 'pf 2.6; A-26', measurements.alerts),

  ServiceIntegrationEndpointList: says(
    'List integration endpoints of a project',
    '§4.7; pf 2.1',
    integrations.endpoints,
  ),
  ServiceIntegrationEndpointGet: says('Get an integration endpoint', '§4.7; pf 2.1', integrations.oneEndpoint),
  ServiceIntegrationEndpointCreate: says(
    'Create an integration endpoint that holds the maximum of disk autoscaling',
    '§2.1, §4',
    integrations.oneEndpoint,
  ),
  ServiceIntegrationEndpointUpdate: says(
    'Change the maximum that an endpoint holds',
    '§2.1, §4',
    integrations.oneEndpoint,
  ),
  ServiceIntegrationEndpointDelete: says('Delete an integration endpoint', '§4', message),
  ServiceIntegrationEndpointTypes: says('List types of integration endpoints', 'pf 2.11', integrations.endpointTypes),
  ServiceIntegrationCreate: says(
    'Tie a service to an endpoint: enables the disk autoscaler',
    '§2.2, §3, §4',
    integrations.oneIntegration,
  ),
  ServiceIntegrationGet: says('Get an integration', '§4.7; pf 2.2', integrations.oneIntegration),
  ServiceIntegrationUpdate: says('Change the options of an integration', 'pf 2.2', integrations.oneIntegration),
  ServiceIntegrationDelete: says('Delete an integration: disables the disk autoscaler', '§3, §4', message),
  ServiceIntegrationList: says(
    'List integrations of a service, also those that are possible and not enabled',
    '§4.7; pf 2.2',
    integrations.integrations,
  ),
  ServiceIntegrationTypes: says('List types of integrations', 'pf 2.11', integrations.integrationTypes),

  ServiceList: says('List services of a project with tags and integrations', 'pf 2.4', services.services),
  ServiceGet: says('Get a service with tags and integrations', 'pf 2.4', services.oneService),
  ServiceCreate: says('Create a service', '§2.4; pf 2.4; A-10', services.oneService),
  ServiceUpdate: says('Change a service and its configuration', '§2.4, §4.6; pf 1.3; A-10', services.oneService),
  ServiceDelete: says('Delete a service', 'pf 2.4; A-10', message),
  ProjectServiceTagsList: says('Get the tags of a service', 'pf 2.5', services.serviceTags),
  ProjectServiceTagsReplace: says('Replace all tags of a service', 'pf 2.5', message),
  ProjectServiceTagsUpdate: says('Change some tags of a service; null removes one', 'pf 2.5', message),
  ServiceMetricsFetch: says(
    'Read metrics of a service, its use of the disk among them',
    'pf 2.7; A-25',
    measurements.metrics,
  ),
  ServiceAlertsList: says('List what is alarming in a service', 'pf 2.6; A-26', measurements.alerts),

  ListProjectServiceTypes: says('List service types with plans and options', 'pf 2.8; A-27', services.serviceTypes),
  ListPublicServiceTypes: says('List service types without naming a project', 'pf 2.8; A-27', services.serviceTypes),
  ProjectServiceTypesGet: says('Get a service type with plans and options', 'pf 3.2; A-27', services.oneServiceType),
  ListServiceVersions: says('List versions of service types', 'pf 2.14; A-27', services.serviceVersions),
  ListClouds: says('List clouds', 'pf 2.14; A-27', organizations.clouds),
  ListProjectClouds: says('List clouds that a project may use', 'pf 2.14; A-27', organizations.clouds),
  VpcList: says('List networks of a project', 'pf 2.14; A-30', organizations.vpcs),
  ProjectServicePlanList: says('List plans of a service type with sizes and prices', 'pf 2.8', services.servicePlans),
  ProjectServicePlanSpecsGet: says('Get the sizes of a plan', 'pf 2.8; A-13', services.planSpecification),
  ProjectServicePlanPriceGet: says('Get the price of a plan in a cloud', 'pf 2.8', services.planPrice),

  BillingGroupList: says('List billing groups with what the month has come to', 'pf 2.9; A-28', billing.billingGroups),
  BillingGroupGet: says('Get a billing group with what the month has come to', 'pf 2.9; A-28', billing.oneBillingGroup),
  BillingGroupProjectList: says('List projects of a billing group', 'pf 2.9; A-28', billing.billingGroupProjects),
  BillingGroupInvoiceList: says('List invoices, the running month as an estimate', 'pf 2.9; A-28', billing.invoices),
  BillingGroupInvoiceLinesList: says('List the lines of an invoice', 'pf 2.9; A-28', billing.invoiceLines),
  BillingGroupCreditsList: says('List credits of a billing group', 'pf 2.9; A-28', billing.credits),
  OrganizationBillingGroupList: says(
    'List billing groups of an organization',
    'pf 2.9; A-28',
    billing.organizationBillingGroups,
  ),

  UserInfo: says('Get the user of the token', 'pf 2.10, 2.14; A-23', tokens.me),
  AccessTokenCreate: says('Create an access token; it is shown this once', 'pf 2.10; A-22', tokens.createdToken),
  AccessTokenList: says('List access tokens of the caller', 'pf 2.10', tokens.tokens),
  AccessTokenUpdate: says('Describe an access token anew', 'pf 2.10', tokens.changedToken),
  AccessTokenRevoke: says('Revoke an access token', 'pf 2.10', message),
  ApplicationUserCreate: says('Create an application user', 'pf 2.10; A-23', tokens.applicationUser),
  ApplicationUsersList: says('List application users', 'pf 2.10', tokens.applicationUsers),
  ApplicationUserGet: says('Get an application user', 'pf 2.10', tokens.applicationUser),
  ApplicationUserUpdate: says('Change an application user', 'pf 2.10; A-23', tokens.applicationUser),
  ApplicationUserDelete: says('Delete an application user and its tokens', 'pf 2.10, 2.14', undefined),
  ApplicationUserAccessTokenCreate: says(
    'Create a token of an application user; it is shown this once',
    'pf 2.10',
    tokens.createdApplicationToken,
  ),
  ApplicationUserAccessTokensList: says('List tokens of an application user', 'pf 2.10', tokens.tokens),
  ApplicationUserAccessTokenDelete: says('Revoke a token of an application user', 'pf 2.10', undefined),
  OrganizationUserTokensList: says('List tokens of a member', 'pf 2.10', tokens.tokens),
  OrganizationUserRevokeToken: says('Revoke a token of a member', 'pf 2.10, 2.14', undefined),
};
