import { describe, expect, it } from 'vitest';
import { diskReadings, metrics } from '../../lib/wire/metrics.ts';

const readingsOf = (...rows: readonly (readonly unknown[])[]) =>
  diskReadings(metrics.parse({ metrics: { disk_usage: { data: { rows } } } })).map(({ timeMs, percent }) => [
    new Date(timeMs).toISOString(),
    percent,
  ]);

describe('readings of the use of a disk', () => {
  it('are of each row the fullest node, of empty and of full disks too, the oldest first', () => {
    expect(
      readingsOf(
        ['Date(2026,0,31,23,59,30)', 12.5, 99.5, 40],
        ['2026-01-31T22:00:00Z', 100],
        ['Date(2026,11,1)', 0, null],
        ['2026-01-31T21:00:00', 7],
      ),
    ).toEqual([
      ['2026-01-31T21:00:00.000Z', 7],
      ['2026-01-31T22:00:00.000Z', 100],
      ['2026-01-31T23:59:30.000Z', 99.5],
      ['2026-12-01T00:00:00.000Z', 0],
    ]);
  });

  it('leave out rows without a time or a percentage', () => {
    expect(
      readingsOf(
        ['time', 'node-1'],
        ['2026-01-31', null],
        ['2026-01-31', 100.1],
        ['2026-01-31', -1],
        ['2026-13-31', 50],
        [1_767_225_600, 50],
        ['yesterday', 50],
        [],
      ),
    ).toEqual([]);
  });

  it('are none where the platform has no table', () => {
    expect(diskReadings(metrics.parse({ metrics: {} }))).toEqual([]);
    expect(diskReadings(metrics.parse({ metrics: { disk_usage: null } }))).toEqual([]);
  });
});
