import type { Command } from 'commander';
import { type CommandLine, type End, example } from '../../shell/command-line.ts';
import { documentFormats, outputOptions } from '../../shell/output.ts';
import type { DoctorFlags } from './action.ts';

const scope = `
Reads a template that cdk synth wrote and asks AWS, with your credentials and region, without changing anything: a failed
stack, another deployment for the organization, the bootstrap, the Lambda quota, types of resources that the region lacks,
and a trail for the alarm key-ending. Once deployed, headroom status --stack checks the deployment.`;

/** `headroom doctor --aws` */
export const addDoctor = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('doctor')
    .description('say before a deployment what would make it fail')
    .requiredOption('--aws', 'ask the AWS account; headroom status checks this machine')
    .option('--template <file>', 'template of the stack', 'cdk.out/headroom.template.json')
    .addHelpText('after', scope);
  outputOptions(command, documentFormats);
  example(command, 'headroom doctor --aws --template cdk.out/headroom-prod.template.json');
  command.action(async (flags: DoctorFlags) => {
    const { run } = await import('./action.ts');
    end(await run(line, flags));
  });
};
