import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../lib/core/forecast/project-history.ts';
import { type ChangeSources, changesOf } from '../../../lib/dashboard/facts/marks.ts';

const none: ChangeSources = {
  ...{ versions: [], budget: undefined, moneyOfDays: [], grants: [], records: [], open: [], provisioned: [] },
};
const dayAt = (iso: string) => dayOf(Date.parse(iso));
const since = dayAt('2030-04-01');

const changes = (given: object): string[] =>
  changesOf({ ...none, ...given }, since, since + 29).map(({ day, cause, text }) => `${day - since} ${cause}: ${text}`);

const endpoint = (gb: number) => ({ kind: 'endpoint', maximum: { kind: 'additional', gb }, maxAdditionalGb: gb });
const write = (given: object) => ({
  ...{ at: '2030-04-03T08:00:00.000Z', status: 'confirmed', before: endpoint(40), after: endpoint(2000), reasons: [] },
  ...given,
});

describe('the changes of a service', () => {
  it('are the versions of the policy, but not one that was never in force', () => {
    const version = { at: '2030-04-02T08:00:00.000Z', by: 'ana', message: 'larger disks' };
    expect(changes({ versions: [{ version, inForce: { from: version.at, to: null } }] })).toEqual([
      '1 policy: new version by ana: larger disks',
    ]);
    expect(changes({ versions: [{ version, inForce: null }] })).toEqual([]);
    expect(changes({ versions: [{ version: { ...version, message: '' }, inForce: undefined }] })).toEqual([
      '1 policy: new version by ana',
    ]);
  });

  it('are the amounts of its own budget, on the day that has another one than the day before', () => {
    const money = (day: string, monthly: string) => ({
      day,
      budgets: [
        { name: 'shared', monthly, currency: 'EUR' },
        { name: 'other', monthly: day, currency: 'EUR' },
      ],
    });
    const moneyOfDays = [money('2030-04-01', '900'), money('2030-04-04', '1200'), money('2030-04-05', '1200')];
    expect(changes({ moneyOfDays, budget: 'shared' })).toEqual(['3 budget: shared: 900.00 → 1,200.00 EUR a month']);
    expect(changes({ moneyOfDays })).toEqual([]);
  });

  it('are grants, and changes by hand that no run has taken back', () => {
    const grants = [{ at: '2030-04-02T10:00:00.000Z', maxGb: 1500, through: '2030-04-09', by: 'carla' }];
    const found = { since: '2030-04-05T08:00:00.000Z', message: 'Raised by ben.' };
    const open = ['raise-kept', 'disk-full'].map((code) => ({ ...found, code }));
    expect(changes({ grants, open })).toEqual([
      '4 hand: Raised by ben.',
      '1 grant: 1,500 GB through 2030-04-09 by carla',
    ]);
  });

  it('are sizes of its disk', () => {
    const provisioned = [80, 80, 88].map((gb, at) => ({ day: since + at, gb }));
    expect(changes({ provisioned })).toEqual(['2 disk: size 80 → 88 GB']);
  });

  it.each([
    [['rule', 'forecast'], 'policy', ''],
    [['rule', 'budget'], 'budget', ''],
    [['rule', 'budget', 'grant'], 'grant', ''],
    [['budget', 'drift'], 'hand', ', which takes back a change by hand'],
  ])('are confirmed writes to its maximum: those because of %s are of the %s', (sources, cause, more) => {
    const reasons = sources.map((source) => ({ source, text: '' }));
    expect(changes({ records: [write({ reasons })] })).toEqual([`2 ${cause}: maximum 40 GB → 2,000 GB${more}`]);
    expect(changes({ records: [write({ reasons, status: 'failed' })] })).toEqual([]);
    const integration = { kind: 'integration', integrationId: null, endpointId: null };
    expect(changes({ records: [write({ before: null, after: integration })] })).toEqual([]);
  });

  it('are of today where a clock ahead of ours has dated them', () => {
    expect(changes({ records: [write({ at: '2999-01-01T08:00:00.000Z' })] })).toEqual([
      '29 policy: maximum 40 GB → 2,000 GB',
    ]);
  });

  it('are those of the days shown, the newest first', () => {
    const at = (day: string) => write({ at: `${day}T08:00:00.000Z` });
    expect(changes({ records: [at('2030-03-31'), at('2030-04-01'), at('2030-04-07')] }).map((text) => text[0])).toEqual(
      ['6', '0'],
    );
  });
});
