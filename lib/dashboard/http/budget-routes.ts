import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { InvoiceLine } from '../../core/budget/invoice.ts';
import { explainInvoice } from '../../core/explain/invoice.ts';
import type { StorePorts } from '../../ports.ts';
import { runPolicy } from '../../run/policy/run-policy.ts';
import { budgets } from '../pages/budgets.ts';
import type { InvoiceAnswer } from '../pages/invoice.ts';
import type { PageContext } from './page-context.ts';
import { simulated, storedPlans } from './simulated.ts';

/** Reads the lines of an invoice, for a rate of the policy's currency. @throws Error with the place of what cannot be read */
export type ReadInvoice = (text: string) => (exchangeRate: string) => readonly InvoiceLine[];

/** Megabytes of an invoice that the page reads. */
const mostMegabytes = 8;

const limit = bodyLimit({
  maxSize: mostMegabytes * 1_000_000,
  onError: (c) =>
    c.text(`This page compares invoices of up to ${mostMegabytes} MB; use headroom budget --invoice FILE.\n`, 413),
});

/** Compares the invoice in a form with what the latest run has read. */
const comparedInvoice = async (
  c: Context,
  ports: StorePorts,
  runId: string,
  readInvoice: ReadInvoice,
): Promise<InvoiceAnswer> => {
  const { invoice } = await c.req.parseBody();
  if (!(invoice instanceof File)) return { problem: 'Choose a file with the lines of an invoice.' };
  let linesAt: ReturnType<ReadInvoice>;
  try {
    linesAt = readInvoice(await invoice.text());
  } catch (error) {
    return { problem: `${invoice.name}: ${(error as Error).message}` };
  }
  const found = await storedPlans(ports, runId);
  if (found.missing !== undefined) return { problem: found.missing };
  const policy = runPolicy(found.run);
  const { exchangeRate, currency } = policy.prices;
  const decided = await found.decideBy(policy);
  return { reconciliation: explainInvoice(linesAt(exchangeRate), found.facts.growth, decided), currency };
};

/** The page of budgets, also with another amount for one of them, or with an invoice. */
export const addBudgetRoutes = (app: Hono, context: PageContext, readInvoice: ReadInvoice): void => {
  const { reader, show } = context;
  const page = { at: '/budgets', title: 'Budgets' };

  app.get('/budgets', async (c) => {
    const latest = await reader.latest();
    const name = c.req.query('simulate');
    if (name === undefined || latest.report === undefined)
      return show(c, latest, { ...page, main: budgets(latest.report) });
    const result = await simulated(context, latest.report.runId, name, c.req.query('amount') ?? '');
    return show(c, latest, { ...page, main: budgets(latest.report, { simulation: { name, result } }) });
  });

  app.post('/budgets', limit, async (c) => {
    const latest = await reader.latest();
    const { report } = latest;
    const invoice = report && (await comparedInvoice(c, context, report.runId, readInvoice));
    return show(c, latest, { ...page, main: budgets(report, { invoice }) });
  });
};
