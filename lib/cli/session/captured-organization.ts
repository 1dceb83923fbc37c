import type { CapturedOrganization } from '../../capture/facts.ts';
import { captureLive } from '../../capture/live.ts';
import { captureStored } from '../../capture/stored.ts';
import { PolicyInvalid } from '../../contract/errors.ts';
import { estimateText } from '../../core/calls/estimate-text.ts';
import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import type { Store } from '../../ports.ts';
import type { CommandLine } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import type { ConnectionFlags } from '../shell/options.ts';
import { connect } from './connection.ts';
import { openCommandStore } from './open-store.ts';
import { storedPolicy } from './stored-policy.ts';

/** An organization as it was captured. */
interface Captured {
  readonly organization: CapturedOrganization;
  /** Key of Headroom's tags, by the policy in the store. */
  readonly tagPrefix: string;
  readonly calls: number;
}

/** The prefix of the policy in the store; the usual one without a valid policy. */
const tagPrefixOf = async (store: Store): Promise<string> => {
  try {
    return (await storedPolicy(store))?.tagPrefix ?? policyDefaults.tagPrefix;
  } catch (error) {
    if (error instanceof PolicyInvalid) return policyDefaults.tagPrefix;
    throw error;
  }
};

const fromPlatform = async (
  line: CommandLine,
  flags: ConnectionFlags,
  days: number,
  console: Pick<Console, 'note' | 'progress'>,
): Promise<Captured> => {
  const { ports, client, callsPerMinute } = await connect(flags, line, console);
  try {
    const organization = await captureLive(
      { ...ports, platform: client },
      {
        days,
        onEstimate: (calls) => console.note(estimateText(calls, callsPerMinute, 'plans, prices and disk use')),
        onProgress: console.progress,
      },
    );
    return { organization, tagPrefix: await tagPrefixOf(ports.store), calls: client.calls().reads };
  } finally {
    await client.close();
  }
};

const fromStore = async (line: CommandLine, flags: ConnectionFlags, days: number): Promise<Captured> => {
  const store = await openCommandStore(line.environment, flags);
  return { organization: await captureStored(store, { days }), tagPrefix: await tagPrefixOf(store), calls: 0 };
};

/** Days of disk use that growth is fitted to. */
export const usualDays = 30;

/** Captures the organization of the platform, or, without a call, the organization of the store. */
export const captureOrganization = (
  line: CommandLine,
  flags: ConnectionFlags & { readonly fromStore?: boolean },
  days: number,
  console: Pick<Console, 'note' | 'progress'>,
): Promise<Captured> => (flags.fromStore ? fromStore(line, flags, days) : fromPlatform(line, flags, days, console));
