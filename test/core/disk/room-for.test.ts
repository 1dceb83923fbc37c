import { describe, expect, it } from 'vitest';
import type { FleetDisk } from '../../../lib/core/disk/fleet-disks.ts';
import { roomFor } from '../../../lib/core/disk/room-for.ts';
import type { UseAhead } from '../../../lib/core/forecast/forecast.ts';

const disk: FleetDisk = {
  project: 'shop',
  service: 'orders',
  serviceType: 'pg',
  plan: 'startup-4',
  sizeGb: 80,
  usedGb: 40,
  freeGb: 40,
  usedPercent: 50,
  isAtLeast: false,
  isNearlyFull: false,
  needsPerson: false,
  alert: { kind: 'none' },
  thresholdPercent: 85,
  limitGb: 120,
  limitedBy: 'maximum',
  daysLeft: null,
  daysUnknown: null,
  owner: 'team',
  readAt: '2030-01-01T00:00:00.000Z',
  measuredDaysAgo: 0,
};
const ahead = (gb: number): UseAhead => ({ kind: 'known', usedMb: gb * 1024 });

describe('the room of a disk for a load', () => {
  it('is what its limit leaves above its own growth', () => {
    expect(roomFor(disk, ahead(50), 70, 7)).toEqual({
      hasRoom: true,
      roomGb: 70,
      says: 'shop/orders: room for 70 GB within 7 days: 70 GB remain of 120 GB (limited by: maximum), with its own growth (P90) taken off',
    });
    expect(roomFor(disk, ahead(50), 71, 7)).toMatchObject({ hasRoom: false, roomGb: 70 });
  });

  it('is never more than the present use leaves, although the forecast falls', () => {
    expect(roomFor(disk, ahead(10), 81, 7)).toMatchObject({ hasRoom: false, roomGb: 80 });
  });

  it('is none on a disk that waits for a person', () => {
    expect(roomFor({ ...disk, needsPerson: true }, ahead(50), 10, 7).hasRoom).toBe(false);
  });

  it.each<[string, Partial<FleetDisk>, UseAhead, string]>([
    ['limit', { limitGb: null }, ahead(1), 'the limit of its disk is unknown'],
    ['use', { usedGb: null, measuredDaysAgo: null }, ahead(1), 'never measured'],
    ['use beyond the measurement', { isAtLeast: true }, ahead(1), 'more use than was measured'],
    ['use of today', { measuredDaysAgo: 2 }, ahead(1), 'last measured 2 days ago'],
    ['forecast', {}, { kind: 'unknown', why: 'too short' }, 'forecast of its use is unknown (too short)'],
  ])('is none while its %s is unknown', (_, given, use, why) => {
    const room = roomFor({ ...disk, ...given }, use, 1, 7);
    expect([room.hasRoom, room.roomGb, room.says]).toEqual([false, null, expect.stringContaining(why)]);
  });
});
