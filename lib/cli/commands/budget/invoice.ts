import { type Reconciliation, reconcile } from '../../../core/budget/invoice.ts';
import { costSamplesIn } from '../../../core/budget/month-to-date.ts';
import { serviceKey } from '../../../core/model/grouping.ts';
import { mayLook } from '../../../core/model/mode.ts';
import { formatCents, formatCentsSigned, formatExact, type Money } from '../../../core/model/money.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { parseInvoiceLines } from '../../../documents/invoice/lines.ts';
import { untilAnswered } from '../../../run/ask/until-answered.ts';
import { decide, readPlanFacts } from '../../../run/plan/decide.ts';
import { runPolicy } from '../../../run/policy/run-policy.ts';
import { look, type Session } from '../../session/session.ts';
import type { Console } from '../../shell/console.ts';
import { UsageError } from '../../shell/usage-error.ts';

/** An exact amount with its sign, as programs read it. */
const exact = (amount: Money): string => (amount < 0n ? `-${formatExact(-amount)}` : formatExact(amount));
const exactOrNull = (amount: Money | null): string | null => (amount === null ? null : exact(amount));

/** The members of `--json`; amounts in the currency of the policy. */
const asJson = ({ services, others, ...sums }: Reconciliation, currency: string) => ({
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

const show = (console: Console, { services, others, ...sums }: Reconciliation, currency: string): void => {
  const signed = (amount: Money | null) => (amount === null ? '?' : formatCentsSigned(amount));
  console.records(
    ['project', 'service', 'expected', 'invoiced', 'difference'],
    services.map((one) => [
      one.project,
      one.service,
      one.expected === null ? '?' : formatCents(one.expected),
      formatCentsSigned(one.invoiced),
      signed(one.difference),
    ]),
  );
  if (console.isData) return;
  for (const { type, lines, total } of others)
    console.line(`Not additional storage: ${lines} of ${type}, ${formatCentsSigned(total)} ${currency}`);
  console.line(
    `Invoice ${formatCentsSigned(sums.invoiced)} ${currency}. Explained by sizes and prices: ${formatCents(sums.expected)}.`,
  );
  console.line({ text: `Unexplained storage: ${formatCentsSigned(sums.unexplained)} ${currency}`, style: 'bold' });
};

/**
 * Compares an invoice of the platform with the sizes of the month and the prices that budgets use.
 * @throws UsageError with the file and place of what cannot be read
 */
export const reconcileInvoice = async (
  session: Session,
  file: string,
  console: Console,
  json: boolean,
): Promise<void> => {
  const text = await readNamed(file, { use: 'the lines of an invoice', mostMib: 256 });
  const { run } = await look(session, { trigger: { kind: 'manual', by: 'headroom budget' } });
  if (!mayLook(run.mode)) throw new Error(`Mode is ${run.mode}: no calls were made; see headroom mode`);
  const policy = runPolicy(run);
  const ports = { ...session.connection.ports, store: session.context.store };
  const facts = await readPlanFacts(ports, run);
  const { input, result } = await untilAnswered(ports, run.runId, (asked) => decide(ports, policy, facts, asked));
  let lines: ReturnType<typeof parseInvoiceLines>;
  try {
    lines = parseInvoiceLines(text, policy.prices.exchangeRate);
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
  const samplesOf = costSamplesIn(facts.growth);
  const services = [...facts.snapshots, ...(facts.remembered ?? [])].flatMap(({ project, services: all }) =>
    all.map((of) => ({ project, service: of.name, of })),
  );
  const known = new Map(services.map((one) => [serviceKey(one), one]));
  const reconciled = reconcile(lines, services, (project, service) => {
    const one = known.get(serviceKey({ project, service }));
    return one === undefined
      ? null
      : samplesOf(project, one.of, result.priceOf({ project, service }), input.planDiskMb);
  });
  if (json) console.json(asJson(reconciled, policy.prices.currency));
  else show(console, reconciled, policy.prices.currency);
};
