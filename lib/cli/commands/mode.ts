import { hostname } from 'node:os';
import { Argument, type Command } from 'commander';
import { type FoundMode, isStrictest, modeHolding, modes, unrestrained } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import type { Store } from '../../ports.ts';
import { readStoreMode, setStoreMode } from '../../run/store/mode.ts';
import { systemClock } from '../../run/system-clock.ts';
import { openCommandStore, type StoreFlags, storeOptions } from '../session/open-store.ts';
import { type CommandLine, consoleOf, type End, example, exitStatus } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import { userOf } from '../shell/user.ts';
import { learn, readPolicyMode } from '../status/store-facts.ts';

/** `headroom mode`: what runs may do, set beside the policy and seen by a run at work before its next write. */

interface ModeFlags extends StoreFlags {
  readonly json?: boolean;
}

/** Who sets it: a person cannot be told from a name of the system any better here. */
export const whoSets = (line: CommandLine): string => `${userOf(line) ?? 'an unknown user'} on ${hostname()}`;

const storeText = (found: FoundMode): string => {
  if (found === null) return 'none was set';
  if ('problem' in found) return `stop, because ${found.problem}; headroom mode enforce, observe or stop sets it anew`;
  return `${found.mode}, set by ${found.by} at ${found.since}`;
};

/** What is known of both, and what follows; `holds` is null where the policy cannot be read, so that no run begins. */
interface Shown {
  readonly policy: Mode | null;
  readonly policyError: string | null;
  readonly store: FoundMode;
  readonly holds: Mode | null;
}

const look = async (store: Store): Promise<Shown> => {
  const [policy, found] = [await learn(() => readPolicyMode(store)), await readStoreMode(store)];
  if ('error' in policy) return { policy: null, policyError: policy.error, store: found, holds: null };
  // Without a policy in the store the one given to a command decides, as far as the store lets it.
  const holds = modeHolding(policy.value ?? unrestrained, found);
  return { policy: policy.value, policyError: null, store: found, holds };
};

const policyText = ({ policy, policyError }: Shown): string => {
  if (policyError !== null) return `cannot be read, so no run begins: ${policyError}`;
  return policy ?? 'no policy.yaml in the store; the document of --policy says';
};

const holdsText = ({ policy, holds }: Shown): string => {
  if (holds === null) return 'none, until the policy is mended';
  const mayBeStricter = policy === null && !isStrictest(holds);
  return mayBeStricter ? `${holds}, unless the document of --policy says a stricter one` : holds;
};

const show = (console: Console, shown: Shown): void => {
  console.line(`policy: ${policyText(shown)}`);
  console.line(`store: ${storeText(shown.store)}`);
  console.line({ text: `holds: ${holdsText(shown)}`, style: 'bold' });
};

const run = async (line: CommandLine, mode: Mode | undefined, flags: ModeFlags): Promise<void> => {
  const console = consoleOf(line, flags.json);
  const store = await openCommandStore(line.environment, flags);
  if (mode !== undefined) await setStoreMode({ store, clock: systemClock }, mode, whoSets(line));
  const shown = await look(store);
  if (flags.json) console.json(shown);
  else show(console, shown);
};

const scope = `
The stricter of the policy's mode and this one holds: stop before observe before enforce. A run at work sees it before
its next write and leaves out the rest. A mode in the store that cannot be read means stop.`;

/** `headroom mode [observe|enforce|stop]` */
export const addMode = (program: Command, line: CommandLine, end: End): void => {
  const command = storeOptions(
    program
      .command('mode')
      .description('set what runs may do beside the policy, or show which mode holds')
      .addArgument(new Argument('[mode]', 'the mode to set; left out: show it').choices(modes)),
  )
    .option('--json', 'print one JSON document on standard output')
    .addHelpText('after', scope);
  example(command, 'headroom mode stop').action(async (mode: Mode | undefined, flags: ModeFlags) => {
    await run(line, mode, flags);
    end(exitStatus.ok);
  });
};
