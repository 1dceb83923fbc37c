import * as z from 'zod';
import { money, none, tags, techEmails, time } from './parts.ts';

/** Billing groups, invoices and credits (pf 2.9, 2.14). */

/** Members of both billing group records (pf 2.14). */
const shared = {
  billing_group_id: z.string(),
  billing_group_name: z.string(),
  billing_address_id: z.string(),
  shipping_address_id: z.string(),
  billing_contact_emails: techEmails,
  billing_emails: techEmails,
  create_time: time,
};

const billingGroup = z.strictObject({
  ...shared,
  account_id: z.string(),
  account_name: z.string(),
  address_lines: z.array(z.string()),
  billing_currency: z.string(),
  billing_extra_text: z.string(),
  billing_type: z.string(),
  card_info: z.null(),
  city: z.string(),
  company: z.string(),
  country: z.string(),
  country_code: z.string(),
  estimated_balance_usd: money,
  estimated_balance_local: money,
  payment_method: z.string(),
  state: z.string(),
  vat_id: z.string(),
  zip_code: z.string(),
});

export const billingGroups = z.strictObject({ billing_groups: z.array(billingGroup) });
export const oneBillingGroup = z.strictObject({ billing_group: billingGroup });

export const billingGroupProjects = z.strictObject({
  projects: z.array(z.strictObject({ project_name: z.string(), estimated_balance: money, available_credits: money })),
});

export const invoices = z.strictObject({
  invoices: z.array(
    z.strictObject({
      invoice_number: z.string(),
      billing_group_id: z.string(),
      billing_group_name: z.string(),
      billing_group_state: z.enum(['active', 'deleted']),
      currency: z.string(),
      period_begin: time,
      period_end: time,
      state: z.enum(['estimate', 'due', 'mailed', 'paid']),
      total_inc_vat: money,
      total_vat_zero: money,
      download_cookie: z.string(),
      issue_date: time.nullable(),
      due_date: time.nullable(),
      generated_at: time.nullable(),
    }),
  ),
});

export const invoiceLines = z.strictObject({
  lines: z.array(
    z.strictObject({
      line_type: z.string(),
      description: z.string(),
      line_total_usd: money,
      line_total_local: money,
      local_currency: z.string(),
      project_name: z.string(),
      service_name: z.string(),
      service_plan: z.string(),
      service_type: z.string(),
      cloud_name: z.string(),
      timestamp_begin: time,
      timestamp_end: time,
      tags,
    }),
  ),
});

export const credits = z.strictObject({ credits: none });

/** The current record of a billing group has no estimate. */
export const organizationBillingGroup = z.strictObject({ ...shared, organization_id: z.string() });
export const organizationBillingGroups = z.strictObject({ billing_groups: z.array(organizationBillingGroup) });
