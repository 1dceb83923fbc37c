import type { Hono } from 'hono';
import { budgets } from '../pages/budgets.ts';
import type { PageContext } from './page-context.ts';
import { simulated } from './simulated.ts';

/** The page of budgets, also with another amount for one of them. */
export const addBudgetRoutes = (app: Hono, context: PageContext): void => {
  const { reader, show } = context;
  const page = { at: '/budgets', title: 'Budgets' };

  app.get('/budgets', async (c) => {
    const latest = await reader.latest();
    const name = c.req.query('simulate');
    if (name === undefined || latest.report === undefined)
      return show(c, latest, { ...page, main: budgets(latest.report) });
    const result = await simulated(context, latest.report.runId, name, c.req.query('amount') ?? '');
    return show(c, latest, { ...page, main: budgets(latest.report, { name, result }) });
  });
};
