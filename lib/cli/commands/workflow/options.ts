import { workflowNames } from '../../../contract/task-contract.ts';
import { Argument, type NewCommand } from '../../shell/options.ts';

/** `headroom workflow [NAME]`: the definition, byte for byte as it is deployed. */
export const workflowOptions = (command: NewCommand) =>
  command
    .description('print the deployed definition of a state machine, with a placeholder for the ARN of each Lambda')
    .addArgument(new Argument('[name]', 'name of the state machine').choices(workflowNames).default('reconcile'));
