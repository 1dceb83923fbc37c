import type { ReportSection } from '../../../dashboard/pages/report/section.ts';
import { type Arrangement, arranged } from '../../shell/arrange.ts';

/** @throws UsageError if the section has no column to sort by */
export const arrangedSection = (section: ReportSection, arrangement: Arrangement): ReportSection => ({
  ...section,
  rows: arranged(section.head, section.rows, (row, column) => String(row[column] ?? ''), arrangement).rows,
});
