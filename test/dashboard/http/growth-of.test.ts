import { expect, it } from 'vitest';
import type { ListedForecast } from '../../../lib/core/forecast/plan-forecast.ts';
import { dayOf, type ProjectHistory } from '../../../lib/core/forecast/project-history.ts';
import { reportPictures } from '../../../lib/dashboard/http/growth-of.ts';
import { readLatestReport } from '../../../lib/run/publish/reports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { updateObject } from '../../../lib/run/store/objects.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

it('the pictures of a report, which reads no writes, claim no maximum for the days before its run', async () => {
  const { store, ports, reconcile } = await startHeadroom(even(1, 1), enableAll(40));
  await reconcile();
  const today = dayOf(ports.clock.now());
  const used = Array.from({ length: 60 }, (_, at): [number, number] => [today - 59 + at, 10 * 1024]);
  await updateObject<ProjectHistory>(store, keys.history('project-0'), (history) => ({
    days: [],
    ...history,
    services: (history?.services ?? []).map((one) => ({ ...one, used, measuredDay: today })),
  }));
  const report = await readLatestReport(store);
  if (!report?.plan) throw new Error('no plan');
  const services = [{ project: 'project-0', service: 'service-0' } as ListedForecast];
  const forecast = { services, more: 0, unknown: 0, coverage: { known: 1, disks: 1 } };
  const { growth } = await reportPictures(store, { ...report, plan: { ...report.plan, forecast } });
  expect(growth.map(({ used: [first], limit: [since] }) => [first?.day, since])).toEqual([
    [today - 59, { day: today, gb: 120 }],
  ]);
});
