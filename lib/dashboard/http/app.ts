import { Hono } from 'hono';
import { dayOf } from '../../core/forecast/project-history.ts';
import type { Place } from '../../core/service/service-counts.ts';
import type { Clock, Store } from '../../ports.ts';
import { auditRecordsOf } from '../../run/audit/reading.ts';
import { tagsInStore } from '../../run/inventory/service-tags.ts';
import { readHistories } from '../../run/store/histories.ts';
import { keys } from '../../run/store/keys.ts';
import { readObject } from '../../run/store/objects.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { samplesOf } from '../facts/growth.ts';
import { createReader, type Latest } from '../facts/latest.ts';
import { pageOf, type ServiceRow, serviceRows } from '../facts/service-rows.ts';
import { approvePage, waitingPlan } from '../pages/approve.ts';
import { audit } from '../pages/audit.ts';
import { budgets } from '../pages/budgets.ts';
import { findings } from '../pages/findings.ts';
import { layout } from '../pages/layout.ts';
import { fillsNext, overview } from '../pages/overview.ts';
import { policy } from '../pages/policy.ts';
import { run, runWithoutEnd } from '../pages/run.ts';
import { runs } from '../pages/runs.ts';
import { service } from '../pages/service.ts';
import { services } from '../pages/services.ts';
import { html, type Markup } from '../pictures/html.ts';
import { addAssets } from './assets.ts';
import { newestRecords, verified } from './audit-facts.ts';
import { growthOf } from './growth-of.ts';
import { guard } from './guard.ts';
import { createLive } from './live.ts';
import { wantedFrom } from './queries.ts';
import { simulated } from './simulated.ts';

/** What a dashboard needs. */
export interface DashboardOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  /** Names of the rules of the policy in the store; none for a policy that is not valid. */
  readonly rulesOf: (text: string) => readonly string[];
  /** One service as `headroom explain --stored` shows it; no line where the store lacks the facts. */
  readonly linesOf: (project: string, service: string) => Promise<readonly string[]>;
  /** Present if pages may approve: a secret of this process that every form repeats, and the approval itself. */
  readonly approving?: { readonly csrf: string; readonly approve: (digest: string) => Promise<void> };
}

/** Rows of a report, made once for each report. */
const createRows = () => {
  let made: { readonly report: ReportObject; readonly rows: readonly ServiceRow[] } | undefined;
  return (report: ReportObject | undefined): readonly ServiceRow[] => {
    if (report === undefined) return [];
    if (made?.report !== report) made = { report, rows: serviceRows(report) };
    return made.rows;
  };
};

