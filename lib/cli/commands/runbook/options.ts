import type { NewCommand } from '../../shell/options.ts';

/** `headroom runbook [NAME]` */
export const runbookOptions = (command: NewCommand) =>
  command
    .description('print what to do about an alarm or a finding: a section of the runbook, or the names of all sections')
    .argument('[name]', 'name of an alarm or of another section');
