import type { RunRequest } from '../../../contract/run-request.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import type { Store } from '../../../ports.ts';
import { setStoreMode } from '../../../run/store/mode.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { planFileText } from '../../session/plan-file.ts';
import { commandText, connectionFlags, flagsText, modeCommand, repeatedFlag } from '../../shell/command-text.ts';
import { writeOutFile } from '../../shell/out-file.ts';
import { shortDigest } from '../../shell/short-text.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { redoneText } from '../../views/change-table.ts';
import type { PlanContext } from '../command.ts';
import { preview } from '../preview.ts';
import { runPlan } from '../run-plan.ts';
import type { UndoFlags } from './options.ts';

/** `headroom undo RUN`: reverts the writes of a run, or a part of them, from its audit records. */

type UndoRequest = Pick<RunRequest, 'undo' | 'undoPart' | 'underStop'>;

const requestOf = (undo: string, { project, service, underStop }: UndoFlags): UndoRequest => ({
  undo,
  ...(project || service ? { undoPart: { projects: project && [...project], services: service && [...service] } } : {}),
  ...(underStop ? { underStop } : {}),
});

/** The same command with more options. */
const commandOf = (undo: string, flags: UndoFlags, ...more: readonly string[]): string =>
  commandText(
    'headroom undo',
    undo,
    ...repeatedFlag('project', flags.project),
    ...repeatedFlag('service', flags.service),
    flagsText(connectionFlags(flags)),
    flags.underStop ? '--under-stop' : '',
    flags.andObserve ? '--and-observe' : '',
    ...more,
  );

const overriding = (undo: string, flags: UndoFlags, ...more: readonly string[]): string =>
  commandOf(undo, { ...flags, underStop: true }, ...more);

/** Warns if the next run would repeat the changes that the undo reverts. */
const warningOf = ({ changes, redone = [] }: Plan, { andObserve }: UndoFlags): string | undefined => {
  if (changes.length === 0) return undefined;
  if (redone.length === 0) return redoneText(redone);
  const remedy = andObserve
    ? 'This undo sets mode observe, so no run repeats them until the mode is enforce.'
    : 'To prevent that, change the policy first, or add --and-observe.';
  return `${redoneText(redone)} ${remedy}`;
};

/** The command that applies the plan shown. */
const hintOf = ({ mode, verdict, digest }: Plan, undo: string, flags: UndoFlags): string | undefined => {
  switch (verdict) {
    case 'apply':
      return `Nothing was written. To write it: ${commandOf(undo, flags, '--yes')}`;
    case 'needs-approval':
      return `Nothing was written. The plan exceeds guardrails; to approve exactly this plan: ${commandOf(undo, flags, `--approve ${shortDigest(digest)}`)}`;
    case 'observe':
      return `Nothing was written. Mode is ${mode}; to write anyway: ${overriding(undo, flags, '--yes')}`;
    case 'nothing':
      return undefined;
  }
};

/** Shows the changes of an undo, and the writes it cannot revert. */
const previewUndo = (context: PlanContext<UndoFlags>, undo: string): Promise<number> => {
  const { flags } = context;
  const request = requestOf(undo, flags);
  const asked = { undoPart: request.undoPart };
  return preview(context, {
    command: 'headroom undo',
    request,
    asked,
    next: overriding(undo, flags),
    keep: async (document, { connection }, { startedAt }) => {
      if (flags.out === undefined) return;
      const origin = { ...connection.addressed, proposedAt: startedAt };
      await writeOutFile(flags.out, planFileText({ ...document, ...asked }, origin));
    },
    notesOf: (plan) => [warningOf(plan, flags), hintOf(plan, undo, flags)],
  });
};

/** How to prevent that the next run repeats the undone changes. */
const adviceOf = (flags: UndoFlags): string => {
  if (flags.andObserve) return `Mode is now observe. When the policy is changed: ${modeCommand('enforce', flags)}`;
  return flags.underStop
    ? `The mode is unchanged. Change the policy before you run: ${modeCommand('enforce', flags)}`
    : `To keep this undone: ${modeCommand('observe', flags)}`;
};

export const run = async (context: PlanContext<UndoFlags>, undo: string): Promise<number> => {
  const { flags } = context;
  if (flags.yes !== true && flags.approve === undefined) return previewUndo(context, undo);
  if (flags.out !== undefined) throw new UsageError('use --out without --yes and --approve: it writes only the plan');
  const observe = (store: Store, by: string) => setStoreMode({ store, clock: systemClock }, 'observe', by);
  return runPlan(context, {
    command: `headroom undo ${undo}${flags.underStop ? ' --under-stop' : ''}`,
    request: { ...requestOf(undo, flags), approvedDigest: flags.approve },
    approving: (digest) => commandOf(undo, flags, `--approve ${digest}`),
    retry: commandOf(undo, flags, '--yes'),
    overriding: overriding(undo, flags, flags.approve === undefined ? '--yes' : `--approve ${flags.approve}`),
    warning: (plan) => warningOf(plan, flags),
    finish: flags.andObserve ? observe : undefined,
    advice: ({ results, plan }) =>
      results.length > 0 && (flags.andObserve || (plan?.redone ?? []).length > 0) ? adviceOf(flags) : undefined,
  });
};
