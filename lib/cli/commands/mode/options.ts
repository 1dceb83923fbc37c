import { modes } from '../../../core/model/mode.ts';
import { Argument, documentOptions, example, type FlagsOf, type Parent, storeOptions } from '../../shell/options.ts';

const scope = `
The stricter of override and policy applies: stop before observe before enforce. A run in progress reads it before
each write and skips the rest. An unreadable override means stop.`;

/** `headroom mode [observe|enforce|stop]` */
export const modeOptions = (parent: Parent) => {
  const command = storeOptions(
    parent
      .command('mode')
      .description('show or override the mode; the stricter of override and policy applies')
      .addArgument(new Argument('[mode]', 'mode to set; omit it to show the current mode').choices(modes)),
  ).addHelpText('after', scope);
  return example(documentOptions(command), 'headroom mode stop');
};
export type ModeFlags = FlagsOf<typeof modeOptions>;
