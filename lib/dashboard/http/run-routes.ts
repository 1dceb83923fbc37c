import type { Hono } from 'hono';
import { keys } from '../../run/store/keys.ts';
import { readObject } from '../../run/store/objects.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import { audit, type Checked } from '../pages/audit.ts';
import { run, runWithoutEnd } from '../pages/run.ts';
import { runs } from '../pages/runs.ts';
import { newestRecords, recordsOfRun, verified } from './audit-facts.ts';
import type { PageContext } from './page-context.ts';

/** List of runs, one run, and the audit. */
export const addRunRoutes = (app: Hono, context: PageContext): void => {
  const { store, clock, reader, show, missing } = context;
  let checked: Checked = null;

  app.get('/runs', async (c) => {
    const latest = await reader.latest();
    return show(c, latest, { at: '/runs', title: 'Runs', main: runs(latest.runs, latest.open) });
  });

  app.get('/runs/:run', async (c) => {
    const latest = await reader.latest();
    const id = c.req.param('run');
    const title = `Run ${id}`;
    const open = latest.open.find((one) => one.run.runId === id);
    if (open !== undefined) return show(c, latest, { at: '/runs', title, main: runWithoutEnd(open) });
    const isKnown = latest.runs.some(({ runId }) => runId === id);
    const report = isKnown ? await readObject<ReportObject>(store, keys.report(id)) : undefined;
    if (report === undefined) return missing(c, latest, '/runs', 'No report of this run is in the store.');
    return show(c, latest, { at: '/runs', title, main: run(report, await recordsOfRun(store, id)) });
  });

  app.get('/audit', async (c) => {
    const latest = await reader.latest();
    const found = await newestRecords(store, () => true);
    if (c.req.query('verify') !== undefined) checked = await verified({ store, clock });
    return show(c, latest, { at: '/audit', title: 'Audit', main: audit(found, checked) });
  });
};
