import { type BudgetResult, type BudgetShare, heldText, provisionedIn } from '../../../core/budget/result.ts';
import type { MoveTotals, ShareMove } from '../../../core/budget/simulation.ts';
import type { Finding } from '../../../core/model/decision.ts';
import { findings as facts } from '../../../core/model/findings/findings.ts';
import { compositeKey, groupBy } from '../../../core/model/grouping.ts';
import { cents } from '../../../core/model/money.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Cell, Console } from '../../shell/console.ts';
import { placesText } from '../../views/places.ts';

const shareHead = ['in use now GB', 'could use GB', 'guaranteed GB', 'gets GB', 'price per GB', 'per month'];

const shareCells = (share: BudgetShare): Cell[] => [
  share.provisionedGb ?? '?',
  share.wantGb ?? '-',
  share.atLeastGb ?? '-',
  share.gb,
  share.perGbMonth ?? '?',
  share.monthly === null ? '?' : cents(share.monthly),
];

/** Numbers as numbers: an unknown one is empty. */
const dataCells = (share: BudgetShare): Cell[] => [
  share.provisionedGb ?? '',
  share.wantGb ?? '',
  share.atLeastGb ?? '',
  share.gb,
  share.perGbMonth ?? '',
  share.monthly ?? '',
];

const dataHead = ['budget', 'project', 'service', ...shareHead, 'currency', 'reason'];
const detailHead = ['project', 'service', ...shareHead, 'reason'];
const groupHead = ['services', ...shareHead];

/** Columns of the table of shares. */
export const headOfShares = ({ isData, groups }: Pick<Console, 'isData' | 'groups'>): readonly string[] => {
  if (isData) return dataHead;
  return groups ? groupHead : detailHead;
};

/** All budgets in one table. */
const showData = (console: Console, budgets: readonly BudgetResult[]): void =>
  console.records(
    dataHead,
    budgets.flatMap(({ name, currency, shares }) =>
      shares.map((share) => [name, share.project, share.service, ...dataCells(share), currency, share.reason]),
    ),
  );

/** The shares with their reasons; shares of one project with the same numbers may stand in one row. */
const showShares = (console: Console, { shares }: BudgetResult): void => {
  if (!console.groups) {
    console.records(
      detailHead,
      shares.map((share) => [share.project, share.service, ...shareCells(share), share.reason]),
    );
    return;
  }
  const groups = [...groupBy(shares, (share) => compositeKey(share.project, ...shareCells(share))).values()];
  console.records(
    groupHead,
    groups.map((group) => [placesText(group), ...group.slice(0, 1).flatMap(shareCells)]),
  );
};

/** @param nowMonthly the policy's amount if another one is simulated */
const showBudget = (console: Console, budget: BudgetResult, nowMonthly = budget.monthly): void => {
  const { name, currency, monthly, grantableMonthly, inForceMonthly, allocatedMonthly, leftMonthly, frozen } = budget;
  const provisioned = provisionedIn(budget);
  const omits = provisioned.omits === '' ? '' : ` (${provisioned.omits})`;
  const simulated = nowMonthly === monthly ? '' : ` (simulated; the policy has ${nowMonthly})`;
  console.line({ text: `${name}: ${monthly} ${currency}/month${simulated}`, style: 'bold' });
  if (grantableMonthly !== monthly) console.line(`available at this pace of the month: ${cents(grantableMonthly)}`);
  const held = heldText(budget);
  console.line(
    `in force ${cents(inForceMonthly)}${held === '' ? '' : ` (${held})`}, provisioned ${cents(provisioned.monthly)}${omits}, allocated ${cents(allocatedMonthly)}, unused ${cents(leftMonthly)}${frozen ? '; frozen' : ''}`,
  );
  if (budget.withheld !== null) console.line(budget.withheld);
  if (budget.services === 0) console.line('No service falls in it.');
  else showShares(console, budget);
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
  if (console.isData) showData(console, budgets);
  else for (const budget of budgets) showBudget(console, budget, policyAmounts.get(budget.name));
  if (console.groups && budgets.length > 0) {
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
    text: `Simulated: ${counted(gaining, 'service')} would gain ${gainedGb} GB, ${counted(losing, 'service')} would lose ${lostGb} GB; allocated ${from} → ${to} a month.`,
    style: 'bold',
  });
};
