import { example, type Parent } from '../../shell/options.ts';

/** `headroom runbook [NAME]` */
export const runbookOptions = (parent: Parent) => {
  const command = parent
    .command('runbook')
    .description('print what to do about an alarm or a finding: a section of the runbook, or the names of all sections')
    .argument('[name]', 'name of an alarm or of another section');
  return example(command, 'headroom runbook run-failed');
};
