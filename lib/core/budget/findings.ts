import type { Finding } from '../model/decision.ts';
import { formatCents, type Money } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import type { Allocation } from './budget.ts';
import type { BudgetResult } from './result.ts';

/** How many names a sentence lists before it counts. */
const namedAtMost = 3;

/** Why a budget grants nothing while projects with services of it could not be read. */
export const incomplete = (budget: string, projects: readonly string[]): string => {
  const named = projects.slice(0, namedAtMost).join(', ');
  const more = projects.length > namedAtMost ? ` and ${projects.length - namedAtMost} more` : '';
  return `Budget "${budget}" grants nothing now: ${named}${more} could not be read, so what is left of it is not known.`;
};

/** Whether what is provisioned costs at least the share of the budget from which on it is told. */
const isNearlyUsed = ({ warnPercent }: Budget, { floor, monthly }: Allocation): boolean =>
  warnPercent > 0 && floor > 0n && floor * 100n >= monthly * BigInt(warnPercent);

const percentOf = (part: Money, whole: Money): bigint => (whole === 0n ? 100n : (part * 100n) / whole);

/** What cannot be taken back: the part that is provisioned, and maximums that cannot be lowered any further. */
const takenText = ({ floor }: Allocation, provisioned: Money): string => {
  if (floor === provisioned) return 'what is provisioned costs';
  const part = formatCents(provisioned);
  return `what cannot be taken back (${part} a month for what is provisioned, the rest for maximums that cannot be lowered any further) costs`;
};

/**
 * What a person should know of a budget: that it is exceeded, nearly used, or cannot be divided now (design §8).
 * @param provisioned what of the floors is provisioned
 */
export const budgetFindings = (
  budget: Budget,
  { currency, withheld }: BudgetResult,
  allocation: Allocation,
  provisioned: Money,
): Finding[] => {
  const about = { project: '', service: '', subject: budget.name };
  const { floor, monthly, frozen } = allocation;
  const [floorText, monthlyText] = [formatCents(floor), formatCents(monthly)];
  const details = { budget: budget.name, monthly: monthlyText, floorMonthly: floorText };
  const taken = takenText(allocation, provisioned);
  const found: Finding[] = [];
  if (withheld !== null) found.push({ code: 'budget-incomplete', ...about, message: withheld });
  if (frozen) {
    const message = `Budget "${budget.name}" is exceeded: ${taken} ${floorText} ${currency} a month, and ${monthlyText} may be granted. Disks do not shrink, so every maximum is frozen at what cannot be taken back. Raise the budget, or move data away; 'headroom budget' shows what each service counts for.`;
    found.push({ code: 'budget-exceeded', ...about, message, details });
  } else if (isNearlyUsed(budget, allocation)) {
    const message = `Budget "${budget.name}" is nearly used: ${taken} ${floorText} of ${monthlyText} ${currency} a month (${percentOf(floor, monthly)} %).`;
    found.push({
      code: 'budget-nearly-used',
      ...about,
      message,
      details: { ...details, allocatedMonthly: formatCents(allocation.allocated) },
    });
  }
  return found;
};
