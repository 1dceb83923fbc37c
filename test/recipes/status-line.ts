import type { Recipe } from './recipe.ts';

export const statusLine: Recipe = {
  title: 'A status line',
  probe: 'probefact',
  steps: [
    {
      file: 'lib/core/status/readings.ts',
      before: '  /** Projects that were listed and never read. */',
      text: '  readonly probeFact: number;\n',
    },
  ],
  named: [
    'lib/run/status/store-facts.ts',
    'test/core/status/readings.test.ts',
    'test/core/status/store-metrics.test.ts',
  ],
};
