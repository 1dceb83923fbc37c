/** A table of a report. Unknown or inapplicable cells are empty; a report omits a section without rows. */
export interface ReportSection {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A report as facts and tables. */
export interface ReportDocument {
  readonly title: string;
  /** What the facts are about; absent: the run. */
  readonly about?: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly ReportSection[];
}
