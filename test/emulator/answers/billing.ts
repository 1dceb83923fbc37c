import * as z from 'zod';
import { amounts, listed, none, tags, techEmails, texts, time, times, timesOrNull } from './parts.ts';

/** Billing groups, invoices and credits (pf 2.9, 2.14). */

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

export const billingGroupProjects = listed(
  'projects',
  z.strictObject({ ...texts('project_name'), ...amounts('estimated_balance', 'available_credits') }),
);

export const invoices = listed(
  'invoices',
  z.strictObject({
    ...texts('invoice_number', 'billing_group_id', 'billing_group_name'),
    billing_group_state: z.enum(['active', 'deleted']),
    ...texts('currency'),
    ...times('period_begin', 'period_end'),
    state: z.enum(['estimate', 'due', 'mailed', 'paid']),
    ...amounts('total_inc_vat', 'total_vat_zero'),
    ...texts('download_cookie'),
    ...timesOrNull('issue_date', 'due_date', 'generated_at'),
  }),
);

export const invoiceLines = listed(
  'lines',
  z.strictObject({
    ...texts('line_type', 'description'),
    ...amounts('line_total_usd', 'line_total_local'),
    ...texts('local_currency', 'project_name', 'service_name', 'service_plan', 'service_type', 'cloud_name'),
    ...times('timestamp_begin', 'timestamp_end'),
    tags,
  }),
);

export const credits = z.strictObject({ credits: none });

/** The current record of a billing group has no estimate. */
export const organizationBillingGroup = z.strictObject({ ...shared, ...texts('organization_id') });
export const organizationBillingGroups = listed('billing_groups', organizationBillingGroup);
