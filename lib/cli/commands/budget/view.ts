import { type BudgetResult, type BudgetShare, heldText, provisionedIn } from '../../../core/budget/result.ts';
import type { MoveTotals, ShareMove } from '../../../core/budget/simulation.ts';
import type { Finding } from '../../../core/model/decision.ts';
import { findings as facts } from '../../../core/model/findings/findings.ts';
import { compositeKey, groupBy } from '../../../core/model/grouping.ts';
import { cents } from '../../../core/model/money.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { type Column, moneyColumns, notTerminal, showRows } from '../../shell/columns.ts';
import type { Console } from '../../shell/console.ts';
import { serviceColumns, servicesColumn } from '../../views/service-names.ts';

/** A share with what its budget says of it. */
interface ShownShare extends BudgetShare {
  readonly budget: string;
  readonly currency: string;
}

const sharesOf = ({ name, currency, shares }: BudgetResult): ShownShare[] =>
  shares.map((share) => ({ ...share, budget: name, currency }));

/** A number that may be unknown or absent: for programs it is then empty. */
const amount = (
  name: string,
  amountOf: (share: BudgetShare) => string | number | null | undefined,
  otherwise: string,
): Column<ShownShare> => ({
  name,
  cell: (share, reader) => amountOf(share) ?? (reader === 'program' ? '' : otherwise),
});

/** Columns of the table of shares. */
export const shareColumns: readonly Column<ShownShare>[] = [
  { name: 'budget', cell: ({ budget }) => budget, readers: ['program'] },
  ...serviceColumns,
  servicesColumn,
  amount('in use now GB', ({ provisionedGb }) => provisionedGb, '?'),
  amount('could use GB', ({ wantGb }) => wantGb, '-'),
  amount('guaranteed GB', ({ atLeastGb }) => atLeastGb, '-'),
  amount('gets GB', ({ gb }) => gb, '?'),
  amount('price per GB', ({ perGbMonth }) => perGbMonth, '?'),
  ...moneyColumns<ShownShare>(
    'per month',
    ({ monthly }, reader) => {
      if (monthly === null) return '?';
      return reader === 'program' ? monthly : cents(monthly);
    },
    ({ currency }) => currency,
  ),
  { name: 'reason', cell: ({ reason }) => reason, readers: notTerminal },
];

/** Shares of one project with the same numbers, as a person reads them. */
const groupsOf = (shares: readonly ShownShare[]): ShownShare[][] => {
  const keyOf = ({ project, provisionedGb, wantGb, atLeastGb, gb, perGbMonth, monthly }: BudgetShare) =>
    compositeKey(project, provisionedGb, wantGb, atLeastGb, gb, perGbMonth, monthly && cents(monthly));
  return [...groupBy(shares, keyOf).values()];
};

const showShares = ({ records, reader }: Console, budgets: readonly BudgetResult[]): void =>
  showRows(records, reader, shareColumns, budgets.flatMap(sharesOf), groupsOf);

/** @param nowMonthly the policy's amount if another one is simulated */
const showBudget = (console: Console, budget: BudgetResult, nowMonthly = budget.monthly): void => {
  const { name, currency, monthly, grantableMonthly, inForceMonthly, allocatedMonthly, leftMonthly, frozen } = budget;
  const provisioned = provisionedIn(budget);
  const omits = provisioned.omits === '' ? '' : ` (${provisioned.omits})`;
  const simulated = nowMonthly === monthly ? '' : ` (simulated; the policy has ${nowMonthly})`;
  console.line({ text: `${name}: ${console.amounts(`${monthly} ${currency}/month${simulated}`)}`, style: 'bold' });
  if (grantableMonthly !== monthly)
    console.line(console.amounts(`available at this pace of the month: ${cents(grantableMonthly)}`));
  const held = heldText(budget);
  console.line(
    console.amounts(
      `in force ${cents(inForceMonthly)}${held === '' ? '' : ` (${held})`}, provisioned ${cents(provisioned.monthly)}${omits}, allocated ${cents(allocatedMonthly)}, unused ${cents(leftMonthly)}${frozen ? '; frozen' : ''}`,
    ),
  );
  if (budget.withheld !== null) console.line(budget.withheld);
  if (budget.services === 0) console.line('No service falls in it.');
  else showShares(console, [budget]);
  console.line();
};

/** Whether a finding is about a disk that fills up, or is full, while its budget gives it no room. */
export const isOfDisk = ({ code, details }: Finding): boolean =>
  facts[code].event === 'DiskFillsUp' && details?.budget !== undefined;

const showFilling = (console: Console, findings: readonly Finding[]): void => {
  const filling = findings.filter(isOfDisk);
  if (filling.length === 0) return;
  console.table(
    ['project', 'service', 'message'],
    filling.map(({ project, service, message }) => [project, service, message]),
  );
  console.line();
};

interface ShownBudgets {
  readonly now: readonly BudgetResult[];
  /** With simulated amounts; shown instead. */
  readonly then?: readonly BudgetResult[];
  readonly findings: readonly Finding[];
  /** About services in no budget; empty without any. */
  readonly outside: string;
}

/** Shows how budgets are divided, with their findings. */
export const showBudgets = (console: Console, { now, then, findings, outside }: ShownBudgets): void => {
  if (now.length === 0) console.line('The policy has no budgets: every maximum comes from its rule.');
  const policyAmounts = new Map(now.map(({ name, monthly }) => [name, monthly]));
  const budgets = then ?? now;
  if (console.reader === 'program') showShares(console, budgets);
  else for (const budget of budgets) showBudget(console, budget, policyAmounts.get(budget.name));
  if (console.reader === 'terminal' && budgets.length > 0) {
    console.line({ text: '--details shows each service with its reason; see also headroom explain.', style: 'dim' });
  }
  if (outside !== '') console.line(outside);
  // The row of a service has its findings, and the line above a budget's table says why the budget is withheld.
  const ofBudgets = findings.filter(({ code, service }) => service === '' && code !== 'budget-incomplete');
  for (const { message } of ofBudgets) console.line(message);
  showFilling(console, findings);
};

/** Shows the services that gain or lose. */
export const showMoves = (console: Console, moves: readonly ShareMove[]): void => {
  if (moves.length === 0) {
    console.line('No service would gain or lose.');
    return;
  }
  console.table(
    ['budget', 'project', 'service', 'share GB', 'difference'],
    moves.map(({ budget, project, service, fromGb, toGb }) => [
      budget,
      project,
      service,
      `${fromGb} → ${toGb}`,
      toGb > fromGb ? { text: `+${toGb - fromGb}`, style: 'green' } : { text: `${toGb - fromGb}`, style: 'yellow' },
    ]),
  );
};

/** Shows the sums of a simulation in one line. */
export const showTotals = (console: Console, totals: MoveTotals): void => {
  const { gaining, gainedGb, losing, lostGb, monthly, allocatedMonthly } = totals;
  const from = `${cents(allocatedMonthly.from)} of ${cents(monthly.from)}`;
  const to = `${cents(allocatedMonthly.to)} of ${cents(monthly.to)}`;
  console.line({
    text: console.amounts(
      `Simulated: ${counted(gaining, 'service')} would gain ${gainedGb} GB, ${counted(losing, 'service')} would lose ${lostGb} GB; allocated ${from} → ${to} a month.`,
    ),
    style: 'bold',
  });
};
