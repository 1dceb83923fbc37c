import type { Recipe } from './recipe.ts';

export const finding: Recipe = {
  title: 'A finding',
  probe: 'probefinding',
  steps: [
    {
      file: 'lib/core/plan/lookups.ts',
      before: "  return [findingAt(everywhere, 'answers-old', message)];",
      text: "  if (answers.length > 1) return [findingAt(everywhere, 'probe-finding', message)];\n",
    },
  ],
  named: ['lib/core/plan/lookups.ts'],
};
