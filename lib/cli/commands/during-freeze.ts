import type { CommandLine } from '../shell/command-line.ts';
import { UsageError } from '../shell/usage-error.ts';
import { claimOf } from '../shell/user.ts';

/** Most characters of a reason: it stands in the audit and in a notice. */
const longestReason = 200;

/**
 * Why a person changes one service although a freeze holds back changes.
 * @throws UsageError if the reason is not a line of text, or nothing names who asks
 */
export const freezeReason = (
  line: Pick<CommandLine, 'environment'>,
  { duringFreeze }: { readonly duringFreeze?: string },
): string | undefined => {
  if (duringFreeze === undefined) return undefined;
  const reason = duringFreeze.trim();
  if (reason === '' || reason.length > longestReason || /\p{C}/u.test(reason))
    throw new UsageError(`--during-freeze: give the reason in one line of 1 to ${longestReason} characters`);
  if (claimOf(line) === '') throw new UsageError('--during-freeze needs the name of who asks: add --requester NAME');
  return reason;
};

/** The reason as part of a command's text, which the audit keeps; a comma there begins the name of a process. */
export const freezeText = (reason: string | undefined): string =>
  reason === undefined ? '' : ` during the freeze: ${reason.replaceAll(',', ';')}`;
