import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawTable } from '../../../lib/cli/shell/table.ts';

const draw = (head: readonly string[], rows: readonly (readonly string[])[], columns?: number): string[] =>
  drawTable({ head, rows, plain: [head, ...rows] }, columns).split('\n');

const words = 'words that do not fit into one line of a narrow terminal';

describe('a table in a file or a pipe', () => {
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
});

describe('a table on a terminal', () => {
  it('has no frame and columns of natural width where they fit', () => {
    expect(draw(['name', 'why'], [['orders', 'short']], 40)).toEqual(['name    why', 'orders  short']);
  });

  it.each([1, 101])('of %i rows wraps its sentences where it is narrow, and loses no word', (count) => {
    const lines = draw(['name', 'why'], Array(count).fill(['orders', words]), 40);
    expect(lines.slice(0, 3)).toEqual([
      'name    why',
      'orders  words that do not fit into one',
      '        line of a narrow terminal',
    ]);
    expect(lines).toHaveLength(2 * count + 1);
  });

  it('writes sentences below their rows where their column would be too narrow', () => {
    const name = 'a-name-that-is-not-broken';
    expect(
      draw(
        ['name', 'why'],
        [
          [name, words],
          [name, ''],
        ],
        40,
      ),
    ).toEqual(['name', name, '    words that do not fit into one line', '    of a narrow terminal', name]);
  });

  it('writes the name of each row above its numbers where both do not fit beside each other', () => {
    const head = ['services', 'could use GB', 'gets GB', 'per month'];
    const [a, b] = ['analytics-staging/customers-clickhouse-13', '4 in data-staging'];
    expect(
      draw(
        head,
        [
          [a, '400', '4', '0.60'],
          [b, '640', '12', '1.20'],
        ],
        50,
      ),
    ).toEqual([
      'services',
      '    could use GB  gets GB  per month',
      a,
      '    400           4        0.60',
      b,
      '    640           12       1.20',
    ]);
  });

  it('lists the cells of each row, without empty ones, where even the names do not fit beside each other', () => {
    const [a, b] = ['a-long-name-of-a-project', 'a-long-name-of-a-service'];
    expect(
      draw(
        ['project', 'service', 'GB'],
        [
          [a, b, '1'],
          [b, a, ''],
        ],
        30,
      ),
    ).toEqual([`project  ${a}`, `service  ${b}`, 'GB       1', '', `project  ${b}`, `service  ${a}`]);
  });

  it('fits 80, 120 and 200 columns and breaks no word, whatever its cells', () => {
    const word = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
    const cell = fc.array(word, { maxLength: 30 }).map((all) => all.join(' '));
    const rows = fc.array(fc.tuple(word, word, cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.constantFrom(80, 120, 200), rows, (columns, all) => {
        const lines = draw(['name', 'other', 'one text', 'reason'], all, columns);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
        const shown = lines.join(' ').split(/\s+/).filter(Boolean).sort();
        const given = ['name other one text reason', ...all.flat()].join(' ').split(/\s+/).filter(Boolean).sort();
        // Sentences below their rows have no head.
        const heads = lines[0]?.includes('reason') ? given : given.toSpliced(given.indexOf('reason'), 1);
        expect(shown).toEqual(heads);
      }),
      { numRuns: 60 },
    );
  });
});

it('a list of cells, where no column fits, wraps at words and under the text', () => {
  const head = ['severity', 'finding', 'services', 'message'];
  const row = ['warning', 'misspelt-tag', 'shop-prod/reviews-pg', words];
  const drawn = drawTable({ head, rows: [row], plain: [head, row] }, 34);
  expect(drawn.split('\n')).toEqual([
    'severity  warning',
    'finding   misspelt-tag',
    'services  shop-prod/reviews-pg',
    'message   words that do not fit',
    '          into one line of a',
    '          narrow terminal',
  ]);
});
