import { Argument, type NewCommand } from '../../shell/options.ts';

/** Shells with a completion script. */
const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const scope = `
bash: source <(headroom completion bash), in ~/.bashrc
zsh:  source <(headroom completion zsh), in ~/.zshrc after compinit
fish: headroom completion fish > ~/.config/fish/completions/headroom.fish`;

/** `headroom completion SHELL` */
export const completionOptions = (command: NewCommand) =>
  command
    .description('print the script that completes commands, flags and values of headroom in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', scope);
