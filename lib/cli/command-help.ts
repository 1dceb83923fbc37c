import type { Command } from 'commander';

/** What the help of a command says besides its description and its options. */
interface MoreHelp {
  /** An example: what follows the words of the command. */
  readonly example?: string;
  /** What a reader does not see from the options. */
  readonly about?: string;
  /** Exit statuses besides 1 for an error and 2 for wrong usage, where there are others than 0. */
  readonly exits?: string;
}

const likeApply =
  '0; 3 if some changes failed or not every project was read; 4 if a guardrail or an approval refused the plan; 5 if the mode or a freeze prevented a write';

/** By the words of the command; subcommands have the statuses of the command above them, unless they have their own. */
const moreHelp: Readonly<Record<string, MoreHelp>> = {
  start: { example: '--once' },
  init: {
    example: '--base-url https://api.example.com --organization org1a2b3c',
    about: 'Without a terminal it takes every answer from its options.',
    exits: '0; 1 if nothing was written',
  },
  validate: {
    example: 'docs/policies/org-wide.yaml',
    about: 'Also names likely mistakes, and options that restart a service.',
    exits: '0; 1 for an invalid document, with --strict also for warnings',
  },
  policy: {
    example: 'put docs/policies/org-wide.yaml',
    exits: '0; 1 for an invalid document, a failed case or an unknown version',
  },
  'policy put': { example: "docs/policies/org-wide.yaml --message 'more for staging'" },
  'policy get': { example: '--out policy.yaml' },
  'policy diff': { example: 'docs/policies/opt-in.yaml docs/policies/org-wide.yaml' },
  'policy test': { example: 'docs/policy-tests/org-wide.yaml' },
  plan: {
    example: '--policy docs/policies/org-wide.yaml',
    exits:
      '0; with --detailed-exitcode 2 if changes are pending, otherwise 3 if not every project was read or the mode is stop',
  },
  explain: {
    example: 'acme-prod/orders-pg --policy docs/policies/org-wide.yaml',
    about: 'Also shows how full the disk is, when it will be full, and who changed it last.',
  },
  forecast: {
    example: '--project acme-prod',
    about: 'Runs measure the disks; a service that you name is measured now, and every disk with --all.',
  },
  budget: { example: "--policy docs/policies/budget.yaml --simulate 'production storage=600.00'" },
  simulate: {
    example: '--policy docs/policies/org-wide.yaml --against docs/policies/budget.yaml --seeds 5',
    about: 'Each figure is a range over the seeds.',
    exits: '0; 1 if a condition of --fail-on is met',
  },
  apply: {
    example: '--policy docs/policies/org-wide.yaml',
    about:
      'On a terminal it asks before it writes. --plan FILE applies a plan that plan --out FILE wrote, also with another store.',
    exits: likeApply,
  },
  approve: {
    example: '3f9a1c7be204 --stack headroom',
    exits: '0; 1 if there is no such plan; 4 if the approval expired or was used',
  },
  adopt: {
    example: 'acme-prod/orders-pg',
    about: 'The next plan applies the policy to them. headroom undo RUN gives them back.',
    exits: likeApply,
  },
  grant: {
    example: 'acme-prod/orders-pg 200',
    about: 'It lowers nothing of that service and ends by itself.',
    exits: `${likeApply}; 3 also if the service gets less; 1 if nothing is granted`,
  },
  grow: {
    example: 'acme-prod/orders-pg 50',
    about:
      'The storage counts as provisioned in the budget of the service, which pays with money that nothing in force uses, then with what other disks hold beyond their need. The maximum rises with it where it would be below.',
    exits: `${likeApply}; 3 also if nothing is added, with the reason`,
  },
  reclaim: {
    example: 'acme-prod/orders-pg',
    about:
      'The disk that stays holds the use of the next 90 days (P90) below the threshold. Every removal needs an approval, and none can be undone.',
    exits: `${likeApply}; 1 if the policy does not enable it`,
  },
  undo: {
    example: "2030-01-31T08-00-00-000Z-1a2b3c4d --project 'shop-*' --yes",
    about: 'Says which writes the next run would repeat.',
    exits: `${likeApply}; 1 if there is no such run`,
  },
  mode: {
    example: 'stop',
    about: 'Runs in progress read it before each try of a write.',
  },
  status: { exits: '0; 1 if anything is a problem' },
  disks: {
    example: "--project 'shop-*' --limit 20",
    about:
      'Full disks come first, and unknown ones before disks that last. The limit of a disk is one of: maximum, plan, maintenance, state, no autoscaler, not eligible.',
    exits: '0; 1 if the store has no readings; with --needs: 3 if the disk has no room, or it is unknown',
  },
  watch: {
    example: '--json',
    about: 'On a terminal it draws them anew every two seconds; a file or a pipe gets a line for each change.',
  },
  runs: { example: '--last 5' },
  audit: {
    example: '--project acme-prod --since 2030-01-31',
    about: 'Shows requester, approver, rule and reason, before and after.',
    exits: '0; 1 if the chain is broken',
  },
  report: {
    example: '--format html --out report.html',
    about:
      'HTML is one file with pictures, which needs no network and prints on A4. The CSV is of the last run of all services.',
  },
  dashboard: {
    example: '--port 8090',
    about:
      'The pages follow the runs and work without scripts. Only the printed address, which contains a key, lets a browser in.',
  },
  metrics: { example: '--stack headroom' },
  notify: { example: 'test storage-team --dry-run', exits: '0; 1 if a message failed' },
  'notify test': { example: 'storage-team --dry-run' },
  'notify retry': { example: 'storage-team' },
  runbook: { example: 'run-failed' },
  token: {
    example: 'store < FILE',
    about: 'On this machine, or with --stack on AWS.',
  },
  'token store': { example: '< FILE' },
  workflow: { example: 'retire-token' },
  platform: { example: '--port 8080 --control --speed 60' },
  config: { example: 'check search.yaml', exits: '0; 1 for an invalid configuration' },
  'config check': { example: 'search.yaml' },
  'config schema': { example: '> search.schema.json' },
  'integration-endpoint-create': {
    example: `--project acme-prod -d autoscaler-200 -t disk_storage --user-config '{"max_additional_storage":"200"}'`,
  },
  'integration-endpoint-list': { example: '--project acme-prod' },
  'integration-endpoint-update': {
    example: `--project acme-prod ENDPOINT_ID --user-config '{"max_additional_storage":"300"}'`,
  },
  'integration-endpoint-delete': { example: '--project acme-prod ENDPOINT_ID' },
  'integration-create': { example: '--project acme-prod -t autoscaler -d orders-pg -S ENDPOINT_ID' },
  'integration-list': { example: '--project acme-prod orders-pg' },
  'integration-delete': { example: '--project acme-prod INTEGRATION_ID' },
  completion: { example: 'bash' },
};

