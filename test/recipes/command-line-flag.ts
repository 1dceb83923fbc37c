import type { Recipe } from './recipe.ts';

export const commandLineFlag: Recipe = {
  title: 'A command-line flag',
  probe: 'probeflag',
  steps: [
    {
      file: 'lib/cli/commands/runs/options.ts',
      before: "    .option('--last <n>'",
      text: "    .option('--probe-flag', 'a probe')\n",
    },
    {
      file: 'lib/cli/commands/runs/action.ts',
      before: '  console.expectRecords(',
      text: '  if (flags.probeFlag) return;\n',
    },
  ],
  named: [],
};
