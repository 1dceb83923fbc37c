import type { Recipe } from './recipe.ts';

export const storeMetric: Recipe = {
  title: 'A metric of `headroom metrics`',
  probe: 'probegauge',
  steps: [
    {
      file: 'lib/core/status/store-metrics.ts',
      before: '  readonly readings: ReadingFacts | null;',
      text: '  readonly probeGauge: number;\n',
    },
  ],
  named: ['lib/run/status/store-metrics.ts', 'test/core/status/store-metrics.test.ts'],
};
