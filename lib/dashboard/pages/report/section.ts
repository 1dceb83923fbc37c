import type { Markup } from '../../pictures/html.ts';

/** A table of a report. Unknown or inapplicable cells are empty; a report omits a section without rows. */
export interface ReportSection {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Pictures above the table in a file. */
  readonly above?: Markup | string;
}

/** A report as facts and tables. */
export interface ReportDocument {
  readonly title: string;
  /** What the facts are about; absent: the run. */
  readonly about?: string;
  /** What a file begins with. */
  readonly lead?: Markup;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly ReportSection[];
}
