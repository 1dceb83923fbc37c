import { accessQuestions } from '../../../access/asked.ts';
import { Argument, type FlagsOf, type NewCommand, Option, tableOptions } from '../../shell/options.ts';

const scope = `
Evaluates the policies of the template that cdk synth wrote or, with --stack, of the deployed one (cloudformation:GetTemplate):
  write       change objects of the store: policy, mode, grants, approvals, records of runs
  approve     approve plans
  read-token  read the token of the platform
Exit status 1: the policies do not decide it for every principal; these are shown as unknown.`;

/** `headroom who-can` */
export const whoCanOptions = (command: NewCommand) =>
  tableOptions(
    command
      .description('say who can write, approve or read the token of a deployment on AWS, and by which permission')
      .addArgument(new Argument('<question>', 'what it is about').choices(accessQuestions))
      .option('--template <file>', 'template of the stack', 'cdk.out/headroom.template.json')
      .addOption(new Option('--stack <name>', 'read the template of this stack from AWS').conflicts('template'))
      .addHelpText('after', scope),
  );
export type AccessFlags = FlagsOf<typeof whoCanOptions>;
