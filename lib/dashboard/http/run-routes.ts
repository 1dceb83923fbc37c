import type { Hono } from 'hono';
import { StoreDamaged } from '../../contract/errors.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import { readReport } from '../../run/publish/reports.ts';
import { audit, type Checked, matchesSearch } from '../pages/audit.ts';
import { runName } from '../pages/layout.ts';
import { run, runWithoutEnd, runWithoutReport } from '../pages/run.ts';
import { runs } from '../pages/runs.ts';
import type { Markup } from '../pictures/html.ts';
import { newestRecords, recordsOfRun, verified } from './audit-facts.ts';
import type { PageContext } from './page-context.ts';
import { auditSearchFrom } from './queries.ts';

/** An ended run; undefined if the store has no report of it. */
const pageOfRun = async (store: Store, summary: RunSummary): Promise<Markup | undefined> => {
  const { runId } = summary;
  try {
    const report = await readReport(store, runId);
    return report && run(report, await recordsOfRun(store, runId));
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return runWithoutReport(summary, error.message, await recordsOfRun(store, runId));
  }
};

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
    const title = `Run ${runName(id)}`;
    const open = latest.open.find((candidate) => candidate.run.runId === id);
    if (open !== undefined) return show(c, latest, { at: '/runs', title, main: runWithoutEnd(open) });
    const summary = latest.runs.find(({ runId }) => runId === id);
    const main = summary && (await pageOfRun(store, summary));
    if (main === undefined) return missing(c, latest, '/runs', 'No report of this run is in the store.');
    return show(c, latest, { at: '/runs', title, main });
  });

  app.get('/audit', async (c) => {
    const latest = await reader.latest();
    const { search, who } = auditSearchFrom(c.req.query());
    const found = await newestRecords(store, matchesSearch({ search, who }));
    if (c.req.query('verify') !== undefined) checked = await verified({ store, clock });
    return show(c, latest, { at: '/audit', title: 'Audit', main: audit(found, checked, { search, who }) });
  });
};
