import { estimatedBalance } from '../autoscaler/charges.ts';
import { evaluateUntil } from '../autoscaler/evaluation.ts';
import { billingGroupNotFound } from '../protocol/refusal.ts';
import type { PlatformState } from '../state/state.ts';
import { isoTime } from './answers/records.ts';
import { type Answer, mustHaveRoleEverywhere, type Operation, type OrganizationCall, operation } from './operation.ts';

/** The billing group of the organization (pf 2.9; A-28). */

const collection = '/billing-group';
const single = `${collection}/:group` as const;
const ofOwner = '/organization/:organization/billing-group' as const;

/** The platform sends no bills, but clients expect the members of an address (pf 2.14 billing groups; A-28). */
const noAddress = {
  address_lines: [],
  card_info: null,
  city: '',
  company: '',
  country: '',
  country_code: '',
  state: '',
  vat_id: '',
  zip_code: '',
};

/** Members of both the legacy and the current record. */
const sharedMembers = ({ organization, startMs }: PlatformState) => ({
  billing_group_id: organization.billingGroupId,
  billing_group_name: organization.name,
  billing_address_id: `${organization.id}-address`,
  shipping_address_id: `${organization.id}-address`,
  billing_contact_emails: [],
  billing_emails: [],
  create_time: isoTime(startMs),
});

const groupAnswer = ({ state, nowMs }: OrganizationCall) => {
  const { organization } = state;
  const balance = estimatedBalance(state.projects.values(), nowMs);
  return {
    ...sharedMembers(state),
    ...noAddress,
    account_id: organization.accountId,
    account_name: organization.name,
    billing_currency: 'USD',
    billing_extra_text: '',
    estimated_balance_usd: balance,
    estimated_balance_local: balance,
    payment_method: 'email',
    billing_type: 'invoice',
  };
};

const currentGroup = ({ state }: OrganizationCall) => ({
  ...sharedMembers(state),
  organization_id: state.organization.id,
});

/** A read of all charges up to now; a named group must be the one that exists. */
const billingRead = (id: string, path: `/${string}`, answer: (call: OrganizationCall) => Answer): Operation =>
  operation(id, `GET ${path}`, (call: OrganizationCall) => {
    const { state, nowMs, params } = call;
    mustHaveRoleEverywhere(call);
    if (params.group !== undefined && params.group !== state.organization.billingGroupId) {
      throw billingGroupNotFound(params.group);
    }
    for (const project of state.projects.values()) evaluateUntil(state, project, nowMs);
    return answer(call);
  });

export const billingOperations: readonly Operation[] = [
  billingRead('BillingGroupList', collection, (call) => ({ billing_groups: [groupAnswer(call)] })),

  billingRead('BillingGroupGet', single, (call) => ({ billing_group: groupAnswer(call) })),

  // The current record has no estimate.
  billingRead('OrganizationBillingGroupList', `${ofOwner}s`, (call) => ({ billing_groups: [currentGroup(call)] })),
  billingRead('OrganizationBillingGroupGet', `${ofOwner}/:group`, currentGroup),
];
