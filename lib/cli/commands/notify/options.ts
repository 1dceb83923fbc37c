import { type FlagsOf, jsonOption, type NewCommand, storeOptions, tableOptions } from '../../shell/options.ts';

export const notifyTestOptions = (command: NewCommand) => {
  const test = command
    .description('send a test message to a channel; with --stack the deployment sends it')
    .argument('<channel>', 'name of the channel in the policy')
    .option('--dry-run', 'print what the channel would get, and send nothing');
  return storeOptions(jsonOption(test));
};
export type NotifyTestFlags = FlagsOf<typeof notifyTestOptions>;

export const notifyListOptions = (command: NewCommand) =>
  tableOptions(storeOptions(command.description('list messages that wait for an attempt, and messages that failed')));
export type NotifyFlags = FlagsOf<typeof notifyListOptions>;

export const notifyDeliverOptions = (command: NewCommand) =>
  storeOptions(
    jsonOption(command.description('send the messages that are due, from this machine, as apply does at its end')),
  );

export const notifyRetryOptions = (command: NewCommand) => {
  const retry = command
    .description('let the next pass send messages again that failed for good')
    .argument('[channel]', 'only messages of this channel');
  return storeOptions(jsonOption(retry));
};
