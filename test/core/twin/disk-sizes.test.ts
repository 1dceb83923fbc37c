import { describe, expect, it } from 'vitest';
import { diskSizes, loggedSizes, recordedSizes } from '../../../lib/core/twin/disk-sizes.ts';
import { dayMs } from './measured.ts';

const gb = 1024;
const nowMs = Date.parse('2026-03-30T12:00:00Z');
const at = (day: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + day * dayMs).toISOString();
const update = (day: number, description: string, service = 'orders') => ({
  time: at(day),
  type: 'service_update',
  service,
  description,
});
const grew = (day: number, from: string, to: string) =>
  update(day, `Disk space of 'orders' increased from ${from} to ${to}`);
const now = { diskMb: 120 * gb, nowMs };

describe('the sizes of a disk by the event log', () => {
  it('are those of its steps, newest log entry first or last', () => {
    const events = [grew(9, '100 GB', '110.5 GiB'), grew(20, '110.5 GB', '120 GB')];
    const sizes = [
      { fromMs: 0, mb: 100 * gb },
      { fromMs: Date.parse(at(9)), mb: 110.5 * gb },
      { fromMs: Date.parse(at(20)), mb: 120 * gb },
    ];
    expect(loggedSizes(events, 'orders', now)).toEqual(sizes);
    expect(loggedSizes(events.toReversed(), 'orders', now)).toEqual(sizes);
  });

  it('are the present one for all the time of a log without a change of the service', () => {
    expect(loggedSizes([update(3, 'Disk space …', 'other')], 'orders', now)).toEqual([{ fromMs: 0, mb: 120 * gb }]);
  });

  it('begin with the oldest event of a log that may be cut off', () => {
    const events = Array.from({ length: 100 }, (_, index) => update(20 - index / 10, 'x', 'other'));
    expect(loggedSizes(events, 'orders', now)).toEqual([
      { fromMs: Date.parse(events.at(-1)?.time ?? ''), mb: 120 * gb },
    ]);
  });

  it('begin with a change that may have been one of the disk, in words that are not known, or that does not fit', () => {
    const sizes = [{ fromMs: Date.parse(at(9)), mb: 120 * gb }];
    expect(loggedSizes([grew(2, '80 GB', '90 GB'), update(9, 'Something was updated')], 'orders', now)).toEqual(sizes);
    expect(loggedSizes([grew(9, '80 GB', '90 GB')], 'orders', now)).toEqual(sizes);
  });

  it('are known only now without a log', () => {
    expect(loggedSizes(null, 'orders', now)).toEqual([{ fromMs: nowMs, mb: 120 * gb }]);
  });
});

describe('the sizes of a disk by the history', () => {
  const history = {
    days: [10, 11, 14],
    services: [
      {
        name: 'orders',
        lastDay: 14,
        provisioned: [
          [10, 100 * gb],
          [14, 120 * gb],
        ] as const,
        used: [],
        measuredDay: null,
      },
    ],
  };

  it('are uncertain from the last day with one size to the first day with the next', () => {
    expect(recordedSizes(history, 'orders')).toEqual([
      { fromMs: 10 * dayMs, mb: 100 * gb },
      { fromMs: 15 * dayMs, mb: 120 * gb, beforeUntilMs: 11 * dayMs },
    ]);
    expect(recordedSizes(history, 'other')).toEqual([]);
  });

  it('count for the time before the log', () => {
    const [first, second] = recordedSizes(history, 'orders');
    expect(
      diskSizes(
        [{ fromMs: 20 * dayMs, mb: 120 * gb }],
        [first, second].flatMap((size) => size ?? []),
      ),
    ).toEqual([first, second]);
    expect(diskSizes([{ fromMs: 12 * dayMs, mb: 120 * gb }], recordedSizes(history, 'orders'))).toEqual([
      first,
      { fromMs: 12 * dayMs, mb: 120 * gb },
    ]);
  });
});
