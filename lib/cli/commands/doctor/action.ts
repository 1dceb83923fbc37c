import type { AwsAccount } from '../../../aws/operator/aws-account.ts';
import type { Wanted } from '../../../aws/operator/template.ts';
import {
  judgeBootstrap,
  judgeConcurrency,
  judgeMark,
  judgeServices,
  judgeStack,
  judgeTrail,
} from '../../../core/status/doctor.ts';
import { lineOf, ok, type StatusLine, worstOf } from '../../../core/status/status.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { learn } from '../../../run/status/store-facts.ts';
import { exitStatus } from '../../shell/command-line.ts';
import type { CommandContext } from '../command.ts';
import { showLines } from '../../status/status-lines.ts';
import type { DoctorFlags } from './options.ts';

/** Templates of CloudFormation have at most 1 MB. */
const named = { use: "a template with --template; run 'npm run synth' or 'npx cdk synth' first", mostMib: 1 };

/** Least version of the bootstrap, as the templates of the CDK check it. */
const leastBootstrap = 6;

const versionIn = (value: string | null): number | null => (value === null ? null : Number(value));

/** What would make the deployment of a template fail, by questions that change nothing. */
const doctorLines = async (wanted: Wanted, aws: AwsAccount): Promise<StatusLine[]> => {
  const { stack, types, mark, bootstrap, copies } = wanted;
  const [account, status, owner, version, concurrency, missing, trails] = await Promise.all([
    learn(() => aws.account()),
    learn(() => aws.stackStatus(stack)),
    learn(() => aws.parameter(mark)),
    learn(async () => (bootstrap === null ? leastBootstrap : versionIn(await aws.parameter(bootstrap)))),
    learn(() => aws.concurrency()),
    learn(() => aws.missingTypes(types)),
    learn(() => aws.loggingTrails()),
  ]);
  const isDeployed = 'value' in status && status.value !== null;
  return [
    lineOf('account', account, (arn) => ok('account', arn), 'aws sts get-caller-identity'),
    lineOf('stack', status, (value) => judgeStack(value, stack), 'check that you may describe stacks'),
    lineOf('mark', owner, (value) => judgeMark(value, stack), `check that you may read the parameter ${mark}`),
    lineOf(
      'bootstrap',
      version,
      (value) => judgeBootstrap(value, leastBootstrap),
      'check that you may read parameters',
    ),
    lineOf(
      'concurrency',
      concurrency,
      (value) => judgeConcurrency({ ...value, wanted: copies, isDeployed }),
      'check that you may call lambda:GetAccountSettings',
    ),
    lineOf(
      'services',
      missing,
      (value) => judgeServices(types, value),
      'check that you may describe types of resources',
    ),
    lineOf('trail', trails, judgeTrail, 'check that you may describe trails'),
  ];
};

/** Says what would make `cdk deploy` fail; exit 1 if anything would. */
export const run = async ({ line, flags, console }: CommandContext<DoctorFlags>): Promise<number> => {
  const [{ wantedBy }, { openAwsAccount }] = await Promise.all([
    import('../../../aws/operator/template.ts'),
    import('../../../aws/operator/aws-account.ts'),
  ]);
  const wanted = wantedBy(flags.template, await readNamed(flags.template, named));
  const lines = await doctorLines(wanted, openAwsAccount());
  line.signal.throwIfAborted();
  const verdict = worstOf(lines);
  console.answer({ verdict, stack: wanted.stack, lines }, () => showLines(console, lines));
  return verdict === 'problem' ? exitStatus.failed : exitStatus.ok;
};
