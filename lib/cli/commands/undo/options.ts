import { type NewCommand, type PolicyFlagsOf, planDigest, policyOption } from '../../shell/options.ts';

const repeatable = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const undoOptions = (command: NewCommand) =>
  policyOption(
    command
      .description('show how to revert a run, and which writes it cannot revert; --yes or --approve reverts')
      .argument('<run>', 'id of the run, from headroom runs or headroom audit'),
  )
    .option('--yes', 'revert the run')
    .option('--approve <digest>', 'apply exactly the plan with this digest, even if it exceeds guardrails', planDigest)
    .option('--project <glob>', 'only writes in these projects; repeatable', repeatable)
    .option('--service <glob>', 'only writes for these services; repeatable', repeatable)
    .option(
      '--under-stop',
      'read and write even if the mode is stop or observe; a mode set during the run still applies',
    )
    .option('--and-observe', 'set mode observe afterwards, so that no run repeats the changes')
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option('--break-lease', 'take the lease from a run that you know has ended');
export type UndoFlags = PolicyFlagsOf<typeof undoOptions>;
