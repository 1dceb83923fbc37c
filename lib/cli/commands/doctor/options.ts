import { documentOptions, type FlagsOf, type NewCommand } from '../../shell/options.ts';

const scope = `
Reads a template that cdk synth wrote and asks AWS, with your credentials and region, without changing anything: a failed
stack, another deployment for the organization, the bootstrap, the Lambda quota, types of resources that the region lacks,
and a trail for the alarm key-ending. Once deployed, headroom status --stack checks the deployment.`;

/** `headroom doctor --aws` */
export const doctorOptions = (command: NewCommand) =>
  documentOptions(
    command
      .description('say before a deployment what would make it fail')
      .requiredOption('--aws', 'ask the AWS account; headroom status checks this machine')
      .option('--template <file>', 'template of the stack', 'cdk.out/headroom.template.json')
      .addHelpText('after', scope),
  );
export type DoctorFlags = FlagsOf<typeof doctorOptions>;
