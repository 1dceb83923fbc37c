import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CommentSection, commentOf } from '../../../../lib/cli/views/markdown/sections.ts';

/** A table of about 30,000 bytes, which may take the whole comment. */
const tableOf = (title: string): CommentSection => ({
  title,
  head: ['service'],
  rows: Array.from({ length: 300 }, (_, at) => [`${at} `.padEnd(96, 'x')]),
  more: (rows) => `and ${rows} more`,
  mostBytes: 60_000,
});

it('a comment fits although the shares of its tables are more than its room together', () => {
  const comment = commentOf([tableOf('first'), tableOf('second'), tableOf('third')]);
  expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(60_000);
  expect(comment).toContain('**first**');
  expect(comment).toContain('more');
});

/** A table with rows of any lengths, whose cells name it and count, so that each row is found again. */
const anyTable = fc.record({
  cells: fc.array(fc.integer({ min: 1, max: 290 }), { maxLength: 400, size: 'max' }),
  mostBytes: fc.integer({ min: 100, max: 60_000 }),
  folded: fc.boolean(),
});

const bytes = (text: string): number => Buffer.byteLength(text);

it('a comment leaves no row out that it has room for, cuts none, and says of each table how many rows it leaves out', () => {
  fc.assert(
    fc.property(
      fc.array(anyTable, { minLength: 1, maxLength: 8 }),
      fc.array(fc.constant('~~~~diff\n-a\n+b\n~~~~'), { maxLength: 3 }),
      (tables, fences) => {
        const rowsOf = (table: number) =>
          (tables[table]?.cells ?? []).map((length, at) => `| t${table}r${at}${'ü'.repeat(length)} |`);
        const parts = tables.map(
          ({ cells, mostBytes, folded }, table): CommentSection => ({
            title: `title ${table}.`,
            mostBytes,
            folded,
            head: ['service'],
            rows: cells.map((length, at) => [`t${table}r${at}${'ü'.repeat(length)}`]),
            more: (rows) => `t${table}: ${rows} more.`,
          }),
        );
        const comment = commentOf([...parts, ...fences]);
        const free = 60_000 - bytes(comment);
        expect(free).toBeGreaterThanOrEqual(0);
        const lines = comment.split('\n');
        for (const table of tables.keys()) {
          const rows = rowsOf(table);
          const shown = lines.filter((line) => line.startsWith(`| t${table}r`));
          expect(shown).toEqual(rows.slice(0, shown.length));
          const left = rows.length - shown.length;
          expect(lines.includes(`t${table}: ${left} more.`)).toBe(left > 0);
          // The number of left rows may be shorter by some digits than that of all rows, for which there is room.
          const head = shown.length === 0 ? bytes('| service |\n|---|\n\n') : 0;
          if (left > 0) expect(bytes(rows[shown.length] ?? '') + 1 + head).toBeGreaterThan(free - 4);
        }
        expect(lines.filter((line) => line.startsWith('~~~~'))).toHaveLength(2 * fences.length);
      },
    ),
    { numRuns: 60 },
  );
});
