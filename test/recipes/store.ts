import { emptyClass, type Recipe } from './recipe.ts';

export const store: Recipe = {
  title: 'A store',
  probe: 'probestore',
  steps: [{ file: 'lib/local/probe-store.ts', text: emptyClass('ObjectStore', [], ['get', 'put', 'list', 'delete']) }],
  named: [],
};
