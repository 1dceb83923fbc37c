import type { Command } from 'commander';

/** What the help of a command says besides its description and its options. */
interface MoreHelp {
  /** What a reader does not see from the options. */
  readonly about?: string;
  /** Exit statuses besides 1 for an error and 2 for wrong usage, where there are others than 0. */
  readonly exits?: string;
}

const likeApply =
  '0; 3 if some changes failed or not every project was read; 4 if a guardrail or an approval refused the plan; 5 if the mode or a freeze prevented a write';

/** By the words of the command; subcommands that are not here have the statuses of the command above them. */
const moreHelp: Readonly<Record<string, MoreHelp>> = {
  init: {
    about: 'Without a terminal it takes every answer from its options.',
    exits: '0; 1 if nothing was written',
  },
  context: { exits: '0; 2 if there is no such context' },
  validate: {
    about: 'Names line and column of every error, likely mistakes, and options that restart a service.',
    exits: '0; 1 for an invalid document, with --strict also for warnings',
  },
  config: { exits: '0; 1 for an invalid configuration' },
  policy: { exits: '0; 1 for an invalid document, a failed case or an unknown version' },
  plan: { exits: '0; with --detailed-exitcode 2 if changes are pending, otherwise 3 if not every project was read' },
  apply: {
    about:
      'On a terminal it asks before it writes. --plan FILE applies a plan that plan --out FILE wrote, also with another store.',
    exits: likeApply,
  },
  approve: {
    about:
      'The runs that follow apply at most that plan, until the approval expires. --exact allows all of it or nothing. --request JSON approves an undo or an adoption on AWS instead.',
    exits: '0; 1 if there is no such plan; 4 if the approval expired or was used',
  },
  undo: {
    about: 'Says which writes the next reconcile would repeat.',
    exits: `${likeApply}; 1 if there is no such run`,
  },
  adopt: {
    about: 'The next plan applies the policy to them. headroom undo RUN gives them back.',
    exits: likeApply,
  },
  grant: {
    about:
      'It lowers nothing of that service and ends by itself. It stays within the limits, budgets and guardrails of the policy.',
    exits: `${likeApply}; 3 also if the service gets less; 1 if nothing is granted`,
  },
  reclaim: {
    about:
      'The disk that stays holds the use of the next 90 days (P90) below the threshold. --approve removes the rest, with a rolling restart of each service. Every removal needs an approval, and none can be undone.',
    exits: `${likeApply}; 1 if the policy does not enable it`,
  },
  prepare: {
    about:
      'Stays within the maximum of the autoscaler, the plan and the budget. --approve grows the disks, with a rolling restart of each service.',
    exits: `${likeApply}; 1 if the policy has no entry`,
  },
  mode: {
    about:
      'The stricter of override and policy applies. Runs in progress read it before each write, and before each try of one.',
  },
  explain: {
    about:
      'Shows the whole chain of the decision, how full the disk is, when it will be full, and who changed it last.',
  },
  forecast: {
    about:
      'Says when each disk reaches its threshold, its limit, and when it is full, with a range, from the past year of its disk metrics. It needs 14 days of use, and measures each disk once a day.',
  },
  simulate: {
    about:
      'Gives full disks, money by month, approvals and notices as ranges over the seeds. --from DAY lives the past of a store and says how far the forecast was from what happened.',
    exits: '0; 1 if a condition of --fail-on is met',
  },
  status: { exits: '0; 1 if anything is a problem' },
  doctor: { exits: '0; 1 if anything is a problem' },
  disks: {
    about:
      'Full disks come first, and unknown ones before disks that last. The limit of a disk is one of: maximum, plan, maintenance, state, no autoscaler, not eligible.',
    exits: '0; 1 if the store has no readings',
  },
  audit: {
    about:
      'Shows requester, approver, rule and reason, before and after. --verify checks the hash chain, with --head also against an earlier end of it.',
    exits: '0; 1 if the chain is broken',
  },
  report: {
    about:
      'Describes the latest run. HTML is one file with pictures, which needs no network and prints on A4. --by sums storage and cost of the last run of all services.',
  },
  dashboard: {
    about:
      'The pages follow the runs, work without scripts and only read. Only the printed address, which contains a key, lets a browser in.',
  },
  notify: { exits: '0; 1 if a message failed' },
  token: {
    about: 'On this machine, or with --stack on AWS; --number chooses one of several tokens.',
  },
  'store export': {
    about: 'Contains what no run can make anew: policy, approvals, audit, histories. It contains no token.',
    exits: '0; 1 if something is damaged',
  },
  'store import': {
    about: 'Says what is lost, and continues after an interruption.',
    exits: '0; 1 if something is damaged, or the store is not empty',
  },
  store: { exits: '0; 1 if something is damaged' },
  capture: {
    about:
      'Only reads. Contains services, tags, plans, prices, autoscalers, and the growth of each disk, fitted to its metrics.',
  },
};

const wordsOf = (command: Command): readonly string[] =>
  command.parent === null ? [] : [...wordsOf(command.parent), command.name()];

/** The longest entry for the words of a command: its own, or the entry of a command above it. */
const moreHelpOf = (words: readonly string[]): MoreHelp | undefined =>
  words.length === 0 ? undefined : (moreHelp[words.join(' ')] ?? moreHelpOf(words.slice(0, -1)));

/** What a reader of a command's help does not see from its options; undefined if there is nothing to say. */
export const aboutOf = (command: Command): string | undefined => moreHelp[wordsOf(command).join(' ')]?.about;

/** Exit statuses of a command besides 1 for an error and 2 for wrong usage. */
export const exitsOf = (command: Command): string => moreHelpOf(wordsOf(command))?.exits ?? '0';

/** Appends the statuses, and what else there is to say, to the help of a command and of its subcommands. */
export const withMoreHelp = (command: Command): void => {
  for (const one of command.commands) withMoreHelp(one);
  if (command.commands.length > 0) return;
  command.addHelpText('after', ({ command: shown }) => {
    const help = shown.createHelp();
    const width = shown.configureOutput().getOutHelpWidth?.() ?? 80;
    const texts = [aboutOf(shown), `Exit status: ${exitsOf(shown)}. Other errors end with 1, wrong usage with 2.`];
    return texts.flatMap((text) => (text === undefined ? [] : [help.boxWrap(text, width)])).join('\n\n');
  });
};
