import { detailsOptions, listOptions, type NewCommand, type PolicyFlagsOf, policyOption } from '../../shell/options.ts';

export const budgetOptions = (command: NewCommand) => {
  const budget = command
    .description('show how each budget is divided, and the effect of another amount')
    .option('--simulate <name=amount...>', 'simulate another monthly amount for a budget');

  return detailsOptions(listOptions(policyOption(budget)));
};
export type BudgetFlags = PolicyFlagsOf<typeof budgetOptions>;
