import { expect, it } from 'vitest';
import type { ServiceRow } from '../../../lib/dashboard/facts/service-rows.ts';
import { metNeeds } from '../../../lib/dashboard/facts/urgent-disks.ts';

const row = (protection: ServiceRow['protection'], disk: object | undefined) => ({ protection, disk }) as ServiceRow;
const left = (soonest: number | null, isNearlyFull = false) => ({ isNearlyFull, daysLeft: { soonest } });

it('a disk has the room that it needs with 7 days at least, from Headroom or others; an autoscaler alone is no proof', () => {
  const rows = [
    row('protectedByUs', left(7)),
    row('protectedByUs', left(6)),
    row('protectedByUs', left(null, true)),
    row('protectedByUs', { isNearlyFull: false, daysLeft: null }),
    row('protectedByOthers', left(null)),
    row('optedOut', left(300)),
    row('impossible', undefined),
  ];
  expect(metNeeds(rows)).toEqual({ byUs: 1, byOthers: 1, withoutHelp: 1, unknown: 2 });
});
