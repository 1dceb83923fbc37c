import type { Command } from 'commander';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { documentFormats, type OutputFlags, outputFormats, outputOptions } from '../../shell/output.ts';

const load = () => import('./action.ts');

/** `headroom context list|use|show` */
export const addContext = (program: Command, line: CommandLine, end: End): void => {
  const context = program
    .command('context')
    .description('list, choose and show contexts: organizations with their platform, store and token file');
  example(context, 'headroom context use acme');

  const list = outputOptions(context.command('list').description('list all contexts'), outputFormats);
  example(list, 'headroom context list').action(async (flags: OutputFlags) => {
    await (await load()).list(line, flags);
    end(exitStatus.ok);
  });

  const use = context.command('use').description('make a context the one of commands without --context');
  example(use.argument('<name>', 'name of the context'), 'headroom context use acme').action(async (name: string) => {
    await (await load()).use(line, name);
    end(exitStatus.ok);
  });

  const show = outputOptions(context.command('show').description('show a context'), documentFormats);
  example(show.argument('[name]', 'name of the context; default: the current one'), 'headroom context show').action(
    async (name: string | undefined, flags: OutputFlags) => {
      await (await load()).show(line, name, flags);
      end(exitStatus.ok);
    },
  );
};
