import type { Command } from 'commander';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import type { Shell } from '../completion/shells.ts';
import { completionWords } from '../completion/words.ts';
import { zshScript } from '../completion/zsh.ts';
import type { CommandLine } from '../shell/command-line.ts';
import { print } from '../shell/print.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const satisfies Record<Shell, unknown>;

/** Prints the completion script of a shell. */
export const run = (line: CommandLine, program: Command, shell: Shell): void =>
  print(line.out, scripts[shell](completionWords(program)));
