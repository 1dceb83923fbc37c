import type { Command } from 'commander';
import { type CommandLine, callOptions, type End, example, exitStatus } from '../shell/command-line.ts';
import { documentFormats, outputOptions } from '../shell/output.ts';
import type { ClientAction, ClientFlags } from './client-action.ts';

/** Client commands address one project, so they need neither an organization nor a store. */
const clientOptions = (command: Command): Command =>
  callOptions(
    outputOptions(command, documentFormats)
      .requiredOption('--project <name>', 'name of the project')
      .option('--base-url <url>', 'address of the platform (HEADROOM_BASE_URL)'),
  );

/** A client command with its description, arguments and options, and an example for its help. */
interface ClientCommand {
  readonly command: Command;
  readonly example: string;
  readonly line: CommandLine;
  readonly end: End;
}

/** Registers a client command (spec.md §1.8 command line, §4.5). `load` loads its action when it runs. */
export const clientCommand = (
  { command, example: text, line, end }: ClientCommand,
  load: () => Promise<ClientAction>,
): void => {
  example(clientOptions(command), text).action(async () => {
    const act = await load();
    await act(line, command.opts<ClientFlags>(), command.args);
    end(exitStatus.ok);
  });
};
