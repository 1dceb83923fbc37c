import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentOf, measuredAt } from './document.ts';
import type { Measurement } from './measurement.ts';
import { lastChangeOfLimits } from './origin.ts';

const from = { commit: '0123456789ab', at: '2030-01-02T03:04:05.000Z', machine: '2 cores (some) with 8 GB' };
const figure = { benchmark: 'a pass', measure: 'time', value: 3, unit: 's', limit: 4 } satisfies Measurement;
const rowsOf = (...measured: readonly Measurement[]): readonly string[] =>
  documentOf(measured, from, ['slow'])
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);

describe('the page of benchmarks', () => {
  it('says at its head of what, when and where its figures were measured', () => {
    const page = documentOf([figure], from, ['slow']);
    expect(page.split('\n')[2]).toBe(
      'Measured at commit `0123456789ab`, 2030-01-02T03:04:05.000Z, on 2 cores (some) with 8 GB.',
    );
    expect(measuredAt(page)).toEqual(new Date(from.at));
  });

  it('has each benchmark in one row, with its figures, their limits, and which are past them', () => {
    const bytes = { ...figure, measure: 'bytes; 7 calls', value: 0.2, unit: 'MB', limit: 0.1 };
    expect(rowsOf(figure, bytes, { ...figure, benchmark: 'another' })).toEqual([
      '|a pass|time<br>bytes|3 s<br>**0.2 MB, past it**|≤4<br>≤0.1|',
      '|another|time|3 s|≤4|',
    ]);
    expect(rowsOf({ ...figure, unit: '', atLeast: true })).toEqual(['|a pass|time|**3, past it**|≥4|']);
  });

  it('leaves out figures without a limit, which the command prints', () => {
    expect(rowsOf({ ...figure, limit: null })).toEqual([]);
  });

  it('is refused without its head', () => {
    expect(() => measuredAt('# Benchmarks\n')).toThrow('npm run bench -- --write');
  });

  it('in the repository is not older than the last change of a limit (npm run bench -- --write)', ({ skip }) => {
    const changed = lastChangeOfLimits();
    if (changed === undefined) return skip('no git, or not the whole history');
    const page = readFileSync(join(import.meta.dirname, '../../docs/internals/benchmarks.md'), 'utf8');
    expect(measuredAt(page).getTime()).toBeGreaterThanOrEqual(changed.getTime());
  });
});
