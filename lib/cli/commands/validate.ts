import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Profile, profiles } from '../../core/model/profile.ts';
import { readCalendar } from '../../documents/calendar/calendar.ts';
import { checkPolicy, lineAt, type PolicyCheck } from '../../documents/policy-check.ts';
import { policyJsonSchema } from '../../documents/policy-json-schema.ts';
import { calendarPlace, lookAheadMs } from '../../run/plan/freeze-periods.ts';
import { systemClock } from '../../run/system-clock.ts';
import { readCalendarFile } from '../session/policy-file.ts';
import { wireProfileFrom } from '../session/wire-profile.ts';
import { type CommandLine, consoleOf, type End, type ExitStatus, example, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { documentFormats, type OutputFlags, outputOptions } from '../shell/output.ts';
import { UsageError } from '../shell/usage-error.ts';

interface ValidateFlags extends OutputFlags {
  readonly schema?: boolean;
  readonly strict?: boolean;
  readonly profile?: string;
}

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file}: cannot be read (${error.code ?? error.message}); use the path of a policy document`);
  });

const show = (console: Console, file: string, { policy, errors, warnings, notes }: PolicyCheck): void => {
  for (const text of errors) console.note(text);
  for (const text of warnings) console.note(`warning: ${text}`);
  for (const text of notes) console.note(`note: ${text}`);
  if (policy === null) return;
  const warned =
    warnings.length === 0 ? '' : `; ${warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}`;
  console.line(`${file}: valid; mode ${policy.mode}, ${policy.rules.length} rules${warned}`);
};

/** Also checks the calendar beside a valid policy. The store of a deployment may have another one. */
const withCalendar = async (file: string, policyText: string, check: PolicyCheck): Promise<PolicyCheck> => {
  const calendar = check.policy?.freeze?.calendar ?? null;
  if (calendar === null) return check;
  const atCalendar = (message: string) => lineAt(policyText, file, ['freeze', 'calendar'], message);
  const text = await readCalendarFile(file, calendar);
  if (text === undefined) {
    const missing = atCalendar(`${calendar} does not exist; without it everything is frozen`);
    return { ...check, warnings: [...check.warnings, missing] };
  }
  const now = systemClock.now();
  // The range of a run, so that this check finds every error that a run would meet.
  const reading = readCalendar(text, now, now + lookAheadMs);
  if ('periods' in reading) return check;
  const unreadable = atCalendar(
    `${calendarPlace(calendar, reading.line)}: ${reading.problem}; with it everything is frozen`,
  );
  return { ...check, policy: null, errors: [unreadable] };
};

/** Reports every error, warning and note of a policy document, each with its place. */
const validate = async (
  console: Console,
  file: string,
  flags: ValidateFlags,
  profile: Profile,
): Promise<ExitStatus> => {
  const policyText = await readText(file);
  const check = await withCalendar(file, policyText, checkPolicy(policyText, file, profile));
  const { policy, errors, warnings, notes } = check;
  const facts = policy === null ? {} : { mode: policy.mode, rules: policy.rules.length };
  if (flags.json) console.json({ valid: policy !== null, ...facts, errors, warnings, notes });
  else show(console, file, check);
  if (policy === null) return exitStatus.failed;
  return flags.strict && warnings.length > 0 ? exitStatus.failed : exitStatus.ok;
};

/** `headroom validate FILE` and `headroom validate --schema`. */
export const addValidate = (program: Command, line: CommandLine, end: End): void => {
  const command = program
    .command('validate')
    .description('check a policy document; report every error and warning with line and column')
    .argument('[file]', 'policy document, YAML or JSON')
    .option('--strict', 'treat warnings as errors')
    .option('--schema', 'print the JSON Schema of policy documents, for editors')
    .option(
      '--profile <name>',
      `platform profile, which defines the values of search options: ${profiles.join(' or ')} (HEADROOM_PROFILE)`,
    );
  outputOptions(command, documentFormats);
  example(command, 'headroom validate docs/policies/org-wide.yaml');
  command.action(async (file: string | undefined, flags: ValidateFlags) => {
    const console = consoleOf(line, flags);
    const { profile } = wireProfileFrom(flags, line.environment);
    if (flags.schema) {
      if (file !== undefined) throw new UsageError('--schema takes no file: the schema is the same for every document');
      console.foreignJson(policyJsonSchema(profile));
      return end(exitStatus.ok);
    }
    if (file === undefined) throw new UsageError('no file: add the path of a policy document, or use --schema');
    end(await validate(console, file, flags, profile));
  });
};
