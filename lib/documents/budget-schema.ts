import * as z from 'zod';
import { money, name, patterns, selector, whole } from './policy-parts.ts';

/** Money for the additional storage of the services that match (design §8). */
export const budget = z.strictObject({
  name: name.describe('Name of the budget, different from those of all others.'),
  match: selector.describe('Which services share the budget: every condition given must hold.'),
  monthly: money.describe('Money a month as text, like "1200.00", in the currency of the prices.'),
  basis: z
    .enum(['run-rate', 'month-to-date'])
    .default('run-rate')
    .describe(
      'What the money bounds: run-rate, the cost if every maximum were provisioned all month, or month-to-date, what is left of this month.',
    ),
  deadBandGb: whole.default(5).describe('Differences in GB below this are not worth a write; 0 means every one is.'),
  warnPercent: whole
    .max(100)
    .default(90)
    .describe('Share of the money that provisioned storage may cost before it is told; 0 never tells.'),
});

const decimal = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a decimal number with at most 6 decimals, like "1.25"')
  .refine((text) => /[1-9]/.test(text), 'must be more than 0');

/** What a GB of additional storage costs a month where the platform does not say, for the services that match. */
const pricedPlan = z.strictObject({
  serviceType: patterns.optional().describe('Types of services that the price is for; left out: all.'),
  plan: patterns.optional().describe('Service plans that the price is for; left out: all.'),
  cloud: patterns.optional().describe('Clouds that the price is for; left out: all.'),
  perGbMonth: money.describe('Price per GB and month as text, like "0.15".'),
});

const currencyForm = /^[A-Z]{3}$/;

const isCurrency = (value: unknown): boolean => typeof value === 'string' && currencyForm.test(value);

/** How prices are found and turned into the currency of the budgets. */
export const prices = z
  .strictObject({
    currency: z
      .string()
      .regex(currencyForm, 'must be three capital letters, like "EUR"')
      .default('USD')
      .describe('Currency of the budgets and prices in this document, as three letters.'),
    exchangeRate: decimal
      .optional()
      .describe("How much of the currency one US dollar is: the platform's prices are in US dollars."),
    factor: decimal
      .default('1')
      .describe("What the platform's price is multiplied by for what it leaves out, such as support or tax."),
    default: money
      .optional()
      .describe('Price per GB and month as text, like "0.15", where neither platform nor table gives one.'),
    table: z
      .array(pricedPlan)
      .min(1, 'must list at least one price')
      .optional()
      .describe('Prices for services to which the platform gives none; the first that matches counts.'),
  })
  .check(
    z.superRefine(
      ({ currency, exchangeRate }, context) => {
        if ((currency === 'USD') === (exchangeRate === undefined)) return;
        const message =
          exchangeRate === undefined
            ? `is missing: the platform's prices are in USD, so say how much ${currency} one USD is`
            : 'belongs to another currency than USD only: delete it, or name the currency';
        context.addIssue({ code: 'custom', path: ['exchangeRate'], message });
      },
      { when: ({ value }) => isCurrency((value as { currency?: unknown } | null)?.currency) },
    ),
  );
