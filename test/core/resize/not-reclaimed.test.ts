import { describe, expect, it } from 'vitest';
import type { Service } from '../../../lib/core/model/model.ts';
import { aPolicy, today } from '../organization.ts';
import { day, type Given, gb, planned, reasonsOf } from './planned-reclaims.ts';

describe('what is not reclaimed', () => {
  const exempt = { tags: { 'disk-autoscaler-exempt': '2030-12-31' } };
  const unmeasured =
    'Not reclaimed: the use of its disk is not measured yet (run this again, or headroom forecast --all, which measures every disk).';

  it.each<[string, Given, string]>([
    ['was never measured', { forecasts: undefined }, unmeasured],
    ['has no history', { use: { nowGb: 60, lastDay: day - 100 } }, unmeasured],
    [
      'was measured days ago',
      { use: { nowGb: 60, lastDay: day - 2 } },
      'Not reclaimed: the use of its disk was last measured 2 days ago (run this again',
    ],
    [
      'has too short a history',
      { use: { nowGb: 60, samples: 5 } },
      'Not reclaimed: the forecast of its use is unknown (needs',
    ],
    [
      'has no known peak',
      { use: { nowGb: 60, peakGb: null } },
      'Not reclaimed: its largest use within the last month is not measured yet (run this again',
    ],
    [
      'has no autoscaler',
      { service: { integrations: [] } },
      'Not reclaimed: no autoscaler is attached to it, so a smaller disk could not grow again.',
    ],
    [
      'has room that a person granted',
      {
        grants: [
          { project: 'shop-prod', service: 'orders', maxGb: 300, through: today, by: 'ann', at: `${today}T00:00:00Z` },
        ],
      },
      `Not reclaimed: a person granted it a maximum of 300 GB through ${today}.`,
    ],
    ['has no size', { service: { diskMb: null } }, 'Not reclaimed: the platform does not report its disk size.'],
    [
      'has a plan without a known disk',
      { planDiskMb: new Map([['pg/startup-4', null]]) },
      'Not reclaimed: the platform does not report the disk of plan pg/startup-4.',
    ],
    [
      'has a plan without known steps',
      { planStepMb: new Map() },
      'Not reclaimed: the store has no step of disk sizes for plan pg/startup-4 yet',
    ],
    [
      'has an alert',
      { snapshot: { alerts: [{ service: 'orders', isCritical: false, since: null }] } },
      'Not reclaimed: the platform reports that its disk is nearly full.',
    ],
    [
      'has a project without listed alerts',
      { snapshot: { alerts: undefined } },
      'Not reclaimed: the platform did not list the alerts of its project.',
    ],
    ['is not running', { service: { state: 'REBUILDING' } }, 'Not reclaimed: the service is in state REBUILDING.'],
    [
      'is managed elsewhere',
      { service: { tags: { 'disk-autoscaler-managed-by': 'terraform' } } },
      'Not reclaimed: the service is managed by terraform.',
    ],
    [
      'is exempt',
      { policy: aPolicy({ reclaim: { enabled: true, match: { project: ['*'] } } }), service: exempt },
      'Not reclaimed: a tag exempts the service.',
    ],
    [
      'has an invalid record',
      { service: { unusable: 'no plan' } },
      "Not reclaimed: the platform's record of the service is invalid.",
    ],
  ])('offers nothing for a service that %s, and says why', (_, given, why) => {
    const { changes, findings } = planned(given);
    expect(changes).toEqual([]);
    const ofService = findings.filter((finding) => finding.service === 'orders');
    expect(ofService).toMatchObject([{ code: 'not-reclaimed', project: 'shop-prod' }]);
    expect(ofService[0]?.message).toContain(why);
  });

  it('is silent about a service with nothing to give back, unless a person names it', () => {
    const plain = { service: { diskMb: 80 * gb } };
    expect([reasonsOf(plain), reasonsOf({ ...plain, named: true })]).toEqual([
      [],
      ['Not reclaimed: its disk has no added storage.'],
    ]);
    const full = { use: { nowGb: 165 } };
    expect(reasonsOf(full)).toEqual([]);
    expect(reasonsOf({ ...full, named: true })[0]).toContain('Not reclaimed: it needs its 200 GB: 165 GB are used');
    const gone = { reclaim: [{ project: 'shop-prod', service: 'none' }] };
    expect(reasonsOf(gone)).toEqual(['Not reclaimed: there is no such service, or its project could not be read.']);
  });

  it.each<[string, Partial<Service>]>([
    ['is exempt', exempt],
    ['is managed elsewhere', { tags: { 'disk-autoscaler-managed-by': 'terraform' } }],
    ['is not running', { state: 'POWEROFF' }],
  ])('is silent about a service without added storage that %s', (_, service) => {
    const inScope = aPolicy({ reclaim: { enabled: true, match: { project: ['*'] } } });
    expect(reasonsOf({ policy: inScope, service: { ...service, diskMb: 80 * gb } })).toEqual([]);
  });

  it.each<[string, Given]>([
    ['is exempt', { service: exempt }],
    ['is managed elsewhere', { service: { tags: { 'disk-autoscaler-managed-by': 'terraform' } } }],
    ['has an invalid record', { service: { unusable: 'no plan' } }],
  ])('is silent about a service out of scope that %s', (_, given) => {
    const outOfScope = aPolicy({ reclaim: { enabled: true, match: { service: ['other'] } } });
    expect(reasonsOf({ policy: outOfScope, ...given })).toEqual([]);
  });
});
