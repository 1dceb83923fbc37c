import type { Recipe } from './recipe.ts';

export const reportColumn: Recipe = {
  title: 'A report column',
  probe: 'probecolumn',
  steps: [
    {
      file: 'lib/cli/commands/report/service-section.ts',
      before: '  rule: ({ decision })',
      text: "  'probe-column': ({ decision }) => decision.service,\n",
    },
    {
      file: 'lib/core/model/decision.ts',
      before: '  /** Actual state beside the desired one; absent until',
      text: '  readonly probeColumn?: string;\n',
    },
  ],
  named: ['lib/run/store/schemas/plan.ts'],
};
