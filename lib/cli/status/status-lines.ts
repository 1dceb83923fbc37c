import { type StatusLine, statusSummary } from '../../core/status/status.ts';
import type { Cell, Console } from '../shell/console.ts';

const styles = { ok: 'green', attention: 'yellow', problem: 'red' } as const;

/** Shows checks with their remedies, and the verdict over all of them. */
export const showLines = (console: Console, lines: readonly StatusLine[]): void => {
  console.records(
    ['part', 'verdict', 'status', 'remedy'],
    lines.map(({ subject, verdict, says, remedy }): Cell[] => [
      subject,
      { text: verdict, style: styles[verdict] },
      says,
      remedy,
    ]),
  );
  console.line({ text: statusSummary(lines), style: 'bold' });
};
