import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../lib/core/forecast/project-history.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { startWorld } from '../../workflow/world.ts';
import { pagesOf, seen } from './pages-of.ts';
import type { ProjectHistory } from '../../../lib/core/forecast/project-history.ts';
import { updateObject } from '../../../lib/run/store/objects.ts';

describe('a forecast', () => {
  /** Pages about two disks with autoscalers, whose last run had this forecast. */
  const pagesWith = async (unknown: number, more = {}) => {
    const world = await startWorld(even(1, 2), enableAll(40));
    await world.reconcile();
    const plan = JSON.parse((await world.store.get(keys.plan('run-1')))?.body ?? '');
    for (const { actual } of plan.decisions) actual.ours = 1;
    plan.forecast = { services: [], more: 0, unknown, coverage: { known: 2 - unknown, disks: 2 }, ...more };
    plan.disks = { known: 2 - unknown, unknown, withoutAlert: unknown, oldestDays: null, nearlyFull: 0 };
    await world.store.put(keys.plan('run-1'), JSON.stringify(plan));
    return { world, ...pagesOf(world.store, { clock: world.ports.clock }) };
  };

  it('that is not known is never shown as good news', async () => {
    for (const [unknown, known] of [
      [2, 0],
      [1, 1],
    ] as const) {
      const { page } = await pagesWith(unknown);
      const [overview, services] = [seen(await page('/')), seen(await page('/services'))];
      const text = `Forecast known for ${known} of 2 disks with an autoscaler. Run headroom forecast`;
      expect(overview).toContain(`Needs a person No problem is known. ${text}`);
      expect(overview).toContain('next disk at its maximum unknown');
      expect(overview).toContain(
        `Disks: use known of ${known} of 2 disks, 0 at 90 % or more; unknown of ${unknown} disk`,
      );
      expect(overview).toContain(`disks with known use ${known} of 2`);
      expect(overview).toContain(`Fills up next ${text}`);
      expect(overview).not.toContain('is expected to reach its maximum within');
      expect(services).toContain(text);
    }
  });

  it('of all disks says that none is near its maximum', async () => {
    const { page } = await pagesWith(0);
    const overview = seen(await page('/'));
    expect(overview).toContain('Needs a person Nothing needs a person.');
    expect(overview).toContain('next disk at its maximum none within 90 days');
    expect(overview).toContain('No disk with an autoscaler is expected to reach its maximum within 90 days');
    expect(overview).not.toContain('Forecast known for');
    expect(seen(await page('/services'))).not.toContain('Forecast known for');
  });

  it('says what it promised in the last weeks, and what came', async () => {
    const { page } = await pagesWith(0, { record: [{ confidence: 90, rhythm: 'regular', forecasts: 40, above: 3 }] });
    expect(seen(await page('/'))).toContain(
      '10 % above the P90 promised, 7.5 % came, in 40 forecasts of the last weeks',
    );
    expect(seen(await (await pagesWith(0)).page('/'))).not.toContain('promised');
  });

  const service = '/services/project-0/service-0';

  it('of one service is unknown, near or not near, and a curve of one day says so', async () => {
    const { world, page } = await pagesWith(2);
    const first = seen(await page(service));
    expect(first).toContain('days to the maximum unknown');
    expect(first).toContain('One sample so far');
    const today = dayOf(world.ports.clock.now());
    const grown = async (gbPerDay: number) => {
      const used = Array.from({ length: 60 }, (_, at): [number, number] => [
        today - 59 + at,
        10 * 1024 + at * gbPerDay * 1024,
      ]);
      await updateObject<ProjectHistory>(world.store, keys.history('project-0'), (history) => ({
        days: [],
        ...history,
        services: (history?.services ?? []).map((one) => ({ ...one, used, measuredDay: today })),
      }));
      return seen(await page(service));
    };
    expect(await grown(0)).toMatch(/days to the maximum not near by its forecast/);
    const near = await grown(1);
    expect(near).toMatch(/days to the maximum \d+ soonest \d+/);
    expect(near).not.toContain('One sample so far');
  });

  it('of a service without an autoscaler has no maximum to reach', async () => {
    const world = await startWorld(
      even(1, 1),
      enableAll(40)
        .replace('effect: enable', 'effect: ignore')
        .replace(/, maxAdditionalGb: \d+/, ''),
    );
    await world.reconcile();
    expect(seen(await pagesOf(world.store).page(service))).toContain('days to the maximum no autoscaler');
  });
});

it('the picture of a service has the largest disk that the latest run allows, if the store knows its plan', async () => {
  const world = await startWorld(even(1, 1), enableAll(40));
  await world.reconcile();
  const { page } = pagesOf(world.store, { clock: world.ports.clock });
  expect(seen(await page('/services/project-0/service-0'))).toContain('maximum 120 GB');
  await world.store.delete(keys.planDisk('pg', 'startup-4'));
  expect(seen(await page('/services/project-0/service-0'))).not.toContain('maximum 120 GB');
});
