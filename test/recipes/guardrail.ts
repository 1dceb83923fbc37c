import type { Recipe } from './recipe.ts';

export const guardrail: Recipe = {
  title: 'A guardrail',
  probe: 'maxprobes',
  steps: [
    {
      file: 'lib/core/model/policy-document.ts',
      before: '  readonly maxLowers?: number;',
      text: '  readonly maxProbes?: number;\n',
    },
  ],
  named: ['lib/core/plan/guardrails.ts', 'lib/documents/guardrails-schema.ts', 'test/reference/reached.ts'],
};
