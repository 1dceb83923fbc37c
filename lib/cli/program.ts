import { Command, CommanderError, type HelpConfiguration } from 'commander';
import { createRedactor } from '../client/transport/redact.ts';
import * as known from '../contract/errors.ts';
import { approvalRefusals } from '../contract/refusals.ts';
import { version } from '../contract/version.ts';
import { visible } from '../core/model/visible-text.ts';
import { withMoreHelp } from './command-help.ts';
import { commandGroups } from './command-table.ts';
import { type CommandLine, type End, exitStatus } from './shell/command-line.ts';
import type { NewCommand } from './shell/options.ts';
import { print } from './shell/print.ts';
import { UsageError } from './shell/usage-error.ts';
import { requesterName } from './shell/user.ts';

/** Where a line asks for JSON, also one that the parser refuses; words after `--` are no flags. */
const jsonFlag = /^(?:--json|(?:-o\n?|--(?:output|format)[=\n])json)$/m;

/** Whether a program that reads one JSON document gave this line. */
const asksForJson = (argv: readonly string[]): boolean => jsonFlag.test(argv.join('\n').split('\n--\n')[0] ?? '');

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
const errorDocument = (error: unknown, message: string, isInterrupted: boolean) => ({
  error: message,
  code: isInterrupted ? 'interrupted' : codeOf(error),
  remedy: error instanceof CommanderError ? 'see --help' : remedyIn(message),
});

/** Exit status of a command that failed. */
const statusOf = (error: unknown, line: CommandLine): number => {
  if (line.signal.aborted) return exitStatus.interrupted;
  if (approvalRefusals.some((kind) => error instanceof kind)) return exitStatus.refused;
  return error instanceof UsageError || error instanceof CommanderError ? exitStatus.usage : exitStatus.failed;
};

/** Names of errors with one line per problem. The code that throws them makes each line visible. */
const multilineErrors = ['PlanMoved', 'PolicyInvalid', 'ScenarioInvalid'];

/** The parser's message, which may quote the input, and its suggestion on one line of visible characters. */
const usageText = (text: string): string =>
  `${visible(text.trimEnd().replace(/\n(?=\(Did you mean [^\n]*\)$)/, ' '))} (see --help)\n`;

/** The message of an error, in visible characters. */
const messageOf = (error: unknown): string => {
  if (error instanceof CommanderError) return usageText(error.message.replace(/^error: /, '')).trimEnd();
  if (!(error instanceof Error)) return visible(String(error));
  return multilineErrors.includes(error.name) ? error.message : visible(error.message);
};

/** A shorter text is no token but a word, which other texts contain too. */
const leastLength = 8;

/** Removes the token of the environment from texts: a document or an argument may contain it, and errors quote both. */
const hidingToken = (environment: Readonly<Record<string, string | undefined>>): ((text: string) => string) => {
  const token = environment.HEADROOM_TOKEN?.trim() ?? '';
  if (token.length < leastLength) return (text) => text;
  const redactor = createRedactor();
  redactor.learn(token);
  return redactor.hide;
};

/** Narrower columns of the help than the parser's own, so that texts wrap at words on every terminal. */
const helpFormat: HelpConfiguration = { minWidthToWrap: 24, subcommandTerm: (command) => command.name() };

/** Flags that may stand before the command; after any other the parser needs to know all commands. */
const programFlag = /^--(?:quiet|no-color|requester(?:=.*)?)$/;

/** Every command with its group, in the order of the help. */
const allCommands = Object.entries(commandGroups).flatMap(([heading, commands]) =>
  Object.entries(commands).map(([name, add]) => ({ heading, name, add })),
);

/**
 * What the parser needs to know of commands: nothing for the version, which it prints as soon as it reads the flag, and only the
 * command that a line names behind flags of the program. The completion is about all commands.
 */
const commandsFor = (argv: readonly string[]): typeof allCommands => {
  if (argv[0] === '--version' || argv[0] === '-V') return [];
  const word = argv.find((argument, at) => !programFlag.test(argument) && argv[at - 1] !== '--requester');
  const named = allCommands.filter(({ name }) => name === word && name !== 'completion');
  return named.length === 0 ? allCommands : named;
};

/**
 * Every command with its flags; `end` gets the exit status of the one that runs.
 * @param argv a line that is to be parsed: if it names a command, the program has only that one
 * @param onDocument hears that a command begins its JSON document
 */
export const programOf = (
  given: CommandLine,
  end: End,
  argv: readonly string[] = [],
  onDocument?: () => void,
): Command => {
  // With its getters: reading one opens a stream.
  const line: CommandLine = Object.defineProperties({} as CommandLine, Object.getOwnPropertyDescriptors(given));
  const hide = hidingToken(given.environment);
  Object.assign(line, { hide, onDocument });
  const program = new Command('headroom')
    .description('Keeps every managed data service of an organization from running out of disk.')
    .version(version)
    .option('--quiet', 'print results and errors, but no progress and no notes')
    .option('--no-color', 'print without colours, like NO_COLOR; FORCE_COLOR=1 prints colours to a file or a pipe')
    .option(
      '--requester <name>',
      'who asks, for runs, approvals and the audit; default: the CI system, then the user (HEADROOM_REQUESTER)',
    )
    .hook('preAction', () => {
      const { quiet, color, requester } = program.opts();
      Object.assign(line, { quiet, colour: line.colour && color });
      if (requester !== undefined) {
        Object.assign(line, { environment: { ...line.environment, HEADROOM_REQUESTER: requesterName(requester) } });
      }
    })
    .exitOverride()
    .configureHelp(helpFormat)
    .configureOutput({
      getOutHelpWidth: () => given.out.columns ?? 80,
      getErrHelpWidth: () => given.out.columns ?? 80,
      writeOut: (text) => print(line.out, text),
      writeErr: (text) => print(line.err, hide(text)),
      outputError: (text, write) => write(usageText(text)),
    });
  for (const { heading, name, add } of commandsFor(argv)) {
    const command = program.command(name).helpGroup(heading);
    add(command as unknown as NewCommand, line, end);
    withMoreHelp(command);
  }
  program.commandsGroup('More:').helpCommand(true);
  return program.addHelpText('after', '\nExample:\n  headroom plan --policy docs/policies/org-wide.yaml\n');
};

/**
 * Runs one command line and returns its exit status. Every error is one line on standard error with a remedy, with `--json`
 * also a document on standard output; the stack appears only with HEADROOM_DEBUG=1.
 */
export const runProgram = async (argv: readonly string[], line: CommandLine): Promise<number> => {
  let status: number = exitStatus.ok;
  const end: End = (ended) => {
    status = ended;
  };
  let isAnswered = false;
  const program = programOf(line, end, argv, () => {
    isAnswered = true;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return status;
  } catch (error) {
    // The parser also throws for help and version, which succeed. It prints its own errors.
    const isOfParser = error instanceof CommanderError;
    if (isOfParser && error.exitCode === 0) return exitStatus.ok;
    const hide = hidingToken(line.environment);
    const message = hide(messageOf(error));
    const stack = line.environment.HEADROOM_DEBUG === '1' && error instanceof Error ? `${error.stack}\n` : '';
    if (!isOfParser) print(line.err, `error: ${message}\n${hide(stack)}`);
    if (asksForJson(argv) && !isAnswered) {
      const { createConsole } = await import('./shell/console.ts');
      createConsole(line).json(errorDocument(error, message, line.signal.aborted));
    }
    return statusOf(error, line);
  }
};
