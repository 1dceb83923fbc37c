import { dirname, join } from 'node:path';
import { isoInstant } from '../../../core/model/durations.ts';
import type { Profile } from '../../../core/model/model.ts';
import type { Policy } from '../../../core/model/policy-document.ts';
import { type CaseResult, type Difference, judgeCases } from '../../../core/policy/policy-cases.ts';
import { type PolicyCases, parsePolicyCases } from '../../../documents/cases/policy-cases.ts';
import { readNamed } from '../../../documents/files/named.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { readPolicyFile, readPolicyOfCases } from '../../session/policy-file.ts';
import { wireProfileFrom } from '../../session/wire-profile.ts';
import { type ExitStatus, exitStatus } from '../../shell/command-line.ts';
import type { Console } from '../../shell/console.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { CommandContext } from '../command.ts';
import type { PolicyTestFlags } from './options.ts';

/** `headroom policy test FILE`: decides the cases of a file and compares them with what they expect. */

const readCases = async (file: string): Promise<PolicyCases> => {
  return parsePolicyCases(await readNamed(file, { use: 'a file with cases', mostMib: 4 }), file);
};

/** The policy of the flag, else the policy that the file of the cases names. */
const policyFor = async (
  file: string,
  { policy: named }: PolicyCases,
  { policy: flag }: PolicyTestFlags,
  profile: Profile,
): Promise<{ readonly policyFile: string; readonly document: Policy }> => {
  if (flag !== undefined) return { policyFile: flag, document: (await readPolicyFile(flag, profile)).policy };
  if (named === undefined) throw new UsageError(`${file} names no policy: add policy: FILE to it, or use --policy`);
  return { policyFile: join(dirname(file), named), document: readPolicyOfCases(file, named, profile).policy };
};

const differenceText = ({ member, expected, actual }: Difference): string =>
  `${member}: expected ${JSON.stringify(expected)}, actual ${JSON.stringify(actual)}`;

const countText = (results: readonly CaseResult[]): string => {
  const failed = results.filter(({ differences }) => differences.length > 0).length;
  return `${results.length - failed} passed, ${failed} failed`;
};

const show = (console: Console, results: readonly CaseResult[], positionOf: PolicyCases['positionOf']): void => {
  for (const [index, { name, differences, reason }] of results.entries()) {
    if (differences.length === 0) {
      console.line({ text: `ok    ${name}`, style: 'green' });
      continue;
    }
    console.line({ text: `FAIL  ${name} (${positionOf(index)})`, style: 'red' });
    for (const difference of differences) console.line(`        ${differenceText(difference)}`);
    console.line(`        reason: ${reason}`);
  }
  console.line(countText(results));
};

/** @returns exit status 1 if any case differs */
export const run = async (context: CommandContext<PolicyTestFlags>, file: string): Promise<ExitStatus> => {
  const { line, flags, console } = context;
  const cases = await readCases(file);
  const { profile } = wireProfileFrom(flags, line.environment);
  const { policyFile, document } = await policyFor(file, cases, flags, profile);
  const today = isoInstant(systemClock.now()).slice(0, 10);
  const results = judgeCases(document, cases.cases, today);
  const isPassed = results.every(({ differences }) => differences.length === 0);
  console.answer({ format: 1, policy: policyFile, passed: isPassed, cases: results }, () =>
    show(console, results, cases.positionOf),
  );
  return isPassed ? exitStatus.ok : exitStatus.failed;
};
