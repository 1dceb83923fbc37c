import type { Recipe } from './recipe.ts';

export const budgetBasis: Recipe = {
  title: 'A basis of budgets',
  probe: 'probebasis',
  steps: [{ file: 'lib/core/model/policy-document.ts', before: " | 'month-to-date';", text: " | 'probe-basis'" }],
  named: ['lib/core/budget/basis.ts', 'lib/documents/budget-schema.ts', 'test/reference/reached.ts'],
};
