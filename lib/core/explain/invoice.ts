import { type ExplainedInvoice, type InvoicedService, type InvoiceLine, reconcile } from '../budget/invoice.ts';
import { costSamplesIn, type Histories } from '../budget/month-to-date.ts';
import { formatCents, formatCentsSigned } from '../model/money.ts';
import { planSizesIn } from '../service/floor.ts';
import type { PlanInput, PlanResult } from '../plan/plan-input.ts';

/** A plan of the organization, with the sizes and prices that it was made of. */
interface Explaining {
  readonly input: Pick<PlanInput, 'snapshots' | 'remembered' | 'planDiskMb'>;
  readonly result: Pick<PlanResult, 'priceOf'>;
}

/** Compares the lines of an invoice with the sizes and prices that a plan knows. */
export const explainInvoice = (
  lines: readonly InvoiceLine[],
  growth: Histories,
  { input, result }: Explaining,
): ExplainedInvoice => {
  const samplesOf = costSamplesIn(growth);
  const sizesOf = planSizesIn(input);
  const services = [...input.snapshots, ...(input.remembered ?? [])].flatMap(({ project, services: all }) =>
    all.map((of) => ({ project, service: of.name, of })),
  );
  return reconcile(lines, services, (one) =>
    samplesOf(one.project, one.service, result.priceOf(one), sizesOf(one.of).planDiskMb),
  );
};

/** Columns of the amounts of a service. */
export const invoiceColumns = ['expected', 'invoiced', 'difference'] as const;

/** The amounts of a service for people. */
export const invoiceCells = ({ expected, invoiced, difference }: InvoicedService): readonly string[] => [
  expected === null ? '?' : formatCents(expected),
  formatCentsSigned(invoiced),
  difference === null ? '?' : formatCentsSigned(difference),
];

/** What an invoice has beside storage, and its sums. The last one is what nothing explains. */
export const invoiceTexts = ({ others, invoiced, expected, unexplained }: ExplainedInvoice, currency: string) => ({
  lines: [
    ...others.map(
      ({ type, lines, total }) =>
        `Not additional storage: ${lines} of ${type}, ${formatCentsSigned(total)} ${currency}`,
    ),
    `Invoice ${formatCentsSigned(invoiced)} ${currency}. Explained by sizes and prices: ${formatCents(expected)}.`,
  ],
  unexplained: `Unexplained storage: ${formatCentsSigned(unexplained)} ${currency}`,
});
