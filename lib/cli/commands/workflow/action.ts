import type { WorkflowName } from '../../../contract/task-contract.ts';
import { definitionText } from '../../../workflow/definitions.ts';
import type { CommandLine } from '../../shell/command-line.ts';
import { print } from '../../shell/print.ts';

/** Prints a definition byte for byte as it is deployed. */
export const run = (line: CommandLine, name: WorkflowName): void => print(line.out, definitionText(name));
