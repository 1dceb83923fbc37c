import type { ExplainedInvoice } from '../../core/budget/invoice.ts';
import { invoiceCells, invoiceColumns, invoiceTexts } from '../../core/explain/invoice.ts';
import { amounts, grouped } from '../../core/model/visible-text.ts';
import { html, type Markup } from '../pictures/html.ts';
import { serviceCell, subjectCell } from './layout.ts';
import { numeric, table } from './tables.ts';

/** An invoice beside what explains it, or why it cannot be compared. */
export type InvoiceAnswer =
  | { readonly reconciliation: ExplainedInvoice; readonly currency: string }
  | { readonly problem: string };

/** Services that the page lists. */
const shownServices = 200;

const head = ['service', ...invoiceColumns.map(numeric)];

const answerPart = (answer: InvoiceAnswer): Markup => {
  if ('problem' in answer) return html`<p class="warning" role="status">${answer.problem}</p>`;
  const { reconciliation, currency } = answer;
  const { services } = reconciliation;
  const { lines, unexplained } = invoiceTexts(reconciliation, currency);
  const rows = services.slice(0, shownServices).map((one) => {
    // A service of which nothing is known may have no page.
    const cell = one.expected === null ? subjectCell : serviceCell;
    return [cell(one.project, one.service), ...invoiceCells(one)];
  });
  const cut =
    services.length > shownServices
      ? html`<p>The ${shownServices} largest differences of ${grouped(services.length)} services. <code>headroom budget --invoice FILE -o csv</code> has all of them.</p>`
      : '';
  return html`<p role="status"><b>${amounts(unexplained)}</b></p>${lines.map((line) => html`<p>${amounts(line)}</p>`)}${cut}${table('Additional storage in the invoice', head, rows)}`;
};

/** A form that takes the lines of an invoice, and what explains those that it took. What came of a file is nowhere else, so runs do not renew it. */
export const invoicePart = (answer?: InvoiceAnswer): Markup =>
  html`<section class="card" id="invoice"${answer && html` data-edited`}><h2>Invoice</h2><p class="note">Compares the lines of an invoice, as the platform answers <code>GET …/invoice/NUMBER/lines</code>, with the sizes and prices in the store. An unknown size, price or history is <code>?</code>. Nothing is stored.</p><form class="filters" method="post" action="/budgets#invoice" enctype="multipart/form-data"><label>Lines of an invoice (JSON) <input type="file" name="invoice" accept=".json" required></label> <button>Compare</button></form>${answer && answerPart(answer)}</section>`;
