import {
  connectionOptions,
  detailsOptions,
  example,
  type FlagsOf,
  listOptions,
  type Parent,
  policyOption,
} from '../../shell/options.ts';

export const budgetOptions = (parent: Parent) => {
  const budget = policyOption(
    parent
      .command('budget')
      .description('show how each budget is divided, and the effect of another amount')
      .option('--simulate <name=amount...>', 'simulate another monthly amount for a budget')
      .option('--invoice <file>', 'compare the lines of an invoice of the platform (JSON) with sizes and prices'),
  );
  const command = detailsOptions(listOptions(budget));
  return example(
    connectionOptions(command),
    "headroom budget --policy docs/policies/budget.yaml --simulate 'production storage=600.00'",
  );
};
export type BudgetFlags = FlagsOf<typeof budgetOptions>;
