import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../lib/cli/shell/columns.ts';
import { showFindings } from '../../../lib/cli/views/finding-table.ts';
import type { Finding } from '../../../lib/core/model/decision.ts';

const soon = (service: string, days: number, more: Finding['details'] = {}): Finding => ({
  code: 'disk-fills-up',
  project: 'shop',
  service,
  message: `The disk will reach its maximum in ${days} days.`,
  details: { days, daysSoonest: days, ...more },
});

/** The rows as a person sees them on a terminal. */
const rowsOf = (findings: readonly Finding[]): string[][] => {
  const rows: string[][] = [];
  const textOf = (cell: Cell) => (typeof cell === 'object' && cell !== null ? String(cell.text) : String(cell));
  const console = {
    reader: 'terminal' as const,
    line: () => undefined,
    table: (_: readonly string[], cells: readonly (readonly Cell[])[]) =>
      void rows.push(...cells.map((row) => row.map(textOf))),
  };
  showFindings(console, findings);
  return rows;
};

describe('the findings on a terminal', () => {
  it('are one row for all disks that soon reach their maximum, with the soonest one', () => {
    expect(rowsOf([soon('orders', 20), soon('carts', 4), soon('logs', 11)])).toEqual([
      ['error', 'disk-fills-up', '3 in shop', 'The soonest is shop/carts. The disk will reach its maximum in 4 days.'],
    ]);
  });

  it('have a row of their own for disks that their plan limits, because the remedy differs', () => {
    const rows = rowsOf([soon('orders', 20), soon('carts', 4, { limitedBy: 'plan' })]);
    expect(rows.map(([, , services]) => services)).toEqual(['shop/orders', 'shop/carts']);
    expect(rows.map(([, , , message]) => message)).toEqual([
      'The disk will reach its maximum in 20 days.',
      'The disk will reach its maximum in 4 days.',
    ]);
  });

  it('of other codes stay apart where their messages differ: each has its own cause', () => {
    const unread = (project: string, status: number): Finding => ({
      code: 'project-unread',
      project,
      service: '',
      message: `HTTP ${status}`,
    });
    expect(rowsOf([unread('a', 403), unread('b', 500), unread('c', 403)])).toHaveLength(2);
  });
});
