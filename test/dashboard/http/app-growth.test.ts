import { describe, expect, it } from 'vitest';
import type { ProjectHistory } from '../../../lib/core/forecast/project-history.ts';
import { dayOf } from '../../../lib/core/forecast/project-history.ts';
import { isoInstant } from '../../../lib/core/model/durations.ts';
import { putGrant } from '../../../lib/run/policy/grants.ts';
import { putPolicy } from '../../../lib/run/policy/versions.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { updateObject } from '../../../lib/run/store/objects.ts';
import type { InventoryIndex } from '../../../lib/run/store/run-objects.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even, organizationOf, pg } from '../../workflow/scenarios.ts';
import { careful, pagesOf, seen } from './pages-of.ts';

/** A policy that gives no disk an autoscaler. */
const ignored = enableAll(40)
  .replace('effect: enable', 'effect: ignore')
  .replace(/, maxAdditionalGb: \d+/, '');

/** Two disks with autoscalers, of which so many were measured for 60 days: they grew by so much a day from 10 GB. */
const measured = async (disks: number, gbPerDay = 0) => {
  const headroom = await startHeadroom(even(1, 2), enableAll(40));
  await headroom.reconcile();
  // The reading of a later run has what the first one attached.
  headroom.pass(60_000);
  await headroom.reconcile();
  const today = dayOf(headroom.ports.clock.now());
  const used = Array.from({ length: 60 }, (_, at): [number, number] => [today - 59 + at, (10 + at * gbPerDay) * 1024]);
  await updateObject<ProjectHistory>(headroom.store, keys.history('project-0'), (history) => ({
    days: [],
    ...history,
    services: (history?.services ?? []).map((one, at) => (at < disks ? { ...one, used, measuredDay: today } : one)),
  }));
  return { headroom, ...pagesOf(headroom.store, { clock: headroom.ports.clock }) };
};

describe('how full disks are', () => {
  it('is never shown as good news while it is unknown', async () => {
    for (const known of [0, 1]) {
      const { page } = await measured(known);
      const overview = seen(await page('/'));
      expect(overview).toContain(
        `No other full disk is known, but the forecast is known for ${known} of 2 disks only.`,
      );
      expect(overview).toContain(`Disks: use known of ${known} of 2 disks`);
      expect(overview).toContain('headroom forecast --all measures every disk.');
      expect(overview).not.toContain('No other disk is expected');
      expect(overview).toContain(
        `${known === 0 ? 'disks nearly full unknown 2 disks' : 'disks nearly full 0 of 1 1 unknown'} fills next unknown`,
      );
      expect(seen(await page('/services'))).toMatch(/service-1 project-0 unknown 80 120 maximum unknown/);
    }
  });

  it('is good news once all of them are known and far from full', async () => {
    const { page } = await measured(2);
    const overview = seen(await page('/'));
    expect(overview).toContain('No other disk is expected to be full within 90 days.');
    expect(overview).toContain('disks nearly full 0 of 2 use of all disks known fills next none within 90 days');
    expect(seen(await page('/services'))).toMatch(/service-0 project-0 13 80 120 maximum over 365/);
  });

  it('comes first on the overview and in the list, with the days that are left', async () => {
    const { page } = await measured(1, 1);
    const overview = seen(await page('/'));
    expect(overview).toMatch(/fills next 86 % used service-0 project-0 days left: \d+ \([^)]*\)/);
    expect(overview).toMatch(/Fills next .*service-0 project-0 86 80 120 maximum \d+ /);
    expect(seen(await page('/services'))).toMatch(/service-0 project-0 86 .* service-1 project-0 unknown/);
  });

  it('is no good news while nothing is known of a project', async () => {
    const { headroom, page } = await measured(2);
    await updateObject<InventoryIndex>(headroom.store, keys.inventoryIndex, (index) => {
      if (index === undefined) throw new Error('no readings');
      return { ...index, neverRead: ['project-1'] };
    });
    const overview = seen(await page('/'));
    expect(overview).toContain('disks nearly full 0 of 2 0 unknown, and 1 project fills next unknown');
    expect(overview).toContain('No other full disk is known, but nothing is known of 1 project.');
  });

  it('names the disk that fills next also where it needs a person now', async () => {
    const services = [pg('orders', { usedGb: 79 }), pg('carts')];
    const headroom = await startHeadroom(organizationOf([{ name: 'shop', services }]), careful);
    await headroom.reconcile();
    const overview = seen(await pagesOf(headroom.store).page('/'));
    expect(overview).toMatch(/Needs a person now .*shop\/orders/);
    expect(overview).toMatch(/fills next ≥97 % used orders shop days left: unknown/);
  });

  it('has the limit that a run has just confirmed, although the reading is older', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(40));
    await headroom.reconcile();
    const { page } = pagesOf(headroom.store, { clock: headroom.ports.clock });
    expect(seen(await page('/services?columns=service,disk,use,size,limit,by,days,state'))).toMatch(
      /service-0 project-0 unknown 80 120 maximum unknown with our autoscaler/,
    );
  });

  it('does not depend on a policy that can be read', async () => {
    const { headroom, page } = await measured(2);
    await headroom.store.put(keys.policy, 'version: nonsense');
    await headroom.reconcile().catch(() => undefined);
    expect(seen(await page('/'))).toContain('Disks: use known of 2 of 2 disks');
  });

  const service = '/services/project-0/service-0';

  it('of one service is unknown, near or far, and a curve of one day says so', async () => {
    const first = seen(await (await measured(0)).page(service));
    expect(first).toContain('used unknown % of 80 GB');
    expect(first).toContain('days until it is full unknown not measured yet');
    expect(first).toContain('One sample so far');
    const [far, near] = [await measured(1), await measured(1, 1)];
    expect(seen(await far.page(service))).toContain('days until it is full over 365');
    const text = seen(await near.page(service));
    expect(text).toMatch(/days until it is full \d+ /);
    expect(text).toContain('largest disk it reaches 120 GB limited by: maximum; the autoscaler acts at 85 %');
    expect(text).not.toContain('One sample so far');
  });

  it('of a service without an autoscaler ends at the disk that it has', async () => {
    const headroom = await startHeadroom(even(1, 1), ignored);
    await headroom.reconcile();
    const text = seen(await pagesOf(headroom.store).page(service));
    expect(text).toContain('largest disk it reaches 80 GB limited by: no autoscaler days until');
  });
});

