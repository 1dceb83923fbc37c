/** One sentence or table row of the sources, in our own words, and what is to be shown for it. */
export interface Row {
  /** As marks in tests and code write it: `§1.2`, `§2.1 endpoint_name`, `pf 2.13 409 only one`. */
  readonly id: string;
  readonly says: string;
  /** Where the source does not show it and we had to choose: items of docs/assumptions.md. No test is asked for. */
  readonly assumed?: readonly string[];
  /** Why nothing in this project can do it or has to. Neither test nor implementation is asked for. */
  readonly notApplicable?: string;
}

/** Rows whose tests and implementation must be marked, from `[name, says]` below a common beginning of ids. */
export const demands = (section: string, rows: Readonly<Record<string, string>>): Row[] =>
  Object.entries(rows).map(([name, says]) => ({ id: name === '' ? section : `${section} ${name}`, says }));

/** A row that the source marks as not shown. */
export const notShown = (id: string, says: string, assumed: readonly string[]): Row => ({ id, says, assumed });

/** A row that asks for nothing which could be here. */
export const notApplicable = (id: string, says: string, reason: string): Row => ({ id, says, notApplicable: reason });
