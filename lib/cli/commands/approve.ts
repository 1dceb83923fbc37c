import { callerText } from '../../core/audit/holder-text.ts';
import { counted } from '../../core/model/visible-text.ts';
import { approve } from '../../run/approval/approvals.ts';
import { systemClock } from '../../run/system-clock.ts';
import { openForCommand } from '../session/open-store.ts';
import type { StoreFlags } from '../session/store-options.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { consoleOf } from '../shell/console.ts';
import type { OutputFlags } from '../shell/output.ts';
import { shortDigest } from '../shell/short-text.ts';
import { guardrailsIn } from '../stored/stored-guardrails.ts';

/** `headroom approve`: approves a proposed plan in the store; the runs that follow carry it out. */

export interface ApproveFlags extends StoreFlags, OutputFlags {
  readonly exact?: boolean;
}

export const run = async (line: CommandLine, prefix: string, flags: ApproveFlags): Promise<void> => {
  const console = consoleOf(line, flags);
  const { store, identity } = await openForCommand(line.environment, flags);
  const approving = { prefix, by: await identity(), exact: flags.exact === true };
  const open = await approve({ store, clock: systemClock }, approving, await guardrailsIn(store));
  const { digest, by, approvedAt, expiresAt, exact, changes, used } = open;
  const left = changes.length - used.size;
  if (flags.json) console.json({ digest, by, approvedAt, expiresAt, exact, changes: changes.length, left });
  else {
    const bound = exact ? 'exactly this plan, or nothing' : 'at most this plan';
    const as = callerText(by);
    console.line(
      `Approved plan ${shortDigest(digest)} as ${as}: runs carry out ${bound} until ${expiresAt} (${counted(left, 'change')}).`,
    );
  }
};
