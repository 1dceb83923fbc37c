import { profiles } from '../../../core/model/profile.ts';
import {
  connectionOptions,
  example,
  type FlagsOf,
  formatOption,
  jsonOption,
  type Parent,
  storeOptions,
} from '../../shell/options.ts';

/** `headroom policy put FILE` */
export const policyPutOptions = (parent: Parent) => {
  const command = storeOptions(
    parent
      .command('put')
      .description(
        'check a policy document and put it into the store, with the files that it includes and its calendar; later runs decide by it',
      )
      .argument('<file>', 'policy document, YAML or JSON'),
  )
    .option('--message <text>', 'why it changes, for headroom policy history')
    .option('--profile <name>', 'platform profile of search options: documented or current (HEADROOM_PROFILE)');
  return example(jsonOption(command), "headroom policy put docs/policies/org-wide.yaml --message 'more for staging'");
};
export type PolicyPutFlags = FlagsOf<typeof policyPutOptions>;

/** `headroom policy get` */
export const policyGetOptions = (parent: Parent) => {
  const command = storeOptions(
    parent
      .command('get')
      .description('print the policy document in the store, or an earlier version of it')
      .argument('[version]', 'a version from headroom policy history; its first characters suffice'),
  ).option('--out <file>', 'write it to a file instead of standard output');
  return example(command, 'headroom policy get --out policy.yaml');
};
export type PolicyGetFlags = FlagsOf<typeof policyGetOptions>;

/** `headroom policy diff [OLD] NEW` */
export const policyDiffOptions = (parent: Parent) => {
  const command = parent
    .command('diff')
    .description('compare two policies for all services: gained, lost, raised, lowered, and the money')
    .argument('[files...]', 'the old and the new policy document; one alone is compared with the one in the store');
  return example(
    connectionOptions(formatOption(command)),
    'headroom policy diff docs/policies/opt-in.yaml docs/policies/org-wide.yaml',
  );
};
export type PolicyDiffFlags = FlagsOf<typeof policyDiffOptions>;

/** `headroom policy history` */
export const policyHistoryOptions = (parent: Parent) => {
  const command = parent
    .command('history')
    .description('list the policy documents that were put into the store, newest first');
  return example(jsonOption(storeOptions(command)), 'headroom policy history');
};
export type PolicyHistoryFlags = FlagsOf<typeof policyHistoryOptions>;

/** `headroom policy test FILE` */
export const policyTestOptions = (parent: Parent) => {
  const command = parent
    .command('test')
    .description('decide the cases of a file with its policy, and compare effect, maximum and rule')
    .argument('<file>', 'cases, YAML or JSON')
    .option('--policy <file>', 'policy document; default: the one that the file of the cases names')
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option(
      '--profile <name>',
      `platform profile, which defines the values of search options: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );
  return example(jsonOption(command), 'headroom policy test docs/policy-tests/org-wide.yaml --junit results.xml');
};
export type PolicyTestFlags = FlagsOf<typeof policyTestOptions>;
