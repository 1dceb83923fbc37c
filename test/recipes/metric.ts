import type { Recipe } from './recipe.ts';

export const metric: Recipe = {
  title: 'A metric of CloudWatch',
  probe: 'probemetric',
  steps: [
    {
      file: 'lib/contract/telemetry.ts',
      before: "    runsFailed: 'RunsFailed',",
      text: "    probeMetric: 'ProbeMetric',\n",
    },
    {
      file: 'lib/contract/measures.ts',
      before: '    [metrics.runsFailed]:',
      text: '    [metrics.probeMetric]: 1,\n',
    },
  ],
  named: [],
};
