import { CommanderError } from 'commander';
import * as known from '../contract/errors.ts';
import { UsageError } from './shell/usage-error.ts';

/** Where a line asks for JSON, also one that the parser refuses; words after `--` are no flags. */
const jsonFlag = /^(?:--json|(?:-o\n?|--(?:output|format)[=\n])json)$/m;

/** Whether a program that reads one JSON document gave this line. */
export const asksForJson = (argv: readonly string[]): boolean =>
  jsonFlag.test(argv.join('\n').split('\n--\n')[0] ?? '');

/** How our messages begin what to do. */
const remedy =
  /(?:^|[:;.] )((?:to .*: )?'?(?:add|ask|check|choose|close|give|headroom|leave out|name|omit|pass|remove|repair|restore|run|see|set|store|try|turn|use|wait|write)\b.*)$/i;

/** The part of a message that says what to do; null if it has none. */
const remedyIn = (message: string): string | null => remedy.exec(message)?.[1] ?? null;

/** The kind of an error: `usage`, the name of one that the contract lists, such as `store-damaged`, or `failed`. */
const codeOf = (error: unknown): string => {
  if (error instanceof UsageError || error instanceof CommanderError) return 'usage';
  const name = error instanceof Error && Object.hasOwn(known, error.name) ? error.name : 'failed';
  return name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
};

/**
 * A failed command for a program, as `--json` prints it in place of the command's own document.
 * @param message as a person reads it, without secrets
 */
export const errorDocument = (error: unknown, message: string, isInterrupted: boolean) => ({
  error: message,
  code: isInterrupted ? 'interrupted' : codeOf(error),
  remedy: error instanceof CommanderError ? 'see --help' : remedyIn(message),
});
