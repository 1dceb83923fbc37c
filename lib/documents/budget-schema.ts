import * as z from 'zod';
import type { Budget } from '../core/model/policy-document.ts';
import { money, name, patterns, selector, whole } from './policy-parts.ts';

/** What each basis limits, in the words of the reference of policies. */
const bases: Readonly<Record<Budget['basis'], string>> = {
  'run-rate': 'the monthly cost if every maximum were provisioned all month',
  'month-to-date':
    'the money of this calendar month that the present services have not spent; what deleted services have cost does not count',
};

/** Money for the additional storage of the services that match (design §8). */
export const budget = z.strictObject({
  name: name.describe('Name of the budget, unique in this list.'),
  match: selector.describe('Services that share the budget: they must meet every condition.'),
  monthly: money.describe('Monthly amount as text, like "1200.00", in the currency of the prices.'),
  basis: z
    .enum(Object.keys(bases) as Budget['basis'][])
    .default('run-rate')
    .describe(
      `Cost that the budget limits: ${Object.entries(bases)
        .map((each) => each.join(', '))
        .join('; ')}.`,
    ),
  rest: z
    .enum(['keep', 'share'])
    .default('keep')
    .describe(
      'Money beyond what all disks need for the coming days: keep leaves it for later needs; share divides it by tier and weight up to the maximums of the rules.',
    ),
  deadBandGb: whole
    .default(5)
    .describe('With rest: share, the smallest difference in GB that changes a maximum; 0 applies every difference.'),
  warnPercent: whole
    .max(100)
    .default(90)
    .describe('Percent of the budget that provisioned storage may cost before a warning; 0 disables the warning.'),
});

const decimal = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a decimal number with at most 6 decimals, like "1.25"')
  .refine((text) => /[1-9]/.test(text), 'must be more than 0');

/** Price of additional storage for matching services if the platform gives none. */
const pricedPlan = z.strictObject({
  serviceType: patterns.optional().describe('Service types of this price; omitted: all.'),
  plan: patterns.optional().describe('Service plans of this price; omitted: all.'),
  cloud: patterns.optional().describe('Clouds of this price; omitted: all.'),
  perGbMonth: money.describe('Price per GB and month as text, like "0.15".'),
});

const currencyForm = /^[A-Z]{3}$/;

const isCurrency = (value: unknown): boolean => typeof value === 'string' && currencyForm.test(value);

/** Sources of prices, and their conversion into the currency of the budgets. */
export const prices = z
  .strictObject({
    currency: z
      .string()
      .regex(currencyForm, 'must be three capital letters, like "EUR"')
      .default('USD')
      .describe('Currency of the budgets and prices in this document, as three letters.'),
    exchangeRate: decimal
      .optional()
      .describe("Value of one US dollar in this currency; the platform's prices are in US dollars."),
    factor: decimal
      .default('1')
      .describe("Factor on the platform's price for costs that it omits, such as support or tax."),
    default: money
      .optional()
      .describe('Price per GB and month as text, like "0.15", if neither the platform nor the table gives one.'),
    table: z
      .array(pricedPlan)
      .min(1, 'must list at least one price')
      .optional()
      .describe('Prices for services without a price from the platform; the first match applies.'),
  })
  .check(
    z.superRefine(
      ({ currency, exchangeRate }, context) => {
        if ((currency === 'USD') === (exchangeRate === undefined)) return;
        const message =
          exchangeRate === undefined
            ? `is missing: the platform's prices are in USD; add the value of one USD in ${currency}`
            : 'requires a currency other than USD: delete it, or set currency';
        context.addIssue({ code: 'custom', path: ['exchangeRate'], message });
      },
      { when: ({ value }) => isCurrency((value as { currency?: unknown } | null)?.currency) },
    ),
  );
