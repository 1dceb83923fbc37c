import type { Recipe } from './recipe.ts';

export const deploymentColumn: Recipe = {
  title: 'A column of `headroom status --deployments`',
  probe: 'probeshown',
  steps: [
    {
      file: 'lib/core/status/deployments.ts',
      before: '  readonly waitingApprovals: number;',
      text: '  readonly probeShown: number;\n',
    },
  ],
  named: ['lib/cli/status/deployments.ts', 'lib/core/status/deployments.ts', 'test/core/status/deployments.test.ts'],
};