/** The pages. No route writes, but the approval if it is allowed. */
export const createDashboard = ({ store, clock, sleep, rulesOf, linesOf, approving }: DashboardOptions): Hono => {
  const app = new Hono();
  const reader = createReader(store);
  const live = createLive(reader, sleep);
  const rowsOf = createRows();
  const page = (latest: Latest, at: string, title: string, main: Markup) =>
    layout({ title, at, stamp: latest.stamp, main });
  const missing = (latest: Latest, at: string, text: string) => page(latest, at, 'Not found', html`<p>${text}</p>`);

  /** The last samples of services, each project read once. */
  const curvesOf = async (of: readonly Place[]) => {
    const names = [...new Set(of.map(({ project }) => project))].map((name) => ({ name }));
    const histories = await readHistories(store, names);
    return ({ project, service }: Place) => {
      const history = histories.get(project);
      return history === undefined ? [] : samplesOf(history, service);
    };
  };

  app.use(guard);
  addAssets(app);
  app.get('/events', (c) => live.stream(c));

  app.get('/', async (c) => {
    const latest = await reader.latest();
    const next = fillsNext(latest.report);
    return c.html(page(latest, '/', 'Overview', overview(latest, next, await curvesOf(next))));
  });

  app.get('/services', async (c) => {
    const latest = await reader.latest();
    const rows = rowsOf(latest.report);
    const wanted = wantedFrom(c.req.query());
    const shown = pageOf(rows, wanted, wanted.tag === '' ? () => undefined : await tagsInStore(store, rows));
    const curve = await curvesOf(shown.rows);
    return c.html(page(latest, '/services', 'Services', services(rows, wanted, shown, curve)));
  });

  app.get('/services/:project/:service', async (c) => {
    const latest = await reader.latest();
    const { project, service: name } = c.req.param();
    const row = rowsOf(latest.report).find((one) => one.project === project && one.service === name);
    if (row === undefined)
      return c.html(missing(latest, '/services', 'The latest run did not read this service.'), 404);
    const picture = await growthOf(store, row, dayOf(clock.now()));
    const { records } = await newestRecords(store, (one) => one.project === project && one.service === name);
    const lines = await linesOf(project, name);
    return c.html(page(latest, '/services', `${project}/${name}`, service(row, picture, records, lines)));
  });

  app.get('/budgets', async (c) => {
    const latest = await reader.latest();
    const name = c.req.query('simulate');
    const asked = name === undefined || latest.report === undefined ? undefined : { name, report: latest.report };
    const result =
      asked && (await simulated({ store, clock }, asked.report.runId, asked.name, c.req.query('amount') ?? ''));
    const simulation = asked && result && { name: asked.name, result };
    return c.html(page(latest, '/budgets', 'Budgets', budgets(latest.report?.plan ?? null, simulation)));
  });

  app.get('/runs', async (c) => {
    const latest = await reader.latest();
    return c.html(page(latest, '/runs', 'Runs', runs(latest.runs)));
  });

  app.get('/runs/:run', async (c) => {
    const latest = await reader.latest();
    const id = c.req.param('run');
    const summary = latest.runs.find(({ runId }) => runId === id);
    const report = summary && (await readObject<ReportObject>(store, keys.report(id)));
    if (summary !== undefined && summary.endedAt === null) {
      return c.html(page(latest, '/runs', `Run ${id}`, runWithoutEnd(summary)));
    }
    if (report === undefined) return c.html(missing(latest, '/runs', 'No report of this run is in the store.'), 404);
    return c.html(page(latest, '/runs', `Run ${id}`, run(report, await auditRecordsOf(store, id))));
  });

  app.get('/findings', async (c) => {
    const latest = await reader.latest();
    const code = wantedFrom({ search: c.req.query('code') ?? '' }).search;
    return c.html(page(latest, '/findings', 'Findings', findings(latest.report?.plan?.findings ?? [], code)));
  });

  app.get('/audit', async (c) => {
    const latest = await reader.latest();
    const { records, isCut } = await newestRecords(store, () => true);
    const checked = c.req.query('verify') === undefined ? null : await verified(store);
    return c.html(page(latest, '/audit', 'Audit', audit(records, isCut, checked)));
  });

  app.get('/policy', async (c) => {
    const latest = await reader.latest();
    const text = (await store.get(keys.policy))?.body;
    const rules = text === undefined ? [] : rulesOf(text);
    return c.html(page(latest, '/policy', 'Policy', policy(text, rules, latest.report?.plan?.decisions ?? [])));
  });

  app.get('/approve/:digest', async (c) => {
    const latest = await reader.latest();
    const waiting = waitingPlan(latest.report?.plan ?? null);
    if (waiting?.digest !== c.req.param('digest')) {
      return c.html(missing(latest, '/', 'This plan does not wait for approval any more.'), 404);
    }
    return c.html(page(latest, '/', 'Approve a plan', approvePage(waiting, approving?.csrf)));
  });

  if (approving !== undefined) {
    app.post('/approve/:digest', async (c) => {
      const latest = await reader.latest();
      const digest = c.req.param('digest');
      const form = await c.req.parseBody();
      const isMeant = form.csrf === approving.csrf && form.confirm === digest.slice(0, 12);
      if (!isMeant)
        return c.html(
          page(latest, '/', 'Not approved', html`<p>The digest that you entered is not that of this plan.</p>`),
          403,
        );
      try {
        await approving.approve(digest);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return c.html(page(latest, '/', 'Not approved', html`<p class="warning">${why}</p>`), 409);
      }
      return c.html(
        page(
          latest,
          '/',
          'Approved',
          html`<p>Plan ${digest.slice(0, 12)} is approved. The next run carries it out.</p>`,
        ),
      );
    });
  }

  app.notFound(async (c) => c.html(missing(await reader.latest(), '', 'There is no such page.'), 404));
  app.onError((error, c) =>
    c.html(
      layout({ title: 'Not available', at: '', stamp: 'none', main: html`<p class="warning">${error.message}</p>` }),
      503,
    ),
  );
  return app;
};
