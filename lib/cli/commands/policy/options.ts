import {
  connectionOptions,
  type FlagsOf,
  formatOption,
  jsonOption,
  type NewCommand,
  profileOption,
  storeOptions,
} from '../../shell/options.ts';

/** `headroom policy put FILE` */
export const policyPutOptions = (command: NewCommand) => {
  const put = command
    .description('check a policy document and put it into the store, with its calendar; later runs decide by it')
    .argument('<file>', 'policy document, YAML or JSON');
  return jsonOption(
    storeOptions(put)
      .option('--message <text>', 'why it changes, for headroom policy history')
      .option('--profile <name>', 'platform profile of search options: documented or current (HEADROOM_PROFILE)'),
  );
};
export type PolicyPutFlags = FlagsOf<typeof policyPutOptions>;

/** `headroom policy get` */
export const policyGetOptions = (command: NewCommand) =>
  storeOptions(
    command
      .description('print the policy document in the store, or an earlier version of it')
      .argument('[version]', 'a version from headroom policy history; its first characters suffice'),
  ).option('--out <file>', 'write it to a file instead of standard output');
export type PolicyGetFlags = FlagsOf<typeof policyGetOptions>;

/** `headroom policy diff [OLD] NEW` */
export const policyDiffOptions = (command: NewCommand) => {
  const diff = command
    .description('compare two policies for all services: gained, lost, raised, lowered, and the money')
    .argument('[files...]', 'the old and the new policy document; one alone is compared with the one in the store');
  return connectionOptions(formatOption(diff));
};
export type PolicyDiffFlags = FlagsOf<typeof policyDiffOptions>;

/** `headroom policy history` */
export const policyHistoryOptions = (command: NewCommand) =>
  jsonOption(storeOptions(command.description('list the policy documents that were put into the store, newest first')));
export type PolicyHistoryFlags = FlagsOf<typeof policyHistoryOptions>;

/** `headroom policy test FILE` */
export const policyTestOptions = (command: NewCommand) => {
  const test = command
    .description('decide the cases of a file with its policy, and compare effect, maximum and rule')
    .argument('<file>', 'cases, YAML or JSON')
    .option('--policy <file>', 'policy document; default: the one that the file of the cases names');
  return jsonOption(profileOption(test, 'the values of search options'));
};
export type PolicyTestFlags = FlagsOf<typeof policyTestOptions>;
