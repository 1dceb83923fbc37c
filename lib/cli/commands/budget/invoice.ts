import type { ExplainedInvoice, InvoicedService } from '../../../core/budget/invoice.ts';
import { explainInvoice, invoiceCells, invoiceColumns, invoiceTexts } from '../../../core/explain/invoice.ts';
import { mayLook } from '../../../core/model/mode.ts';
import { formatExact, type Money } from '../../../core/model/money.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { parseInvoiceLines } from '../../../documents/invoice/lines.ts';
import { untilLookedUp } from '../../../run/lookup/until-looked-up.ts';
import { decide, readPlanFacts } from '../../../run/plan/decide.ts';
import { runPolicy } from '../../../run/policy/run-policy.ts';
import { look, type Session } from '../../session/session.ts';
import type { Console } from '../../shell/console.ts';
import { UsageError } from '../../shell/usage-error.ts';

/** An exact amount with its sign, as programs read it. */
const exact = (amount: Money): string => (amount < 0n ? `-${formatExact(-amount)}` : formatExact(amount));
const exactOrNull = (amount: Money | null): string | null => (amount === null ? null : exact(amount));

/** The members of `--json`; amounts in the currency of the policy. */
const asJson = ({ services, others, ...sums }: ExplainedInvoice, currency: string) => ({
  currency,
  services: services.map(({ project, service, ...amounts }) => ({
    project,
    service,
    expected: exactOrNull(amounts.expected),
    invoiced: exact(amounts.invoiced),
    difference: exactOrNull(amounts.difference),
  })),
  others: others.map(({ total, ...other }) => ({ ...other, total: exact(total) })),
  invoiced: exact(sums.invoiced),
  expected: exact(sums.expected),
  unexplained: exact(sums.unexplained),
});

const show = (console: Console, reconciliation: ExplainedInvoice, currency: string): void => {
  const { services } = reconciliation;
  const head = ['project', 'service', ...invoiceColumns];
  if (console.isData) {
    const dataCells = ({ expected, invoiced, difference }: InvoicedService) =>
      [expected, invoiced, difference].map((amount) => exactOrNull(amount) ?? '');
    const rows = services.map((one) => [one.project, one.service, ...dataCells(one), currency]);
    console.records([...head, 'currency'], rows);
    return;
  }
  console.records(
    head,
    services.map((one) => [one.project, one.service, ...invoiceCells(one)]),
  );
  const { lines, unexplained } = invoiceTexts(reconciliation, currency);
  for (const line of lines) console.line(line);
  console.line({ text: unexplained, style: 'bold' });
};

const parsed = (file: string, text: string): ReturnType<typeof parseInvoiceLines> => {
  try {
    return parseInvoiceLines(text);
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
};

/**
 * Compares an invoice of the platform with the sizes of the month and the prices that budgets use.
 * @throws UsageError with the file and place of what cannot be read
 */
export const reconcileInvoice = async (session: Session, file: string, console: Console): Promise<void> => {
  const text = await readNamed(file, { use: 'the lines of an invoice', mostMib: 256 });
  // Before the first call: a file that cannot be read must not cost a look at the organization.
  const linesAt = parsed(file, text);
  const { run } = await look(session, { trigger: { kind: 'manual', by: 'headroom budget' } });
  if (!mayLook(run.mode)) throw new Error(`Mode is ${run.mode}: no calls were made; see headroom mode`);
  const policy = runPolicy(run);
  const { exchangeRate, currency } = policy.prices;
  const ports = { ...session.connection.ports, store: session.context.store };
  const facts = await readPlanFacts(ports, run);
  const decided = await untilLookedUp(ports, run.runId, (asked) => decide(ports, policy, facts, asked));
  const reconciled = explainInvoice(linesAt(exchangeRate), facts.growth, decided);
  console.answer(asJson(reconciled, currency), () => show(console, reconciled, currency));
};
