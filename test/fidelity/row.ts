/** One sentence or table row of the sources, in our own words, and the evidence that it needs. */
export interface Row {
  /** As marks in tests and code write it: `§1.2`, `§2.1 endpoint_name`, `pf 2.13 409 only one`. */
  readonly id: string;
  readonly says: string;
  /** Items of docs/internals/assumptions.md that decide what the source does not show. Needs no test. */
  readonly assumed?: readonly string[];
  /** Why this project neither can nor must do it. Needs neither test nor implementation. */
  readonly notApplicable?: string;
}

/** Rows whose tests and implementation must be marked, from `[name, says]` below a common beginning of ids. */
export const demands = (section: string, rows: Readonly<Record<string, string>>): Row[] =>
  Object.entries(rows).map(([name, says]) => ({ id: name === '' ? section : `${section} ${name}`, says }));

/** A row that the source marks as not shown. */
export const notShown = (id: string, says: string, assumed: readonly string[]): Row => ({ id, says, assumed });

/** A row without a requirement for this project. */
export const notApplicable = (id: string, says: string, reason: string): Row => ({ id, says, notApplicable: reason });
