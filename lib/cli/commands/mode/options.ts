import { Argument, type Command } from 'commander';
import { modes } from '../../../core/model/mode.ts';
import type { Mode } from '../../../core/model/model.ts';
import { storeOptions } from '../../session/store-options.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { documentFormats, outputOptions } from '../../shell/output.ts';
import type { ModeFlags } from './action.ts';

const scope = `
The stricter of override and policy applies: stop before observe before enforce. A run in progress reads it before
each write and skips the rest. An unreadable override means stop.`;

/** `headroom mode [observe|enforce|stop]` */
export const addMode = (program: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    program
      .command('mode')
      .description('show or override the mode; the stricter of override and policy applies')
      .addArgument(new Argument('[mode]', 'mode to set; omit it to show the current mode').choices(modes)),
  ).addHelpText('after', scope);
  outputOptions(command, documentFormats);
  example(command, 'headroom mode stop').action(async (mode: Mode | undefined, flags: ModeFlags) => {
    const { run } = await import('./action.ts');
    await run(line, mode, flags);
    end(exitStatus.ok);
  });
};
