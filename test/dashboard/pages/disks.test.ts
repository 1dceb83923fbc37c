import { expect, it } from 'vitest';
import type { FleetDisk } from '../../../lib/core/disk/fleet-disks.ts';
import { diskCells } from '../../../lib/dashboard/pages/disks.ts';

/** A disk that was never measured. */
const disk: FleetDisk = {
  project: 'shop',
  service: 'orders',
  serviceType: 'pg',
  plan: 'business-4',
  sizeGb: 80,
  usedGb: null,
  freeGb: null,
  usedPercent: null,
  isAtLeast: false,
  isNearlyFull: true,
  needsPerson: true,
  alert: { kind: 'active', minutes: 5, isCritical: true },
  thresholdPercent: 85,
  limitGb: 160,
  limitedBy: 'maximum',
  daysLeft: null,
  daysUnknown: 'not measured yet',
  owner: 'team-a',
  readAt: '2026-11-29T00:00:00Z',
  measuredDaysAgo: null,
};

it('a disk that was never measured shows the use that its alert reports', () => {
  expect(String(diskCells(disk)[1])).toBe('<b class="warning">≥97</b>');
  const quiet: FleetDisk = { ...disk, isNearlyFull: null, alert: { kind: 'unlisted' } };
  expect(String(diskCells(quiet)[1])).toContain('unknown');
});
