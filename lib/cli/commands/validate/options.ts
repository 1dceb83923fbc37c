import type { Command } from 'commander';
import { profiles } from '../../../core/model/profile.ts';
import { type CommandLine, type End, example } from '../../shell/command-line.ts';
import { documentFormats, outputOptions } from '../../shell/output.ts';
import type { ValidateFlags } from './action.ts';

/** `headroom validate FILE` and `headroom validate --schema`. */
export const addValidate = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('validate')
    .description(
      'check a policy document and the files that it includes; report every error and warning with line and column',
    )
    .argument('[file]', 'policy document, YAML or JSON')
    .option('--strict', 'treat warnings as errors')
    .option('--schema', 'print the JSON Schema of policy documents, for editors')
    .option('--included', 'with --schema: the schema of included files')
    .option(
      '--profile <name>',
      `platform profile, which defines the values of search options: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );
  outputOptions(command, [...documentFormats, 'sarif']);
  example(command, 'headroom validate docs/policies/org-wide.yaml');
  command.action(async (file: string | undefined, flags: ValidateFlags) => {
    const { run } = await import('./action.ts');
    end(await run(line, file, flags));
  });
};
