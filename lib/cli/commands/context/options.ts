import { documentOptions, type NewCommand, tableOptions } from '../../shell/options.ts';

export const contextListOptions = (command: NewCommand) => tableOptions(command.description('list all contexts'));

export const contextUseOptions = (command: NewCommand) =>
  command.description('make a context the one of commands without --context').argument('<name>', 'name of the context');

export const contextShowOptions = (command: NewCommand) =>
  documentOptions(command.description('show a context')).argument(
    '[name]',
    'name of the context; default: the current one',
  );
