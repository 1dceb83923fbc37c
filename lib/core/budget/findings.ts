import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { formatCents, formatCentsUp, type Money, parseMoney } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import { namesText } from '../model/visible-text.ts';
import type { Division } from './need/division.ts';
import { type BudgetResult, fitsAfter, provisionedIn } from './result.ts';

/** Names that a sentence lists before it only counts the rest. */
const namedAtMost = 3;

/** Why a budget grants nothing while projects with its services could not be read. */
export const incomplete = (budget: string, projects: readonly string[]): string =>
  `Budget "${budget}" grants nothing now: ${namesText(projects, namedAtMost, ' and')} could not be read, so the cost of its services is unknown.`;

/** The finding of a budget some of whose prices could not be read, so that those of the policy count. */
export const assumedFindings = ({ name: subject }: Budget, prices: readonly string[]): Finding[] => {
  if (prices.length === 0) return [];
  const what = namesText(prices, namedAtMost, ' and');
  const message = `Budget "${subject}" counts with prices of the policy, because ${what} could not be read.`;
  return [findingAt(everywhere, 'price-assumed', message, { subject })];
};

/** Whether the floors cost at least `warnPercent` of the budget. */
const isNearlyUsed = ({ warnPercent }: Budget, { floor, monthly }: Division): boolean =>
  warnPercent > 0 && floor > 0n && floor * 100n >= monthly * BigInt(warnPercent);

const percentOf = (part: Money, whole: Money): bigint => (whole === 0n ? 100n : (part * 100n) / whole);

/** The subject of a sentence about the floors; it ends with the verb, which says whether something is not counted. */
const floorSubject = ({ floor }: Division, provisioned: Money, isPart: boolean): string => {
  const cost = isPart ? 'cost at least' : 'cost';
  return floor === provisioned
    ? `provisioned disks ${cost}`
    : `provisioned disks (${formatCents(provisioned)} a month) and maximums that cannot be lowered further together ${cost}`;
};

/** The finding of a budget whose money was checked in a part of its projects before it was spent; undefined if in all. */
export const partlyChecked = (budget: string, checked: number, projects: number): Finding | undefined => {
  if (checked >= projects) return undefined;
  const message = `The money of budget "${budget}" was checked in ${checked} of ${projects} projects before its first grant; of the others, earlier readings counted.`;
  return findingAt(everywhere, 'money-partly-checked', message, { subject: budget, details: { checked, projects } });
};

/**
 * Findings of a budget that is exceeded, is nearly used, or cannot be divided now (design §8).
 * @param provisioned the part of the floors' cost that is for provisioned storage
 */
export const budgetFindings = (
  budget: Budget,
  result: BudgetResult,
  division: Division,
  provisioned: Money,
): Finding[] => {
  const { name } = budget;
  const { currency, withheld, inForceMonthly } = result;
  const subject = name;
  const { floor, monthly, frozen, allocated } = division;
  // A floor above the budget by a part of a cent must not look as if the budget paid for it.
  const floorText = frozen ? formatCentsUp(floor) : formatCents(floor);
  const monthlyText = formatCents(monthly);
  const details = { budget: budget.name, monthly: monthlyText, floorMonthly: floorText };
  const isPart = withheld !== null || provisionedIn(result).omits !== '';
  const costs = floorSubject(division, provisioned, isPart);
  const findings = withheld === null ? [] : [findingAt(everywhere, 'budget-incomplete', withheld, { subject })];
  const over = (parseMoney(inForceMonthly) ?? 0n) - monthly;
  // What is provisioned is said by the next finding.
  if (over > 0n && monthly + over > floor) {
    const message = `The maximums in force of budget "${name}" can cost ${formatCentsUp(monthly + over)} ${currency} a month, ${formatCentsUp(over)} more than its ${monthlyText}. Nothing in this budget is raised until they fit: apply the plan, or raise the budget.`;
    const inForce = { ...details, inForceMonthly: formatCentsUp(monthly + over), overMonthly: formatCentsUp(over) };
    findings.push(findingAt(everywhere, 'budget-overdrawn', message, { subject, details: inForce }));
  }
  if (frozen) {
    const message = `Budget "${budget.name}" is exceeded: ${costs} ${floorText} ${currency} a month, ${monthlyText} is available. All maximums are frozen, because the autoscaler never makes a disk smaller. Raise the budget, or remove added storage that the data does not need (disk_space_mb of a service, with a rolling restart); 'headroom budget' shows the cost of each service.`;
    findings.push(findingAt(everywhere, 'budget-exceeded', message, { subject, details }));
  } else if (isNearlyUsed(budget, division)) {
    const message = `Budget "${budget.name}" is nearly used: ${costs} ${floorText} of ${monthlyText} ${currency} a month (${percentOf(floor, monthly)} %).`;
    const withAllocated = { ...details, allocatedMonthly: formatCents(allocated) };
    findings.push(findingAt(everywhere, 'budget-nearly-used', message, { subject, details: withAllocated }));
  }
  return findings;
};

interface Overdrawn {
  readonly results: readonly BudgetResult[];
  readonly findings: readonly Finding[];
}

/** Findings of budgets in which more is in force than the amount until the changes of the plan are confirmed. */
export const overdrawnNow = ({ results, findings }: Overdrawn): Finding[] => {
  const fitting = new Set(results.filter(fitsAfter).map(({ name }) => name));
  return findings.filter(({ code, subject }) => code === 'budget-overdrawn' && fitting.has(subject ?? ''));
};
