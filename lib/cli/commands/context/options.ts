import { documentOptions, example, type Parent, tableOptions } from '../../shell/options.ts';

export const contextListOptions = (parent: Parent) => {
  const list = parent.command('list').description('list all contexts');
  return example(tableOptions(list), 'headroom context list');
};

export const contextUseOptions = (parent: Parent) => {
  const use = parent.command('use').description('make a context the one of commands without --context');
  return example(use.argument('<name>', 'name of the context'), 'headroom context use acme');
};

export const contextShowOptions = (parent: Parent) => {
  const show = documentOptions(parent.command('show').description('show a context'));
  return example(show.argument('[name]', 'name of the context; default: the current one'), 'headroom context show');
};
