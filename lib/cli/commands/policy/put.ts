import { PolicyInvalid } from '../../../contract/errors.ts';
import { isoInstant } from '../../../core/model/durations.ts';
import { readSibling } from '../../../documents/files/sibling.ts';
import { putPolicy } from '../../../run/policy/versions.ts';
import { systemClock } from '../../../run/system-clock.ts';
import { readPolicyFile } from '../../session/policy-file.ts';
import { wireProfileFrom } from '../../session/wire-profile.ts';
import { shortDigest } from '../../shell/short-text.ts';
import type { CommandContext } from '../command.ts';
import type { PolicyPutFlags } from './options.ts';

export const run = async (context: CommandContext<PolicyPutFlags>, file: string): Promise<void> => {
  const { line, flags, console, openStore } = context;
  const { text: document, policy } = await readPolicyFile(file, wireProfileFrom(flags, line.environment).profile);
  const calendar = policy.freeze?.calendar ?? null;
  const calendarText = calendar === null ? undefined : readSibling(file, calendar);
  if (calendar !== null && calendarText === undefined)
    throw new PolicyInvalid(`${file}: freeze.calendar ${calendar} does not exist beside it`);
  const { store, identity } = await openStore();
  const by = await identity();
  // Before the policy, because a policy without its calendar freezes everything.
  if (calendar !== null && calendarText !== undefined) await store.put(calendar, calendarText);
  const at = isoInstant(systemClock.now());
  const version = await putPolicy(store, { document, at, by, message: flags.message ?? '' });
  if (flags.json) console.json({ format: 1, changed: version !== null, digest: version?.digest ?? null });
  else if (version === null) console.line(`${file} is in force already; nothing was written.`);
  else console.line(`${file} is in force as version ${shortDigest(version.digest)}. To see its effect: headroom plan`);
};
