import type { Command } from 'commander';
import type { CommandLine, End } from '../../shell/command-line.ts';
import { planDigest } from '../plan-digest.ts';
import { policyOption, sessionCommand } from '../session-options.ts';

const repeatable = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const addUndo = (program: Command, line: CommandLine, end: End): void => {
  const command = policyOption(
    program
      .command('undo')
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
    .option('--and-observe', 'set mode observe afterwards, so that no reconcile repeats the changes')
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option('--break-lease', 'take the lease from a run that you know has ended');
  const example = "headroom undo 2030-01-31T08-00-00-000Z-1a2b3c4d --project 'shop-*' --yes";
  sessionCommand({ command, example, line, end }, () => import('./action.ts'));
};
