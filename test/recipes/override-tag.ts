import type { Recipe } from './recipe.ts';

export const overrideTag: Recipe = {
  title: 'An override tag',
  probe: 'probetag',
  steps: [
    {
      file: 'lib/core/policy/tag-spelling.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the file
      before: '  managedBy: `${prefix}-managed-by`,',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the file
      text: '  probeTag: `${prefix}-probe-tag`,\n',
    },
  ],
  named: ['lib/core/policy/override-tags.ts', 'test/core/policy/each-override-tag.test.ts'],
};