it('the overview says what forecasts promised in the last weeks, and what came', async () => {
  const { headroom, page } = await measured(2);
  const { runId } = await headroom.reconcile();
  const plan = JSON.parse((await headroom.store.get(keys.plan(runId)))?.body ?? '');
  expect(seen(await page('/'))).not.toContain('promised');
  plan.forecast.record = [{ confidence: 90, rhythm: 'regular', forecasts: 40, above: 3 }];
  await headroom.store.put(keys.plan(runId), JSON.stringify(plan));
  expect(seen(await pagesOf(headroom.store).page('/'))).toContain(
    '10 % above the P90 promised, 7.5 % came, in 40 forecasts of the last weeks',
  );
});

it('the picture of a service has the largest disk that the latest run allows, if the store knows its plan', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.reconcile();
  const { page } = pagesOf(headroom.store, { clock: headroom.ports.clock });
  expect(seen(await page('/services/project-0/service-0'))).toContain('largest disk 120 GB');
  await headroom.store.delete(keys.planDisk('pg', 'startup-4'));
  expect(seen(await page('/services/project-0/service-0'))).not.toContain('largest disk 120 GB');
});

describe('the days of a picture', () => {
  const path = '/services/project-0/service-0';

  it('are chosen by the address, and other days than those offered are refused', async () => {
    const { headroom, ask, page } = await measured(1, 1);
    const today = dayOf(headroom.ports.clock.now());
    const first = async (query: string) => /<td>use<\/td><td>([^<]+)/.exec(await page(`${path}${query}`))?.[1] ?? '';
    const daysBack = async (query: string) => today - dayOf(Date.parse(await first(query)));
    expect(await Promise.all(['?days=7', '?days=30', '?days=90', ''].map(daysBack))).toEqual([7, 30, 59, 59]);
    expect(await page(`${path}?days=7`)).toContain('<a href="?days=7" aria-current="true">7 days</a>');
    expect(await page(path)).toContain('<a href="?" aria-current="true">all days</a>');
    for (const days of ['8', '07', '-7', 'all', ''])
      expect([days, (await ask(`${path}?days=${days}`)).status]).toEqual([days, 404]);
    expect(seen(await page(`${path}?days=8`))).toContain('This page shows 7, 30, 90 or all days: ?days=7');
  });

  it('have marks for what changed in them, in the picture and as a list', async () => {
    const { headroom, page } = await measured(1, 1);
    const { store, ports } = headroom;
    const at = isoInstant(ports.clock.now());
    await putPolicy(store, { document: enableAll(60), at, by: 'ana', message: 'larger' });
    headroom.pass(60_000);
    await headroom.reconcile();
    await putGrant(store, {
      ...{ project: 'project-0', service: 'service-0', maxGb: 1000, through: '2999-01-01', by: 'ben', at },
    });
    const shown = await page(`${path}?days=7`);
    const text = seen(shown);
    expect(text).toMatch(/Changes: the dots day by change .*policy new version by ana: larger/);
    expect(text).toContain('policy maximum 40 GB → 60 GB');
    expect(text).toContain('grant 1,000 GB through 2999-01-01 by ben');
    // One in the picture of each width.
    expect(shown.match(/class="mark"/g)).toHaveLength(2);
    const other = seen(await page('/services/project-0/service-1'));
    expect(other).toContain('policy maximum 40 GB → 60 GB');
    expect(other).not.toContain('by ben');
  });

  it('say so without any change on record', async () => {
    const headroom = await startHeadroom(even(1, 1), ignored);
    await headroom.reconcile();
    expect(seen(await pagesOf(headroom.store, { clock: headroom.ports.clock }).page(path))).toContain(
      'No change in these days is on record.',
    );
  });
});
