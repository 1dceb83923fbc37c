/** A table of a report. Unknown or inapplicable cells are empty; a report omits a section without rows. */
export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
