import * as z from 'zod';
import type { InvoiceLine } from '../../core/budget/invoice.ts';
import { type Money, parseMoney } from '../../core/model/money.ts';
import { scaled } from '../../core/model/price.ts';

/** The answer of the platform to `GET …/invoice/{number}/lines`, as far as a reconciliation needs it (pf 2.9). */
const answer = z.object({
  lines: z
    .array(
      z.object({
        line_type: z.string().max(100),
        line_total_usd: z.string().regex(/^-?\d{1,12}(?:\.\d{1,12})?$/, 'is no amount such as 12.50'),
        project_name: z.string().max(100).nullish(),
        service_name: z.string().max(100).nullish(),
        timestamp_end: z.iso.datetime({ offset: true }),
      }),
    )
    .min(1, 'has no line')
    .max(500_000),
});

/** A sum with a sign in another currency. */
const converted = (dollars: string, exchangeRate: string): Money => {
  const size = scaled(parseMoney(dollars.replace('-', '')) ?? 0n, exchangeRate) ?? 0n;
  return dollars.startsWith('-') ? -size : size;
};

/**
 * Reads the lines of an invoice as the platform gives them.
 * @returns the lines at a rate: units of the policy's currency for a US dollar
 * @throws Error with the place of what cannot be read, without its text
 */
export const parseInvoiceLines = (text: string): ((exchangeRate: string) => InvoiceLine[]) => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error('is no JSON; give the answer of the platform to GET …/invoice/NUMBER/lines');
  }
  const read = answer.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(
      `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is invalid'}; give the answer to GET …/invoice/NUMBER/lines`,
    );
  }
  return (exchangeRate) =>
    read.data.lines.map((line) => ({
      type: line.line_type,
      project: line.project_name ?? '',
      service: line.service_name ?? '',
      total: converted(line.line_total_usd, exchangeRate),
      until: new Date(line.timestamp_end).toISOString(),
    }));
};
