import { worstOf } from '../../../core/status/status.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { type CommandLine, exitStatus } from '../../shell/command-line.ts';
import { consoleOf } from '../../shell/console.ts';
import { showLines } from '../../status/status-lines.ts';
import type { DoctorFlags } from './options.ts';
import { doctorLines } from './view.ts';

/** Templates of CloudFormation have at most 1 MB. */
const named = { use: "a template with --template; run 'npm run synth' or 'npx cdk synth' first", mostMib: 1 };

/** Says what would make `cdk deploy` fail; exit 1 if anything would. */
export const run = async (line: CommandLine, flags: DoctorFlags): Promise<number> => {
  const console = consoleOf(line, flags);
  const [{ wantedBy }, { openAwsAccount }] = await Promise.all([
    import('../../../aws/operator/template.ts'),
    import('../../../aws/operator/aws-account.ts'),
  ]);
  const wanted = wantedBy(flags.template, await readNamed(flags.template, named));
  const lines = await doctorLines(wanted, openAwsAccount());
  line.signal.throwIfAborted();
  const verdict = worstOf(lines);
  if (flags.json) console.json({ verdict, stack: wanted.stack, lines });
  else showLines(console, lines);
  return verdict === 'problem' ? exitStatus.failed : exitStatus.ok;
};
