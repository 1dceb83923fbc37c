import type { AccessQuestion } from '../../../access/asked.ts';
import { permissionText, whoCanSentence } from '../../../access/sentence.ts';
import { parseTemplate } from '../../../access/template.ts';
import { whoCan } from '../../../access/who-can.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { exitStatus } from '../../shell/command-line.ts';
import type { CommandContext } from '../command.ts';
import type { AccessFlags } from './options.ts';

/** Templates of CloudFormation have at most 1 MB. */
const named = { use: "a template with --template; run 'npm run synth' or 'npx cdk synth' first", mostMib: 1 };

const textOf = async ({ stack, template }: AccessFlags): Promise<string> => {
  if (stack === undefined) return readNamed(template, named);
  const { readTemplate } = await import('../../../aws/operator/deployed-template.ts');
  return readTemplate(stack);
};

/** Says who can; exit 1 if the policies do not decide it for every principal. */
export const run = async (context: CommandContext<AccessFlags>, question: AccessQuestion): Promise<number> => {
  const { line, flags, console } = context;
  const place = flags.stack ?? flags.template;
  const answer = whoCan(question, place, parseTemplate(place, await textOf(flags)));
  line.signal.throwIfAborted();
  const sentence = whoCanSentence(answer);
  console.answer({ sentence, ...answer }, () => {
    console.line({ text: sentence, style: 'bold' });
    console.records(
      ['principal', 'can', 'by', 'remark'],
      answer.principals.map(({ principal, can, by, remarks }) => [
        principal,
        can,
        permissionText(by),
        remarks.join('; '),
      ]),
    );
    console.line(`Outside of this answer: ${answer.outside.join('; ')}.`);
  });
  return answer.principals.some(({ can }) => can === 'unknown') ? exitStatus.failed : exitStatus.ok;
};
