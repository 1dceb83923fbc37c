import type { Recipe } from './recipe.ts';

export const serviceType: Recipe = {
  title: 'A service type',
  probe: 'probetype',
  steps: [
    {
      file: 'lib/core/model/autoscaler.ts',
      before: "  ['engine', {",
      text: "  ['probe-type', { threshold: 50, trouble: 90 }],\n",
    },
    { file: 'lib/wire/search-product-name.ts', before: "  'redis',", text: "  'probe-type',\n" },
  ],
  named: [],
};
