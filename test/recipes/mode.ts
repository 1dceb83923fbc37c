import type { Recipe } from './recipe.ts';

export const mode: Recipe = {
  title: 'A mode',
  probe: 'probemode',
  steps: [{ file: 'lib/core/model/model.ts', before: " | 'stop';", text: " | 'probe-mode'" }],
  named: ['lib/core/model/mode.ts', 'lib/core/status/run.ts'],
};
