import { Argument, type Command } from 'commander';
import { type WorkflowName, workflowNames } from '../../../contract/task-contract.ts';
import { type CommandLine, type End, example, exitStatus } from '../../shell/command-line.ts';

/** `headroom workflow [NAME]`: the definition, byte for byte as it is deployed. */
export const addWorkflow = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('workflow')
    .description('print the deployed definition of a state machine, with a placeholder for the ARN of each Lambda')
    .addArgument(new Argument('[name]', 'name of the state machine').choices(workflowNames).default('reconcile'));
  example(command, 'headroom workflow retire-token');
  command.action(async (name: WorkflowName) => {
    const { run } = await import('./action.ts');
    run(line, name);
    end(exitStatus.ok);
  });
};
