import { type Arrangement, arranged } from '../../shell/arrange.ts';

/** A table of a report. Unknown or inapplicable cells are empty; a report omits a section without rows. */
export interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether a person asked for the order of the rows. */
  readonly isSorted?: boolean;
}

/** @throws UsageError if the section has no column to sort by */
export const arrangedSection = (section: Section, arrangement: Arrangement): Section => ({
  ...section,
  rows: arranged(section.head, section.rows, String, arrangement).rows,
  ...(arrangement.sort !== undefined && { isSorted: true }),
});
