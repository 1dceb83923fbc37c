/** A table of a report in a file. */
export interface ReportSection {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether a person asked for the order of the rows. */
  readonly isSorted?: boolean;
}
