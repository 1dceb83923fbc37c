import type { CommandLine } from '../../shell/command-line.ts';
import type { ParentCommand } from '../../shell/options.ts';
import { print } from '../../shell/print.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import type { Shell } from './options.ts';
import { completionWords } from './words.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Record<Shell, unknown>;

/** Prints the completion script of a shell. */
export const run = (line: CommandLine, program: ParentCommand, shell: Shell): void =>
  print(line.out, scripts[shell](completionWords(program)));
