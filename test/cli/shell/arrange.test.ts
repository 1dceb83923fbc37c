import { describe, expect, it } from 'vitest';
import { arranged } from '../../../lib/cli/shell/arrange.ts';

const head = ['service', 'GB'];
const rows = [
  ['b', '100'],
  ['a', '20.5'],
  ['c', ''],
  ['d', '3'],
];
const textAt = (row: readonly string[], column: number) => row[column] ?? '';
const names = (sort: string | undefined, limit?: number) => {
  const { rows: shown, more } = arranged(head, rows, textAt, { sort, limit });
  return [shown.map(([name]) => name).join(''), more];
};

describe('the rows of a table', () => {
  it('keep their order without --sort', () => {
    expect(names(undefined)).toEqual(['bacd', 0]);
  });

  it('are sorted by a column, numbers as numbers, and rows without a value last in both directions', () => {
    expect(names('service')).toEqual(['abcd', 0]);
    expect(names('gb')).toEqual(['dabc', 0]);
    expect(names('-GB')).toEqual(['badc', 0]);
  });

  it('are sorted with unknown values last in both directions', () => {
    const cells = [
      ['a', 'unknown'],
      ['b', '7'],
      ['c', '12'],
    ];
    const sorted = (sort: string) =>
      arranged(head, cells, textAt, { sort })
        .rows.map(([name]) => name)
        .join('');
    expect([sorted('GB'), sorted('-GB')]).toEqual(['bca', 'cba']);
  });

  it('are sorted by amounts of money, also with a currency, and a ? is unknown', () => {
    const cells = [
      ['a', '?'],
      ['b', '1500.00 EUR'],
      ['c', '+900.00 EUR'],
      ['d', '-20.00 EUR'],
    ];
    const sorted = (sort: string) => arranged(head, cells, textAt, { sort }).rows.map(([name]) => name);
    expect([sorted('GB'), sorted('-GB')]).toEqual([
      ['d', 'c', 'b', 'a'],
      ['b', 'c', 'd', 'a'],
    ]);
  });

  it('are sorted before they are cut', () => {
    expect(names('-gb', 1)).toEqual(['b', 3]);
  });

  it('are refused with the names of all columns if there is no such column', () => {
    expect(() => names('size')).toThrow('--sort size: no such column; the columns are service, GB');
  });
});
