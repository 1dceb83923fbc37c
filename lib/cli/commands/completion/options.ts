import { Argument, type Command } from 'commander';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';
import { type Shell, shells } from './shells.ts';

const scope = `
bash: source <(headroom completion bash), in ~/.bashrc
zsh:  source <(headroom completion zsh), in ~/.zshrc after compinit
fish: headroom completion fish > ~/.config/fish/completions/headroom.fish`;

/** `headroom completion SHELL` */
export const addCompletion = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('completion')
    .description('print the script that completes commands, flags and values of headroom in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', scope);
  example(command, 'headroom completion bash').action(async (shell: Shell) => {
    const { run } = await import('./action.ts');
    run(line, program, shell);
    end(exitStatus.ok);
  });
};
