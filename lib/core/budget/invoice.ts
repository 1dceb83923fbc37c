import { groupBy, type Place, serviceKey } from '../model/grouping.ts';
import type { Money } from '../model/money.ts';
import { accrued, type CostSample } from './month-to-date.ts';

/** A line of an invoice of the platform; one about the whole organization has no project and no service (empty). */
export interface InvoiceLine extends Place {
  /** Kind of the line, in the platform's words. */
  readonly type: string;
  /** In the currency of the policy; below 0 for a credit. */
  readonly total: Money;
  /** End of the time that it is for, ISO 8601. */
  readonly until: string;
}

/** What the platform calls a line of additional storage (pf 2.9; A-28). */
const ofStorage = 'extra_charge';

/** Additional storage of one service: what Headroom expects it to cost, and what the invoice has. */
export interface InvoicedService extends Place {
  /** Null where a size, a price or the history is unknown. */
  readonly expected: Money | null;
  readonly invoiced: Money;
  /** Invoiced amount beyond the expected one; null without an expectation. */
  readonly difference: Money | null;
}

interface OtherLines {
  readonly type: string;
  readonly lines: number;
  readonly total: Money;
}

/** An invoice, explained as far as it can be. */
export interface ExplainedInvoice {
  /** Largest difference first, those without an expectation before them. */
  readonly services: readonly InvoicedService[];
  /** Lines that are not for additional storage of a service, by kind; Headroom does not explain them. */
  readonly others: readonly OtherLines[];
  readonly invoiced: Money;
  /** The part of the storage lines that the known sizes and prices explain. */
  readonly expected: Money;
  /** What is left of the storage lines. */
  readonly unexplained: Money;
}

const sum = (amounts: readonly Money[]): Money => amounts.reduce((all, amount) => all + amount, 0n);
const sizeOf = (amount: Money | null): Money => (amount === null ? 0n : amount < 0n ? -amount : amount);

/** A month ends at the first moment of the next one, which would be a month of no length. */
const lastMoment = (until: string): string => new Date(Date.parse(until) - 1).toISOString();

const expectedOf = (samples: readonly CostSample[] | null, until: string): Money | null => {
  const at = lastMoment(until);
  // Without a size from before its end nothing is known of the month.
  return samples === null || !samples.some((sample) => sample.at <= at) ? null : accrued(samples, at);
};

const byDifference = (a: InvoicedService, b: InvoicedService): number => {
  if (a.difference === null || b.difference === null)
    return Number(b.difference === null) - Number(a.difference === null);
  return Number(sizeOf(b.difference) - sizeOf(a.difference));
};

/**
 * Compares the lines of one invoice with what the provisioned sizes of the month cost. Nothing is left out: the storage lines of all
 * services and the other lines add up to the invoice. A service that should have cost something and has no line is listed too.
 * @param services all services that Headroom knows
 * @param costsOf what a service cost a month, by day; null where something of it is unknown
 */
export const reconcile = <Known extends Place>(
  lines: readonly InvoiceLine[],
  services: readonly Known[],
  costsOf: (service: Known) => readonly CostSample[] | null,
): ExplainedInvoice => {
  const known = new Map(services.map((one) => [serviceKey(one), one]));
  const isStorage = ({ type, service }: InvoiceLine) => type === ofStorage && service !== '';
  const until =
    lines
      .map((line) => line.until)
      .sort()
      .at(-1) ?? '';
  const storage = lines.filter(isStorage);
  const byService = groupBy(storage, serviceKey);
  const places = new Map<string, Place>([...services, ...storage].map((one) => [serviceKey(one), one]));
  const reconciled = [...new Set([...byService.keys(), ...places.keys()])]
    .map((key): InvoicedService => {
      const { project, service } = places.get(key) as Place;
      const invoiced = sum((byService.get(key) ?? []).map(({ total }) => total));
      const one = known.get(key);
      const expected = one === undefined || until === '' ? null : expectedOf(costsOf(one), until);
      return { project, service, expected, invoiced, difference: expected === null ? null : invoiced - expected };
    })
    .filter(({ expected, invoiced }) => invoiced !== 0n || (expected ?? 0n) !== 0n)
    .sort(byDifference);
  const unexplained = lines.filter((line) => !isStorage(line));
  const others = [...groupBy(unexplained, ({ type }) => type)].map(([type, own]) => ({
    type,
    lines: own.length,
    total: sum(own.map(({ total }) => total)),
  }));
  const expected = sum(reconciled.map((one) => one.expected ?? 0n));
  const ofServices = sum(reconciled.map(({ invoiced }) => invoiced));
  return {
    services: reconciled,
    others,
    invoiced: sum(lines.map(({ total }) => total)),
    expected,
    unexplained: ofServices - expected,
  };
};
