import type { Profile } from '../../../core/model/model.ts';
import { counted, visible } from '../../../core/model/visible-text.ts';
import { whatWaits } from '../../../core/plan/waits/what-waits.ts';
import { endedParts } from '../../../core/policy/lint.ts';
import { readCalendar } from '../../../documents/calendar/calendar.ts';
import { readSibling } from '../../../documents/files/sibling.ts';
import { checkPolicy, lineAt, type PolicyCheck } from '../../../documents/policy-check.ts';
import { policyJsonSchema } from '../../../documents/policy-json-schema.ts';
import { calendarLine, lookAheadMs } from '../../../run/plan/freeze-periods.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { readPolicyText } from '../../session/policy-file.ts';
import { wireProfileFrom } from '../../session/wire-profile.ts';
import { type ExitStatus, exitStatus } from '../../shell/command-line.ts';
import type { Console } from '../../shell/console.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { CommandContext } from '../command.ts';
import type { ValidateFlags } from './options.ts';

const show = (console: Console, file: string, { policy, errors, warnings, notes }: PolicyCheck): void => {
  for (const text of errors) console.problem(text);
  for (const text of warnings) console.problem(`warning: ${text}`);
  for (const text of notes) console.note(`note: ${text}`);
  if (policy === null) return;
  const warned = warnings.length === 0 ? '' : `; ${counted(warnings.length, 'warning')}`;
  console.line(`${file}: valid; mode ${policy.mode}, ${counted(policy.rules.length, 'rule')}${warned}`);
  const waits = whatWaits(policy);
  if (waits.length > 0) console.line('Waits for an approval:');
  for (const text of waits) console.line(`- ${text}`);
};

/** The problems of a kind with their places; the line that only counts more errors has none. */
const placed = (kind: 'error' | 'warning' | 'note', file: string, texts: readonly string[]) =>
  texts.flatMap((text) => {
    const [, line, column, message] = /^:(\d+):(\d+) (.*)$/.exec(text.slice(visible(file).length)) ?? [];
    return message === undefined ? [] : [{ kind, line: Number(line), column: Number(column), message }];
  });

/** Also checks the calendar beside a valid policy. The store of a deployment may have another one. */
const withCalendar = async (file: string, policyText: string, check: PolicyCheck): Promise<PolicyCheck> => {
  const calendar = check.policy?.freeze?.calendar ?? null;
  if (calendar === null) return check;
  const atCalendar = (message: string) => lineAt(policyText, file, ['freeze', 'calendar'], message);
  const text = readSibling(file, calendar);
  if (text === undefined) {
    const missing = atCalendar(`${calendar} does not exist; without it everything is frozen`);
    return { ...check, warnings: [...check.warnings, missing] };
  }
  const now = systemClock.now();
  // The range of a run, so that this check finds every error that a run would meet.
  const reading = await readCalendar(text, now, now + lookAheadMs);
  if ('periods' in reading) return check;
  const unreadable = atCalendar(
    `${calendarLine(calendar, reading.line)}: ${reading.problem}; with it everything is frozen`,
  );
  return { ...check, policy: null, errors: [unreadable], errorCount: 1 };
};

/** Also says which parts of a valid policy have ended. */
const withEnded = (file: string, policyText: string, check: PolicyCheck): PolicyCheck => {
  const ended = check.policy === null ? [] : endedParts(check.policy, systemClock.now());
  const lines = ended.map(({ path, message }) => lineAt(policyText, file, path, message));
  return { ...check, warnings: [...check.warnings, ...lines] };
};

/** Reports every error, warning and note of a policy document, each with its place. */
const validate = async (
  { flags, console }: CommandContext<ValidateFlags>,
  file: string,
  profile: Profile,
): Promise<ExitStatus> => {
  const policyText = await readPolicyText(file);
  const read = withEnded(file, policyText, checkPolicy(policyText, file, profile));
  const check = await withCalendar(file, policyText, read);
  const { policy, errors, errorCount, warnings, notes } = check;
  const facts = policy === null ? {} : { mode: policy.mode, rules: policy.rules.length, waits: whatWaits(policy) };
  const problems = [
    ...placed('error', file, errors),
    ...placed('warning', file, warnings),
    ...placed('note', file, notes),
  ];
  const document = { valid: policy !== null, ...facts, errors, errorCount, warnings, notes, problems };
  console.answer(document, () => show(console, file, check));
  if (policy === null) return exitStatus.failed;
  return flags.strict && warnings.length > 0 ? exitStatus.failed : exitStatus.ok;
};

/** @throws UsageError without a file, or for a file beside --schema */
export const run = async (context: CommandContext<ValidateFlags>, file?: string): Promise<ExitStatus> => {
  const { line, flags, console } = context;
  const { profile } = wireProfileFrom(flags, line.environment);
  if (flags.schema) {
    if (file !== undefined) throw new UsageError('--schema takes no file: the schema is the same for every document');
    console.foreignJson(policyJsonSchema(profile));
    return exitStatus.ok;
  }
  if (file === undefined) throw new UsageError('no file: add the path of a policy document, or use --schema');
  return validate(context, file, profile);
};
