import { describe, expect, it } from 'vitest';
import type { FleetDisk } from '../../../lib/core/disk/fleet-disks.ts';
import { pageOf, type ServiceRow, type Sort, serviceRows } from '../../../lib/dashboard/facts/service-rows.ts';
import { noLabels } from '../../../lib/dashboard/http/labels.ts';
import { wantedFrom } from '../../../lib/dashboard/http/queries.ts';
import { services } from '../../../lib/dashboard/pages/services.ts';
import { aService, aSnapshot, planOf } from '../../core/organization.ts';

/** Days left by service, the most urgent first: a full disk of which the days are unknown comes before all. */
const days = { full: null, a: 29, b: 5, c: null, d: 12, e: 365 } as const;

const rows = (): ServiceRow[] => {
  const names = Object.keys(days);
  const { plan } = planOf([aSnapshot({ services: names.map((name) => aService({ name })) })]);
  const disks = Object.entries(days).map(
    ([service, left]) =>
      ({
        project: 'shop-prod',
        service,
        ...{ sizeGb: 80, usedGb: 40, freeGb: 40, usedPercent: 50, thresholdPercent: 85 },
        ...{ limitGb: 180, limitedBy: 'maximum', owner: '' },
        daysLeft:
          left === null ? null : { days: left === 365 ? null : left, soonest: left === 365 ? null : 1, latest: null },
      }) as unknown as FleetDisk,
  );
  return serviceRows({ plan, results: [] }, disks);
};

const listed = (sort: Sort) => pageOf(rows(), wantedFrom({ sort }), noLabels).rows.map(({ service }) => service);

describe('the list of services', () => {
  it('comes by urgency, or by the days that its column shows, the unknown ones last', () => {
    expect(listed('urgency')).toEqual(['full', 'a', 'b', 'c', 'd', 'e']);
    expect(listed('days')).toEqual(['b', 'd', 'a', 'e', 'full', 'c']);
  });

  it.each([
    ['', undefined, 'full, then fills up first'],
    ['days', 'days left', 'fewest days left'],
    ['size', 'size GB', 'largest disk'],
  ])('sorted by %j marks no other column than %j, and names its order', (sort, column, name) => {
    const wanted = wantedFrom({ sort });
    const shown = pageOf(rows(), wanted, noLabels);
    const fleet = { disks: [], problem: null };
    const page = String(services(rows(), wanted, shown, { ownerOf: () => '', problem: null, fleet }));
    const marked = /aria-sort="\w+"[^>]*><a[^>]*>([^<]*)/.exec(page)?.[1]?.trim();
    expect(marked).toBe(column);
    expect(page).toMatch(new RegExp(`<option[^>]*selected[^>]*>${name}</option>`));
  });
});
