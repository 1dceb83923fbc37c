import type { Hono } from 'hono';
import { dayOf } from '../../core/forecast/project-history.ts';
import type { Place } from '../../core/service/service-counts.ts';
import type { Store } from '../../ports.ts';
import { readHistories } from '../../run/store/histories.ts';
import { forecastCoverage } from '../facts/forecast-coverage.ts';
import { samplesOf } from '../facts/growth.ts';
import { needsLabels, pageOf, type ServiceRow, serviceRows } from '../facts/service-rows.ts';
import { approverSince } from '../facts/waiting.ts';
import { fillsNext, overview } from '../pages/overview.ts';
import { service } from '../pages/service.ts';
import { services } from '../pages/services.ts';
import { newestRecords } from './audit-facts.ts';
import { growthOf } from './growth-of.ts';
import { createLabels, noLabels } from './labels.ts';
import type { PageContext } from './page-context.ts';
import { wantedFrom } from './queries.ts';

/** The last samples of services, each project read once. */
const curvesOf = async (store: Store, of: readonly Place[]) => {
  const names = [...new Set(of.map(({ project }) => project))].map((name) => ({ name }));
  const histories = await readHistories(store, names);
  return ({ project, service: name }: Place) => {
    const history = histories.get(project);
    return history === undefined ? [] : samplesOf(history, name);
  };
};

/** One service as `headroom explain --stored` shows it; no line where the store lacks the facts. */
export type LinesOf = (project: string, service: string) => Promise<readonly string[]>;

/** Overview, list of services, one service. */
export const addServiceRoutes = (app: Hono, context: PageContext, linesOf: LinesOf): void => {
  const { store, clock, reader, rowsOf, show, missing } = context;
  const labels = createLabels(store);

  app.get('/', async (c) => {
    const latest = await reader.latest();
    const next = fillsNext(latest.report);
    const approver = await approverSince(store, latest.report);
    const main = overview(latest, next, await curvesOf(store, next), approver);
    return show(c, latest, { at: '/', title: 'Overview', main });
  });

  app.get('/services', async (c) => {
    const latest = await reader.latest();
    const { report } = latest;
    const rows = rowsOf(report);
    const wanted = wantedFrom(c.req.query());
    const ofAll = report !== undefined && needsLabels(wanted) ? await labels.ofAll(report, rows) : noLabels;
    const shown = pageOf(rows, wanted, ofAll);
    const { ownerOf, problem } = report === undefined ? noLabels : await labels.ofSome(report, shown.rows);
    const main = services(rows, wanted, shown, {
      coverage: report === undefined ? undefined : forecastCoverage(report),
      ownerOf,
      problem: ofAll.problem ?? problem,
      samplesOf: await curvesOf(store, shown.rows),
    });
    return show(c, latest, { at: '/services', title: 'Services', main });
  });

  app.get('/services/:project/:service', async (c) => {
    const latest = await reader.latest();
    const { project, service: name } = c.req.param();
    const isIt = (one: ServiceRow) => one.project === project && one.service === name;
    // A later run for some projects knows theirs best, and may have found the service.
    const { newer, ...ofAll } = latest;
    const later = newer?.part && serviceRows(newer).find(isIt);
    const row = later ?? rowsOf(latest.report).find(isIt);
    const shown = later === undefined ? latest : { ...ofAll, report: newer };
    const { report } = shown;
    if (row === undefined || report === undefined)
      return missing(c, latest, '/services', 'The latest run did not read this service.');
    const growth = await growthOf(store, row, dayOf(clock.now()));
    const found = await newestRecords(store, (one) => one.project === project && one.service === name);
    const { ownerOf } = await labels.ofSome(report, [row]);
    const main = service(row, { ...growth, owner: ownerOf(row), found, lines: await linesOf(project, name) });
    return show(c, shown, { at: '/services', title: name, above: project, main });
  });
};
