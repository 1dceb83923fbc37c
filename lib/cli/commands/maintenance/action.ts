import { startMaintenance } from '../../../client/operations/raw.ts';
import { RunInterrupted } from '../../../contract/errors.ts';
import { canAsk, confirm, isAskedInVain } from '../../shell/confirm.ts';
import type { FlagsOf } from '../../shell/options.ts';
import { UsageError } from '../../shell/usage-error.ts';
import { callPlatform } from '../call-platform.ts';
import type { CommandContext } from '../command.ts';
import { parseTarget } from '../service-target.ts';
import type { maintenanceStartOptions } from './options.ts';

/** Starts the maintenance of one service: the platform allows a limited number of growths between two of them (pf 2.15). */
export const start = async (
  context: CommandContext<FlagsOf<typeof maintenanceStartOptions>>,
  text: string,
): Promise<void> => {
  const { line, flags, console } = context;
  const { project, service } = parseTarget(text);
  if (flags.yes !== true && isAskedInVain(line))
    throw new UsageError(
      'standard input is not a terminal, so this cannot be confirmed; use --yes to start without a question',
    );
  const isAsked = flags.yes !== true && canAsk(line);
  if (
    isAsked &&
    !(await confirm(line, `Start the maintenance of ${text}? Its nodes may restart, and no disk grows meanwhile.`))
  )
    throw new RunInterrupted('Not started: this was not confirmed.');
  await callPlatform(
    { ...context, flags: { ...flags, project } },
    async (caller) => {
      await startMaintenance(caller, project, service);
      return { started: text };
    },
    () => console.line(`started the maintenance of ${text}`),
  );
};
