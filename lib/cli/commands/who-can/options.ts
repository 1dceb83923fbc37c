import { Argument, type Command, Option } from 'commander';
import { type AccessQuestion, accessQuestions } from '../../../access/asked.ts';
import { type CommandLine, type End, example } from '../../shell/command-line.ts';
import { outputOptions } from '../../shell/output.ts';
import type { AccessFlags } from './action.ts';

const scope = `
Evaluates the policies of the template that cdk synth wrote or, with --stack, of the deployed one (cloudformation:GetTemplate):
  write       change objects of the store: policy, mode, grants, approvals, records of runs
  approve     approve plans
  read-token  read the token of the platform
Exit status 1: the policies do not decide it for every principal; these are shown as unknown.`;

/** `headroom who-can` */
export const addWhoCan = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('who-can')
    .description('say who can write, approve or read the token of a deployment on AWS, and by which permission')
    .addArgument(new Argument('<question>', 'what it is about').choices(accessQuestions))
    .option('--template <file>', 'template of the stack', 'cdk.out/headroom.template.json')
    .addOption(new Option('--stack <name>', 'read the template of this stack from AWS').conflicts('template'))
    .addHelpText('after', scope);
  outputOptions(command);
  example(command, 'headroom who-can approve --stack headroom');
  command.action(async (question: AccessQuestion, flags: AccessFlags) => {
    const { run } = await import('./action.ts');
    end(await run(line, question, flags));
  });
};
