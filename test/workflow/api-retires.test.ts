import { expect, it } from 'vitest';
import { watchServices } from '../../functions/watch-services.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { needObject } from '../../lib/run/store/objects.ts';
import type { InventoryRecord, ReportObject } from '../../lib/run/store/run-objects.ts';
import { startHeadroom } from './local-headroom.ts';
import { disableAll, enableAll, even } from './scenarios.ts';

const retiring = (report: ReportObject) =>
  (report.plan?.findings ?? [])
    .filter(({ code }) => code === 'api-retires')
    .map(({ subject, message }) => [subject, message]);

const list = { deprecation: '2026-07-29T00:00:00Z', sunset: '2027-01-31T00:00:00Z', link: 'https://example.com/eol' };
const services = 'GET /project/{project}/service';
const projects = 'GET /organization/{organization}/projects';

it('a call that the platform announces to retire is one warning of every run, until the platform takes it back', async () => {
  const headroom = await startHeadroom(even(2, 1), enableAll(40));
  expect(retiring(await headroom.reconcile())).toEqual([]);

  await headroom.control('behaviour', { retiring: { ServiceList: list } });
  const [warning, ...others] = retiring(await headroom.reconcile());
  expect(others).toEqual([]);
  expect(warning?.[0]).toBe(services);
  expect(warning?.[1]).toContain('on 2027-01-31');
  expect(warning?.[1]).toContain('https://example.com/eol');

  const key = keys.reading('project-1');
  const before = await needObject<InventoryRecord>(headroom.store, key);
  expect(before.retiring).toEqual([
    {
      operation: services,
      deprecatedAt: '2026-07-29T00:00:00.000Z',
      sunsetAt: '2027-01-31T00:00:00.000Z',
      link: 'https://example.com/eol',
    },
  ]);
  expect(retiring(await headroom.reconcile())).toEqual([warning]);
  expect((await needObject<InventoryRecord>(headroom.store, key)).retiring).toEqual(before.retiring);

  await headroom.control('behaviour', { retiring: {} });
  expect(retiring(await headroom.reconcile())).toEqual([]);
  expect(await needObject<InventoryRecord>(headroom.store, key)).not.toHaveProperty('retiring');
});

it('the list of projects is heard too', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.control('behaviour', { retiring: { OrganizationProjectsList: { deprecation: list.deprecation } } });
  const found = retiring(await headroom.reconcile());
  expect(found.map(([subject]) => subject)).toEqual([projects]);
  expect(found[0]?.[1]).toContain('on a date that it does not name');
});

it('the calls of writes are heard, and warn every later run until such a call comes without the announcement', async () => {
  const headroom = await startHeadroom(even(2, 1), enableAll(40));
  await headroom.control('behaviour', { retiring: { ServiceIntegrationCreate: list } });
  await headroom.reconcile();
  const create = 'POST /project/{project}/integration';
  for (const report of [await headroom.reconcile(), await headroom.reconcile()])
    expect(retiring(report).map(([subject]) => subject)).toEqual([create]);

  await headroom.control('behaviour', { retiring: {} });
  await headroom.store.put(keys.policy, disableAll);
  expect(retiring(await headroom.reconcile()).map(([subject]) => subject)).toEqual([create]);
  await headroom.store.put(keys.policy, enableAll(40));
  await headroom.reconcile();
  expect(retiring(await headroom.reconcile())).toEqual([]);
});

it('the calls that a run asks before its plan are heard by that plan', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.control('behaviour', { retiring: { ProjectServicePlanSpecsGet: list } });
  expect(retiring(await headroom.reconcile()).map(([subject]) => subject)).toEqual([
    'GET /project/{project}/service-types/{type}/plans/{plan}',
  ]);
});

it('the calls of the watch for new services are heard by the next run', async () => {
  const headroom = await startHeadroom(even(1, 1), enableAll(40));
  await headroom.control('behaviour', { retiring: { ProjectGetEventLogs: list } });
  await watchServices(headroom.ports)({});
  expect(retiring(await headroom.reconcile()).map(([subject]) => subject)).toEqual(['GET /project/{project}/events']);
});
