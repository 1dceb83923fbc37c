import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getPath } from 'hono/utils/url';
import { isoInstant } from '../../core/model/durations.ts';
import { serviceKey } from '../../core/model/grouping.ts';
import { monthNamed } from '../../core/status/month.ts';
import type { Clock, Store } from '../../ports.ts';
import { readMonth } from '../../run/publish/month.ts';
import { storeMetricsText } from '../../run/status/store-metrics.ts';
import type { ReadFleet } from '../facts/fleet.ts';
import { createReader, type Latest, type Reader } from '../facts/latest.ts';
import { progressText } from '../facts/progress.ts';
import { budgets } from '../pages/budgets.ts';
import { findings } from '../pages/findings.ts';
import { layout } from '../pages/layout.ts';
import { html } from '../pictures/html.ts';
import { type Approving, addApproveRoutes } from './approve-routes.ts';
import { addAssets } from './assets.ts';
import { type Entry, isBelow } from './entry.ts';
import { createGuard } from './guard.ts';
import { createPageContext, underRoot } from './page-context.ts';
import { addPolicyRoutes, type PolicyOptions } from './policy-routes.ts';
import { wantedFrom } from './queries.ts';
import { readOnly } from './read-only.ts';
import { addRunRoutes } from './run-routes.ts';
import { addServiceRoutes, type LinesOf } from './service-routes.ts';

/** Pages that ask within this time share one look at the store. */
const sharedMs = 500;

const stateOf = ({ stamp, open }: Latest) => ({
  stamp,
  progress: open.flatMap(({ run: { runId }, progress }) =>
    progress === null ? [] : [{ runId, ...progress, text: progressText(progress) }],
  ),
});

/** What open pages ask for each second: the stamp of the present state, and how far the runs at work are. */
const createState = (reader: Reader, clock: Clock) => {
  let last: { readonly atMs: number; readonly state: Promise<ReturnType<typeof stateOf>> } | undefined;
  /** @throws StoreUnavailable */
  return () => {
    const nowMs = clock.now();
    if (last === undefined || nowMs - last.atMs >= sharedMs)
      last = { atMs: nowMs, state: reader.latest().then(stateOf) };
    return last.state;
  };
};

/** What a dashboard needs. */
export interface DashboardOptions extends Entry, PolicyOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly linesOf: LinesOf;
  readonly readFleet: ReadFleet;
  /** Present if pages may approve. */
  readonly approving?: Approving;
}

/** The path of a route. */
const belowPath = (path: string, whole: string): string => (isBelow(path, whole) ? whole.slice(path.length) : whole);

/** Bytes of a form: a digest and a secret. */
const mostOfForm = 10_000;

/** The pages. No route writes, but the approval if it is allowed. */
export const createDashboard = (options: DashboardOptions): Hono => {
  const { clock, linesOf, approving } = options;
  // The routes are the same below the random path and behind a proxy.
  const app = new Hono({ getPath: (request) => belowPath(options.path, getPath(request)) });
  const ports = { store: readOnly(options.store), clock };
  const reader = createReader(ports);
  const state = createState(reader, clock);
  const context = createPageContext(ports, reader, options.readFleet);
  const { fleetAt, show, missing } = context;

  app.use(createGuard(options));
  // Before the limit of all other forms: a policy is larger.
  addPolicyRoutes(app, context, options);
  app.use(bodyLimit({ maxSize: mostOfForm, onError: (c) => c.text('A form of this dashboard is smaller.\n', 413) }));
  addAssets(app);
  app.get('/state', async (c) => c.json(await state()));
  app.get('/metrics', async (c) => {
    const { disks, problem } = await fleetAt((await reader.latest()).stamp);
    const disksOf = async () => {
      if (problem !== null) throw new Error(problem);
      return disks;
    };
    return c.text(await storeMetricsText(ports, disksOf));
  });
  app.get('/budgets', async (c) => {
    const latest = await reader.latest();
    const nowMs = clock.now();
    const month = await readMonth(ports.store, monthNamed(isoInstant(nowMs).slice(0, 7)), nowMs);
    return show(c, latest, { at: '/budgets', title: 'Budgets', main: budgets(latest.report, month) });
  });
  addServiceRoutes(app, context, linesOf);
  addRunRoutes(app, context);
  addApproveRoutes(app, context, approving);

  app.get('/findings', async (c) => {
    const latest = await reader.latest();
    const code = wantedFrom({ search: c.req.query('code') ?? '' }).search;
    const plan = latest.report?.plan;
    const services = new Set(plan?.decisions.map(serviceKey));
    const hasPage = (project: string, service: string) => services.has(serviceKey({ project, service }));
    const main = findings(plan?.findings ?? [], code, hasPage);
    return show(c, latest, { at: '/findings', title: 'Findings', main });
  });

  app.notFound(async (c) => missing(c, await reader.latest(), '', 'There is no such page.'));
  app.onError((error, c) => {
    const main = html`<section class="card"><p class="warning">${error.message}</p></section>`;
    return c.html(underRoot(c, layout({ title: 'Not available', at: '', stamp: 'none', main })), 503);
  });
  return app;
};
