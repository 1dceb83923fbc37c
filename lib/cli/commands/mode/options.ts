import { modes } from '../../../core/model/mode.ts';
import { Argument, documentOptions, type FlagsOf, type NewCommand, storeOptions } from '../../shell/options.ts';

const scope = `
The stricter of override and policy applies: stop before observe before enforce. A run in progress reads it before
each write and skips the rest. An unreadable override means stop.`;

/** `headroom mode [observe|enforce|stop]` */
export const modeOptions = (command: NewCommand) => {
  const mode = command
    .description('show or override the mode; the stricter of override and policy applies')
    .addArgument(new Argument('[mode]', 'mode to set; omit it to show the current mode').choices(modes));
  return documentOptions(storeOptions(mode).addHelpText('after', scope));
};
export type ModeFlags = FlagsOf<typeof modeOptions>;
