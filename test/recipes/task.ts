import type { Recipe } from './recipe.ts';

export const task: Recipe = {
  title: 'A task',
  probe: 'probetask',
  steps: [
    { file: 'lib/contract/task-contract.ts', before: "  | 'watch-services'", text: "  | 'probe-task'\n" },
    {
      file: 'lib/contract/tasks.ts',
      before: "  'watch-services': watchServicesTask,",
      text: "  'probe-task': { ...askTask, name: 'probe-task' as const },\n",
    },
  ],
  named: ['lib/contract/measures.ts', 'lib/local/task-handlers.ts', 'test/aws/recorded-calls.ts'],
};
