import type { Hono } from 'hono';
import { dayOf } from '../../core/forecast/project-history.ts';
import { readMorning } from '../../run/status/morning.ts';
import { ranges } from '../facts/growth.ts';
import { type ServiceRow, serviceRows } from '../facts/service-rows.ts';
import { approverSince } from '../facts/waiting.ts';
import { overview } from '../pages/overview.ts';
import { service } from '../pages/service.ts';
import { services } from '../pages/services.ts';
import { newestRecords } from './audit-facts.ts';
import { pictureOf } from './growth-of.ts';
import type { PageContext } from './page-context.ts';
import { daysFrom, wantedFrom } from './queries.ts';

/** One service as `headroom explain --stored` shows it; no line where the store lacks the facts. */
export type LinesOf = (project: string, service: string) => Promise<readonly string[]>;

/** Overview, list of services, one service. */
export const addServiceRoutes = (app: Hono, context: PageContext, linesOf: LinesOf): void => {
  const { store, clock, reader, rowsOf, fleetAt, show, missing } = context;

  app.get('/', async (c) => {
    const latest = await reader.latest();
    const approver = await approverSince(store, latest.report);
    const fleet = await fleetAt(latest.stamp);
    const found = await readMorning(store, latest.report, latest.runs, clock.now());
    // What a person has approved since waits for no one.
    const needs = found.needs.filter(({ approves }) => approves === undefined || approver === undefined);
    const main = overview(latest, rowsOf(latest.report, fleet), fleet, { ...found, needs });
    return show(c, latest, { at: '/', title: 'Overview', main });
  });

  app.get('/services', async (c) => {
    const latest = await reader.latest();
    const fleet = await fleetAt(latest.stamp);
    const rows = rowsOf(latest.report, fleet);
    const wanted = wantedFrom(c.req.query());
    const main = services(rows, wanted, fleet);
    return show(c, latest, { at: '/services', title: 'Services', main });
  });

  app.get('/services/:project/:service', async (c) => {
    const latest = await reader.latest();
    const { project, service: name } = c.req.param();
    const isIt = (candidate: ServiceRow) => candidate.project === project && candidate.service === name;
    // A later run for some projects knows theirs best, and may have found the service.
    const { newer, ...ofAll } = latest;
    const fleet = await fleetAt(latest.stamp);
    const later = newer?.part && serviceRows(newer, fleet).find(isIt);
    const row = later ?? rowsOf(latest.report, fleet).find(isIt);
    const shown = later === undefined ? latest : { ...ofAll, report: newer };
    const { report } = shown;
    if (row === undefined || report === undefined)
      return missing(c, latest, '/services', 'The latest run did not read this service.');
    const days = daysFrom(c.req.query('days'));
    if (days === undefined)
      return missing(c, latest, '/services', `This page shows ${ranges.join(', ')} or all days: ?days=${ranges[0]}.`);
    const found = await newestRecords(store, (record) => record.project === project && record.service === name);
    const picture = await pictureOf(store, row, { today: dayOf(clock.now()), days, found });
    const main = service(row, { picture, days, found, lines: await linesOf(project, name) });
    return show(c, shown, { at: '/services', title: name, above: project, main });
  });
};
