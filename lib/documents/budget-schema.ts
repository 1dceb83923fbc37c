import * as z from 'zod';
import { money, name, patterns, selector, whole } from './policy-parts.ts';

/** Money for the additional storage of the services that match (design §8). */
export const budget = z.strictObject({
  name,
  match: selector,
  /** What may be spent a month, in the currency of `prices`. */
  monthly: money,
  /** What `monthly` bounds: the cost if every maximum were provisioned all month, or what is left of this month. */
  basis: z.enum(['run-rate', 'month-to-date']).default('run-rate'),
  /** Differences in GB below this are not worth a write. */
  deadBandGb: whole.default(5),
  /** Share of the budget that provisioned storage may use before it is told; 0 never tells. */
  warnPercent: whole.max(100).default(90),
});

const decimal = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a decimal number with at most 6 decimals, like "1.25"')
  .refine((text) => /[1-9]/.test(text), 'must be more than 0');

/** What a GB of additional storage costs a month where the platform does not say, for the services that match. */
const pricedPlan = z.strictObject({
  serviceType: patterns.optional(),
  plan: patterns.optional(),
  cloud: patterns.optional(),
  perGbMonth: money,
});

const currencyForm = /^[A-Z]{3}$/;

const isCurrency = (value: unknown): boolean => typeof value === 'string' && currencyForm.test(value);

/** How prices are found and turned into the currency of the budgets. */
export const prices = z
  .strictObject({
    /** Currency of budgets, and of the prices in this document. */
    currency: z.string().regex(currencyForm, 'must be three capital letters, like "EUR"').default('USD'),
    /** How much of the currency one US dollar is: the platform's prices are in US dollars. */
    exchangeRate: decimal.optional(),
    /** What the platform's price is multiplied by for what it leaves out, such as support or tax. */
    factor: decimal.default('1'),
    /** Per GB and month, where neither the platform nor the table gives a price. */
    default: money.optional(),
    table: z.array(pricedPlan).min(1, 'must list at least one price').optional(),
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
