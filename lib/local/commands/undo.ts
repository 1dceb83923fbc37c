import type { Command } from 'commander';
import type { Plan } from '../../core/model.ts';
import { planFileText } from '../plan-file.ts';
import { look, offer } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { planJson, showPlan, showPlanLine } from '../views.ts';
import { carryOutPlan, type WritingFlags } from './carry-out.ts';
import { type CommandLine, type End, exitStatus } from './command-line.ts';
import { connectionFlags, flagsText } from './command-text.ts';
import { writeOutFile } from './out-file.ts';
import { policyOption, type SessionGiven, sessionCommand } from './session-command.ts';

/** `headroom undo RUN`: takes back what a run has written, as its audit records say. */

interface UndoFlags extends WritingFlags {
  readonly yes?: boolean;
  readonly out?: string;
}

const redone =
  'The next reconcile under the same policy does again what is undone here: change the policy first, ' +
  'or set mode: observe right after.';

const commandOf = (undo: string, flags: UndoFlags, more: string): string =>
  ['headroom undo', undo, flagsText({ ...connectionFlags(flags), policy: flags.policy }), more]
    .filter((part) => part !== '')
    .join(' ');

/** How to have the plan carried out that was shown. */
const hintOf = ({ verdict, digest }: Plan, undo: string, flags: UndoFlags): string | undefined => {
  switch (verdict) {
    case 'apply':
      return `Nothing was written. To write it: ${commandOf(undo, flags, '--yes')}`;
    case 'needs-approval':
      return `Nothing was written. A guardrail stands against it; to write exactly this: ${commandOf(undo, flags, `--approve ${digest}`)}`;
    case 'observe':
      return 'The mode is observe: an undo would write nothing. Set mode: enforce in the policy to let it.';
    case 'nothing':
      return undefined;
  }
};

/** Shows what undoing would change and what cannot be undone. */
const preview = ({ flags, console, open }: SessionGiven<UndoFlags>, undo: string): Promise<number> =>
  open('looks', async (session) => {
    const { plan, run: looked } = await look(session, { trigger: { kind: 'manual', by: 'headroom undo' }, undo });
    const document = planJson(plan, session.connection.client.calls(), null, undo);
    const origin = { ...session.connection.addressed, proposedAt: looked.startedAt };
    if (flags.out !== undefined) await writeOutFile(flags.out, planFileText(document, origin));
    await offer(session, looked, plan);
    if (flags.json) console.json(document);
    else {
      showPlan(console, plan);
      const hint = hintOf(plan, undo, flags);
      if (hint !== undefined) console.note(hint);
      showPlanLine(console, plan);
    }
    if (plan.changes.length > 0) console.note(redone);
    return exitStatus.ok;
  });

const run = async (given: SessionGiven<UndoFlags>, undo: string): Promise<number> => {
  const { flags } = given;
  if (flags.yes !== true && flags.approve === undefined) return preview(given, undo);
  if (flags.out !== undefined) throw new UsageError('give --out without --yes and --approve: it only shows the plan');
  return carryOutPlan(given, {
    command: `headroom undo ${undo}`,
    request: { undo, approvedDigest: flags.approve },
    approving: (digest) => commandOf(undo, flags, `--approve ${digest}`),
    advice: ({ results }) => (results.length > 0 ? redone : undefined),
  });
};

export const addUndo = (program: Command, line: CommandLine, end: End): void => {
  const command = policyOption(
    program
      .command('undo')
      .description(
        'show how to take back what a run has written, and what cannot be; with --yes or --approve do it: ' +
          'exit 3 when some changes failed, 4 when a guardrail refused',
      )
      .argument('<run>', 'the run, as headroom audit names it'),
  )
    .option('--yes', 'write it')
    .option('--approve <digest>', 'write exactly the plan of this digest although a guardrail stands against it')
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option('--break-lease', 'take the lease from a run that you know to be over');
  const example = 'headroom undo 2030-01-31T08-00-00-000Z-1a2b3c4d --yes';
  sessionCommand<UndoFlags, [string]>({ command, example, line, end }, run);
};
