import type { Recipe } from './recipe.ts';

export const simulatorFault: Recipe = {
  title: 'A fault of the simulator',
  probe: 'probefault',
  steps: [{ file: 'test/simulator/engine/faults.ts', before: "  'run-beside': 4,", text: "  'probe-fault': 1,\n" }],
  named: [],
};
