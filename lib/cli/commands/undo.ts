import type { Command } from 'commander';
import type { RunRequest } from '../../contract/run-request.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import { setStoreMode } from '../../run/store/mode.ts';
import { systemClock } from '../../run/system-clock.ts';
import { planFileText } from '../session/plan-file.ts';
import { look, offer } from '../session/session.ts';
import { type CommandLine, type End, exitStatus } from '../shell/command-line.ts';
import { connectionFlags, flagsText, modeCommand, repeatedFlag } from '../shell/command-text.ts';
import { writeOutFile } from '../shell/out-file.ts';
import { UsageError } from '../shell/usage-error.ts';
import { redoneText } from '../views/change-rows.ts';
import { planDocument, showPlan, showPlanLine } from '../views/plan-view.ts';
import { whoSets } from './mode.ts';
import { runPlan, type WritingFlags } from './run-plan.ts';
import { policyOption, type SessionGiven, sessionCommand } from './session-command.ts';

/** `headroom undo RUN`: takes back what a run has written, or a part of it, as its audit records say. */

interface UndoFlags extends WritingFlags {
  readonly yes?: boolean;
  readonly out?: string;
  readonly project?: readonly string[];
  readonly service?: readonly string[];
  readonly underStop?: boolean;
  readonly andObserve?: boolean;
}

type UndoRequest = Pick<RunRequest, 'undo' | 'undoPart' | 'underStop'>;

const requestOf = (undo: string, { project, service, underStop }: UndoFlags): UndoRequest => ({
  undo,
  ...(project || service ? { undoPart: { projects: project && [...project], services: service && [...service] } } : {}),
  ...(underStop ? { underStop } : {}),
});

/** The same command with more behind it, or with the mode overruled. */
const commandOf = (undo: string, flags: UndoFlags, ...more: readonly string[]): string =>
  [
    'headroom undo',
    undo,
    ...repeatedFlag('project', flags.project),
    ...repeatedFlag('service', flags.service),
    flagsText({ ...connectionFlags(flags), policy: flags.policy }),
    flags.underStop ? '--under-stop' : '',
    flags.andObserve ? '--and-observe' : '',
    ...more,
  ]
    .filter((part) => part !== '')
    .join(' ');

const overruling = (undo: string, flags: UndoFlags, ...more: readonly string[]): string =>
  commandOf(undo, { ...flags, underStop: true }, ...more);

/** What would become of the undo, before it is done. */
const warningOf = ({ changes, redone = [] }: Plan, { andObserve }: UndoFlags): string | undefined => {
  if (changes.length === 0) return undefined;
  if (redone.length === 0) return redoneText(redone);
  const mend = andObserve
    ? 'The mode becomes observe with this undo, so nothing is done again until it is enforce.'
    : 'To keep it undone, change the policy first, or add --and-observe.';
  return `${redoneText(redone)} ${mend}`;
};

/** How to have the plan carried out that was shown. */
const hintOf = ({ mode, verdict, digest }: Plan, undo: string, flags: UndoFlags): string | undefined => {
  switch (verdict) {
    case 'apply':
      return `Nothing was written. To write it: ${commandOf(undo, flags, '--yes')}`;
    case 'needs-approval':
      return `Nothing was written. A guardrail stands against it; to write exactly this: ${commandOf(undo, flags, `--approve ${digest}`)}`;
    case 'observe':
      return `Nothing was written. The mode is ${mode}; to write all the same: ${overruling(undo, flags, '--yes')}`;
    case 'nothing':
      return undefined;
  }
};

/** Shows what undoing would change and what cannot be undone. */
const preview = ({ flags, console, open }: SessionGiven<UndoFlags>, undo: string): Promise<number> =>
  open('looks', async (session) => {
    const request = requestOf(undo, flags);
    const { plan, run: looked } = await look(session, { trigger: { kind: 'manual', by: 'headroom undo' }, ...request });
    const document = {
      ...planDocument(plan, session.connection.client.calls(), null, undo),
      undoPart: request.undoPart,
    };
    if (!mayLook(looked.mode)) {
      if (flags.json) console.json(document);
      console.line(`Not looked at: the mode is stop, so no call was made. Next: ${overruling(undo, flags)}`);
      return exitStatus.notWritten;
    }
    const origin = { ...session.connection.addressed, proposedAt: looked.startedAt };
    if (flags.out !== undefined) await writeOutFile(flags.out, planFileText(document, origin));
    await offer(session, looked, plan);
    if (flags.json) console.json(document);
    else showPlan(console, plan);
    for (const text of [warningOf(plan, flags), hintOf(plan, undo, flags)]) if (text !== undefined) console.note(text);
    if (!flags.json) showPlanLine(console, plan);
    return exitStatus.ok;
  });

/** What keeps an undo undone, once it is done. */
const adviceOf = (flags: UndoFlags): string => {
  if (flags.andObserve) return `The mode is observe now. To end that: ${modeCommand('enforce', flags)}`;
  return flags.underStop
    ? `The mode is as it was. Change the policy before: ${modeCommand('enforce', flags)}`
    : `To keep this undone: ${modeCommand('observe', flags)}`;
};

const run = async (given: SessionGiven<UndoFlags>, undo: string): Promise<number> => {
  const { flags, line } = given;
  if (flags.yes !== true && flags.approve === undefined) return preview(given, undo);
  if (flags.out !== undefined) throw new UsageError('give --out without --yes and --approve: it only shows the plan');
  const observe = (store: Store) => setStoreMode({ store, clock: systemClock }, 'observe', whoSets(line));
  return runPlan(given, {
    command: `headroom undo ${undo}${flags.underStop ? ' --under-stop' : ''}`,
    request: { ...requestOf(undo, flags), approvedDigest: flags.approve },
    approving: (digest) => commandOf(undo, flags, `--approve ${digest}`),
    again: commandOf(undo, flags, '--yes'),
    overruling: overruling(undo, flags, flags.approve === undefined ? '--yes' : `--approve ${flags.approve}`),
    warning: (plan) => warningOf(plan, flags),
    finish: flags.andObserve ? observe : undefined,
    advice: ({ results, plan }) =>
      results.length > 0 && (flags.andObserve || (plan?.redone ?? []).length > 0) ? adviceOf(flags) : undefined,
  });
};

const gathered = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const addUndo = (program: Command, line: CommandLine, end: End): void => {
  const command = policyOption(
    program
      .command('undo')
      .description(
        'show how to take back what a run has written, and what cannot be; with --yes or --approve do it: exit 3 ' +
          'when some changes failed, 4 when a guardrail refused, 5 when the mode or a freeze forbade it',
      )
      .argument('<run>', 'the run, as headroom runs and headroom audit name it'),
  )
    .option('--yes', 'write it')
    .option('--approve <digest>', 'write exactly the plan of this digest although a guardrail stands against it')
    .option('--project <glob>', 'only what the run wrote in these projects; may be repeated', gathered)
    .option('--service <glob>', 'only what the run wrote for these services; may be repeated', gathered)
    .option('--under-stop', 'look and write although the mode is stop or observe; one that is set from now on holds')
    .option('--and-observe', 'then set headroom mode observe, so that no reconcile does it again')
    .option('--out <file>', 'also write the plan to a file, for apply --plan')
    .option('--break-lease', 'take the lease from a run that you know to be over');
  const example = "headroom undo 2030-01-31T08-00-00-000Z-1a2b3c4d --project 'shop-*' --yes";
  sessionCommand<UndoFlags, [string]>({ command, example, line, end }, run);
};
