import { describe, expect, it } from 'vitest';
import { drawTable } from '../../../lib/cli/shell/table.ts';

const draw = (head: readonly string[], rows: readonly (readonly string[])[], columns?: number): string[] =>
  drawTable({ head, rows, plain: [head, ...rows] }, columns).split('\n');

describe('a table', () => {
  it.each([0, 1, 100, 101, 250])('of %i rows has one head, one frame and columns of one width', (count) => {
    const rows = Array.from({ length: count }, (_, n) => [`row ${n}`, `${n % 7}`]);
    const lines = draw(['a long name', 'why'], rows);
    expect(lines).toHaveLength(count + 3);
    expect(lines.slice(0, 2)).toEqual(['┌─────────────┬─────┐', '│ a long name │ why │']);
    expect(lines.at(-1)).toBe('└─────────────┴─────┘');
    expect(lines.slice(2, -1)).toEqual(
      rows.map(([name = '', why = '']) => `│ ${name.padEnd(11)} │ ${why.padEnd(3)} │`),
    );
  });

  it.each([1, 101])('of %i rows wraps its last column where the terminal is narrow, and loses no word', (count) => {
    const words = 'words that do not fit into one line of a narrow terminal';
    const lines = draw(['name', 'why'], Array(count).fill(['orders', words]), 40);
    expect(Math.max(...lines.map((line) => line.length))).toBe(40);
    const text = lines.join(' ').replaceAll(/[^a-z]+/g, ' ');
    expect(text.split(`orders ${words}`)).toHaveLength(count + 1);
  });
});
