import { callerText } from '../../../core/audit/holder-text.ts';
import { type FoundMode, isStrictest, mayWrite, modeHolding, unrestrained } from '../../../core/model/mode.ts';
import type { Mode } from '../../../core/model/model.ts';
import type { Store } from '../../../ports.ts';
import { learn, readPolicyMode } from '../../../run/status/store-facts.ts';
import { keys } from '../../../run/store/keys.ts';
import { readStoreMode, setStoreMode } from '../../../run/store/mode.ts';
import { systemClock } from '../../../run/system-clock.ts';
import type { Console } from '../../shell/console.ts';
import { timeText } from '../../shell/short-text.ts';
import { restrainer } from '../../shell/user.ts';
import type { CommandContext } from '../command.ts';
import type { ModeFlags } from './options.ts';

/** `headroom mode`: overrides the policy's mode. A run in progress reads it before each write. */

const overrideText = (override: FoundMode, nowMs: number): string => {
  if (override === null) return 'none';
  if ('problem' in override) {
    return `stop, because ${override.problem}; replace it with headroom mode enforce, observe or stop`;
  }
  return `${override.mode}, set by ${callerText(override.by)}, ${timeText(override.since, nowMs)}`;
};

/** Policy, override and effective mode (`holds`). It is null if the policy is unreadable, because no run starts then. */
interface Modes {
  readonly policy: Mode | null;
  readonly policyError: string | null;
  readonly store: FoundMode;
  readonly holds: Mode | null;
}

const readModes = async (store: Store): Promise<Modes> => {
  const [policy, override] = [await learn(() => readPolicyMode(store)), await readStoreMode(store)];
  if ('error' in policy) return { policy: null, policyError: policy.error, store: override, holds: null };
  // Without a policy in the store, the mode comes from each command's --policy, and the override can only restrict it.
  const holds = modeHolding(policy.value ?? unrestrained, override);
  return { policy: policy.value, policyError: null, store: override, holds };
};

const policyText = ({ policy, policyError }: Modes): string => {
  if (policyError !== null) return `unreadable, so no run starts: ${policyError}`;
  return policy ?? `none in the store (${keys.policy}); each command's --policy decides`;
};

const effectiveText = ({ policy, holds }: Modes): string => {
  if (holds === null) return 'none until the policy is fixed';
  const mayBeStricter = policy === null && !isStrictest(holds);
  return mayBeStricter ? `${holds}, or a stricter one from --policy` : holds;
};

const show = (console: Console, current: Modes): void => {
  console.line(`policy: ${policyText(current)}`);
  console.line(`override: ${overrideText(current.store, systemClock.now())}`);
  console.line({ text: `effective mode: ${effectiveText(current)}`, style: 'bold' });
};

export const run = async ({ line, console, openStore }: CommandContext<ModeFlags>, mode?: Mode): Promise<void> => {
  const { store, identity } = await openStore();
  if (mode !== undefined) {
    const by = await (mayWrite(mode) ? identity() : restrainer(line, identity));
    await setStoreMode({ store, clock: systemClock }, mode, by);
  }
  const current = await readModes(store);
  console.answer(current, () => show(console, current));
};
