import { hostname } from 'node:os';
import type { Command } from 'commander';
import { PolicyInvalid } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { putPolicy } from '../../run/policy/versions.ts';
import { systemClock } from '../../run/system-clock.ts';
import { openCommandStore, type StoreFlags, storeOptions } from '../session/open-store.ts';
import { readCalendarFile, readPolicyFile } from '../session/policy-file.ts';
import { wireProfileFrom } from '../session/wire-profile.ts';
import { type CommandLine, consoleOf, type End, example, exitStatus } from '../shell/command-line.ts';
import { shortDigest } from '../shell/short-text.ts';
import { userOf } from '../shell/user.ts';

interface PutFlags extends StoreFlags {
  readonly message?: string;
  readonly profile?: string;
  readonly json?: boolean;
}

const run = async (line: CommandLine, file: string, flags: PutFlags): Promise<void> => {
  const console = consoleOf(line, flags.json);
  const { text: document, policy } = await readPolicyFile(file, wireProfileFrom(flags, line.environment).profile);
  const calendar = policy.freeze?.calendar ?? null;
  const calendarText = calendar === null ? undefined : await readCalendarFile(file, calendar);
  if (calendar !== null && calendarText === undefined)
    throw new PolicyInvalid(`${file}: freeze.calendar ${calendar} does not exist beside it`);
  const store = await openCommandStore(line.environment, flags);
  // Before the policy, because a policy without its calendar freezes everything.
  if (calendar !== null && calendarText !== undefined) await store.put(calendar, calendarText);
  const by = `${userOf(line) ?? 'an unknown user'} on ${hostname()}`;
  const at = isoInstant(systemClock.now());
  const version = await putPolicy(store, { document, at, by, message: flags.message ?? '' });
  if (flags.json) console.json({ format: 1, changed: version !== null, digest: version?.digest ?? null });
  else if (version === null) console.line(`${file} is in force already; nothing was written.`);
  else console.line(`${file} is in force as version ${shortDigest(version.digest)}. To see its effect: headroom plan`);
};

/** `headroom policy put FILE` */
export const addPolicyPut = (policy: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    policy
      .command('put')
      .description('check a policy document and put it into the store, with its calendar; later runs decide by it')
      .argument('<file>', 'policy document, YAML or JSON'),
  )
    .option('--message <text>', 'why it changes, for headroom policy history')
    .option('--profile <name>', 'platform profile of search options: documented or current (HEADROOM_PROFILE)')
    .option('--json', 'print one JSON document on standard output');
  example(command, "headroom policy put docs/policies/org-wide.yaml --message 'more for staging'");
  command.action(async (file: string, flags: PutFlags) => {
    await run(line, file, flags);
    end(exitStatus.ok);
  });
};
