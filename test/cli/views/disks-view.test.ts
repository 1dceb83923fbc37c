import { describe, expect, it } from 'vitest';
import type { Reader } from '../../../lib/cli/shell/columns.ts';
import { disksColumns } from '../../../lib/cli/views/disks-view.ts';
import type { FleetDisk } from '../../../lib/core/disk/fleet-disks.ts';

const disk = (given: Partial<FleetDisk> = {}): FleetDisk => ({
  ...{
    project: 'shop',
    service: 'orders',
    serviceType: 'pg',
    plan: 'business-4',
    owner: 'team',
    alert: { kind: 'none' },
  },
  ...{ sizeGb: 80, usedGb: 50, freeGb: 30, usedPercent: 63, isAtLeast: false, isNearlyFull: false, needsPerson: false },
  ...{ thresholdPercent: 80, limitGb: 200, limitedBy: 'maximum', daysUnknown: null },
  ...{ daysLeft: { days: 9, soonest: 6, latest: 14 }, readAt: '2030-01-01T08:00:00.000Z', measuredDaysAgo: 1 },
  ...given,
});

const cellsOf = (given: Partial<FleetDisk>, reader: Reader, names: readonly string[]) =>
  names.map((name) => {
    const cell = disksColumns(Date.parse('2030-01-01T09:00:00Z'))
      .find((column) => column.name === name)
      ?.cell(disk(given), reader, []);
    return typeof cell === 'object' ? cell.text : cell;
  });

describe('the columns of disks', () => {
  const sizes = ['use %', 'used GB', 'free GB', 'at least'];

  it('say of a disk whose alert says more that it uses at least so much and has at most so much free', () => {
    const given = { isAtLeast: true, usedPercent: 90, usedGb: 72, freeGb: 8 };
    expect(cellsOf(given, 'terminal', sizes)).toEqual(['≥90', '≥72', '≤8', 'yes']);
    expect(cellsOf(given, 'program', sizes)).toEqual([90, '72', '8', 'yes']);
    expect(cellsOf({}, 'terminal', sizes)).toEqual(['63', '50', '30', 'no']);
  });

  it('show what only an alert says, and nothing that is unknown as a number', () => {
    const unknown = { usedPercent: null, usedGb: null, freeGb: null, limitGb: null, daysLeft: null, limitedBy: null };
    const names = [...sizes.slice(0, 3), 'limit GB', 'limited by', 'days left'];
    expect(cellsOf({ ...unknown, measuredDaysAgo: null }, 'terminal', [...names, 'measured'])).toEqual([
      ...names.map(() => 'unknown'),
      'never',
    ]);
    const alert = { kind: 'active', isCritical: true, minutes: null } as const;
    expect(cellsOf({ ...unknown, alert }, 'terminal', sizes.slice(0, 1))).toEqual(['≥97']);
  });

  it('say how many days are left, and which of them are a rough guess', () => {
    const days = (daysLeft: FleetDisk['daysLeft']) => cellsOf({ daysLeft }, 'terminal', ['days left'])[0];
    expect(days({ days: 9, soonest: 6, latest: 14 })).toBe('9 (6–14)');
    expect(days({ days: 9, soonest: 6, latest: null, isRough: true })).toBe('rough 9 (6–>365)');
    expect(days({ days: null, soonest: null, latest: null })).toBe('>365');
    expect(days({ days: null, soonest: 300, latest: null })).toBe('>365 (300–>365)');
  });
});
