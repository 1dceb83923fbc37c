import { example, type FlagsOf, jsonOption, type Parent, storeOptions, tableOptions } from '../../shell/options.ts';

export const notifyTestOptions = (parent: Parent) => {
  const test = parent
    .command('test')
    .description('send a test message to a channel; with --stack the deployment sends it')
    .argument('<channel>', 'name of the channel in the policy')
    .option('--dry-run', 'print what the channel would get, and send nothing');
  return example(storeOptions(jsonOption(test)), 'headroom notify test storage-team --dry-run');
};
export type NotifyTestFlags = FlagsOf<typeof notifyTestOptions>;

export const notifyListOptions = (parent: Parent) => {
  const list = parent.command('list').description('list messages that wait for an attempt, and messages that failed');
  return example(tableOptions(storeOptions(list)), 'headroom notify list');
};
export type NotifyFlags = FlagsOf<typeof notifyListOptions>;

export const notifyDeliverOptions = (parent: Parent) => {
  const deliver = parent
    .command('deliver')
    .description('send the messages that are due, from this machine, as apply does at its end');
  return example(storeOptions(jsonOption(deliver)), 'headroom notify deliver');
};

export const notifyRetryOptions = (parent: Parent) => {
  const retry = parent
    .command('retry')
    .description('let the next pass send messages again that failed for good')
    .argument('[channel]', 'only messages of this channel');
  return example(storeOptions(jsonOption(retry)), 'headroom notify retry storage-team');
};
