import { simulatedAmount } from '../../../core/budget/simulation.ts';
import type { Budget } from '../../../core/model/policy-document.ts';
import type { Profile } from '../../../core/model/profile.ts';
import { parsePolicy } from '../../../documents/documents.ts';
import { editPolicy, placeOfName } from '../../../documents/edit/policy-edit.ts';
import { readBeside } from '../../../documents/files/beside.ts';
import type { LivedPolicy } from '../../../twin/live.ts';
import { readPolicyFile } from '../../session/policy-file.ts';
import { UsageError } from '../../shell/usage-error.ts';

/** A budget that gets another amount at the start of a day of a simulation. */
export interface BudgetChange {
  /** As it was written. */
  readonly text: string;
  readonly day: number;
  readonly budget: string;
  readonly amount: string;
}

const form = /^(\d+):budget=(.+)=([^=]+)$/;

/** Reads `--at`: `DAY:budget=NAME=AMOUNT`, the amount as in `budget --simulate`. @throws UsageError */
export const parseBudgetChange = (text: string, days: number): BudgetChange => {
  const [, day = '', budget = '', amount = ''] = form.exec(text) ?? [];
  if (budget === '' || simulatedAmount(amount, '1.00') === undefined) {
    throw new UsageError(
      `--at ${text}: must be DAY:budget=NAME=AMOUNT, such as "30:budget=production storage=1500.00" or "30:budget=production storage=+10%"`,
    );
  }
  if (Number(day) >= days) throw new UsageError(`--at ${text}: the simulation has only days 0 to ${days - 1}`);
  return { text, day: Number(day), budget, amount };
};

const budgetOf = (budgets: readonly Budget[], { text, budget }: BudgetChange, file: string): Budget => {
  const found = budgets.find(({ name }) => name === budget);
  if (found !== undefined) return found;
  const names = budgets.map(({ name }) => name).join(', ');
  const known = names === '' ? `${file} has no budgets` : `${file} has ${names}`;
  throw new Error(`--at ${text}: no budget is called ${budget}; ${known}`);
};

/** The documents that replace a policy, each with the changes of the days before it. */
const laterOf = (text: string, file: string, changes: readonly BudgetChange[], profile: Profile) => {
  let current = text;
  return changes
    .toSorted((a, b) => a.day - b.day)
    .map((change) => {
      const { monthly } = budgetOf(parsePolicy(current, file, profile).budgets, change, file);
      const place = placeOfName(current, 'budgets', change.budget);
      const value = simulatedAmount(change.amount, monthly) ?? monthly;
      current = editPolicy(current, { path: ['budgets', place, 'monthly'], value });
      return { day: change.day, text: current };
    });
};

/**
 * Reads a policy for a simulation, with its calendar and the changes of its budgets.
 * @throws PolicyInvalid; UsageError for a change of a budget that it does not have
 */
export const readSimulatedPolicy = async (
  file: string,
  changes: readonly BudgetChange[],
  profile: Profile,
): Promise<LivedPolicy> => {
  const { text, policy } = await readPolicyFile(file, profile);
  const { calendar = null } = policy.freeze ?? {};
  const body = calendar === null ? undefined : readBeside(file, calendar);
  return {
    text,
    calendars: calendar === null || body === undefined ? {} : { [calendar]: body },
    later: laterOf(text, file, changes, profile),
  };
};
