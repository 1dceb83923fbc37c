import { describe, expect, it } from 'vitest';
import type { FleetDisk } from '../../../lib/core/disk/fleet-disks.ts';
import { pageOf, type ServiceRow, type Sort, serviceRows } from '../../../lib/dashboard/facts/service-rows.ts';
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
        isNearlyFull: service === 'full',
        daysLeft:
          left === null ? null : { days: left === 365 ? null : left, soonest: left === 365 ? null : 1, latest: null },
      }) as unknown as FleetDisk,
  );
  return serviceRows({ plan, results: [] }, { disks, subjects: [] });
};

const listed = (sort: Sort) => pageOf(rows(), wantedFrom({ sort })).rows.map(({ service }) => service);

const pageFor = (query: Readonly<Record<string, string>>): string => {
  const fleet = { disks: [], subjects: [], withoutReading: [], problem: null };
  return String(services(rows(), wantedFrom(query), fleet));
};

const headsIn = (page: string): string[] =>
  [...page.matchAll(/<th [^>]*>(?:<a[^>]*>)?([^<]*)/g)].map(([, head = '']) => head.trim());

describe('the list of services', () => {
  it('has the columns that its address names, and the usual ones where it names none that exist', () => {
    expect(headsIn(pageFor({ columns: 'rule, service,nonsense,constructor' }))).toEqual(['rule', 'service']);
    expect(headsIn(pageFor({ columns: 'nonsense' }))).toEqual(headsIn(pageFor({})));
    expect(headsIn(pageFor({}))).toEqual(expect.arrayContaining(['service', 'days left']));
    expect(pageFor({ columns: 'rule,service' })).toContain('columns=rule%2Cservice');
  });

  it('comes by the days that its column shows, an unknown disk before one that has room for a year', () => {
    expect(listed('days')).toEqual(['full', 'b', 'd', 'a', 'c', 'e']);
  });

  it.each([
    ['', 'days left', 'fewest days left'],
    ['days', 'days left', 'fewest days left'],
    ['size', 'size GB', 'largest disk'],
  ])('sorted by %j marks the column %j, and names its order', (sort, column, name) => {
    const page = pageFor({ sort });
    const marked = /aria-sort="\w+"[^>]*><a[^>]*>([^<]*)/.exec(page)?.[1]?.trim();
    expect(marked).toBe(column);
    expect(page).toMatch(new RegExp(`<option[^>]*selected[^>]*>${name}</option>`));
  });
});
