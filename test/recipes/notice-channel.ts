import type { Recipe } from './recipe.ts';

export const noticeChannel: Recipe = {
  title: 'A notice channel',
  probe: 'probechannel',
  steps: [
    {
      file: 'lib/channels/settings.ts',
      before: '  /** Any other receiver;',
      text: "  z.strictObject({ kind: z.literal('probe-channel'), url: https }),\n",
    },
  ],
  named: ['lib/channels/channels.ts', 'test/channels/render.test.ts'],
};