const wordsOf = (command: Command): readonly string[] =>
  command.parent === null ? [] : [...wordsOf(command.parent), command.name()];

const helpOf = (words: readonly string[]): MoreHelp => moreHelp[words.join(' ')] ?? {};

/** What a reader of a command's help does not see from its options; undefined if there is nothing to say. */
export const aboutOf = (command: Command): string | undefined => helpOf(wordsOf(command)).about;

/** Exit statuses of a command besides 1 for an error and 2 for wrong usage: its own, or those of the command above it. */
export const exitsOf = (command: Command): string =>
  helpOf(wordsOf(command)).exits ?? (command.parent === null ? '0' : exitsOf(command.parent));

/** Appends an example, the statuses, and what else there is to say, to the help of a command and of its subcommands. */
export const withMoreHelp = (command: Command): void => {
  const words = wordsOf(command);
  command.addHelpText(
    'after',
    `\nExample:\n  ${['headroom', ...words, helpOf(words).example ?? ''].join(' ').trim()}\n`,
  );
  for (const inner of command.commands) withMoreHelp(inner);
  if (command.commands.length > 0) return;
  command.addHelpText('after', ({ command: shown }) => {
    const help = shown.createHelp();
    const width = shown.configureOutput().getOutHelpWidth?.() ?? 80;
    const texts = [aboutOf(shown), `Exit status: ${exitsOf(shown)}. Other errors end with 1, wrong usage with 2.`];
    return texts.flatMap((text) => (text === undefined ? [] : [help.boxWrap(text, width)])).join('\n\n');
  });
};
