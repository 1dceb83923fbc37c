import type { Recipe } from './recipe.ts';

export const platformOperation: Recipe = {
  title: 'A platform operation',
  probe: 'askprobe',
  steps: [
    {
      file: 'lib/ports.ts',
      before: '  listEndpoints(',
      text: '  askProbe(project: string): Promise<string>;\n',
    },
  ],
  named: ['lib/client/platform-client.ts', 'test/bench/stored-organization.ts', 'test/workflow/many-projects.ts'],
};
