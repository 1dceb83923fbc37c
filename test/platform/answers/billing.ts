import * as z from 'zod';
import { amounts, listed, techEmails, texts, time } from './parts.ts';

/** Billing groups (pf 2.9, 2.14). */

/** Members of both billing group records (pf 2.14). */
const shared = {
  ...texts('billing_group_id', 'billing_group_name', 'billing_address_id', 'shipping_address_id'),
  billing_contact_emails: techEmails,
  billing_emails: techEmails,
  create_time: time,
};

const billingGroup = z.strictObject({
  ...shared,
  ...texts('account_id', 'account_name'),
  address_lines: z.array(z.string()),
  ...texts('billing_currency', 'billing_extra_text', 'billing_type'),
  card_info: z.null(),
  ...texts('city', 'company', 'country', 'country_code'),
  ...amounts('estimated_balance_usd', 'estimated_balance_local'),
  ...texts('payment_method', 'state', 'vat_id', 'zip_code'),
});

export const billingGroups = listed('billing_groups', billingGroup);
export const oneBillingGroup = z.strictObject({ billing_group: billingGroup });

/** The current record of a billing group has no estimate. */
export const organizationBillingGroup = z.strictObject({ ...shared, ...texts('organization_id') });
export const organizationBillingGroups = listed('billing_groups', organizationBillingGroup);
