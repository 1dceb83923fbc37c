import type { Deadline } from '../client/transport/deadline.ts';
import {
  type EnvironmentKey,
  platformEnvironment,
  readEnvironment,
  tokenEnvironment,
} from '../contract/environment.ts';
import type { Ports, TokenPorts } from '../ports.ts';
import { systemClock, systemSleep } from '../run/system-clock.ts';

/** The variable that each port requires: a task with that variable gets the port. */
interface PortOfKey {
  readonly secret: 'platform';
  readonly bucket: 'store';
  readonly bus: 'bus';
  readonly rotatedSecret: 'secretStore' | 'connectToken';
  readonly retirement: 'retirement';
  readonly approvalRule: 'approvalRule';
}

type AllPorts = Ports & TokenPorts;

/** The ports of a task with these variables; a task that uses another port does not compile. */
export type PortsOf<K extends EnvironmentKey> = Pick<AllPorts, 'clock' | 'sleep' | PortOfKey[K & keyof PortOfKey]>;

type Variables = Readonly<Record<string, string | undefined>>;

/** Arguments of a port opener. */
interface Opening {
  readonly variables: Variables;
  /** Every variable in the task's contract. */
  readonly keys: readonly EnvironmentKey[];
  readonly deadline: Deadline;
}

/** Each opener loads its own AWS client, so that a function loads only the clients that it uses. */
const openers = {
  secret: async ({ variables, deadline }: Opening) => {
    const { openPlatform } = await import('./open-platform.ts');
    return { platform: openPlatform(readEnvironment(variables, platformEnvironment), deadline) };
  },
  bucket: async ({ variables, keys }: Opening) => {
    const { bucket } = readEnvironment(variables, ['bucket']);
    const writesAudit = keys.includes('auditLockDays');
    const days = writesAudit ? readEnvironment(variables, ['auditLockDays']).auditLockDays : 0;
    const { openS3Store } = await import('./s3-store.ts');
    return { store: openS3Store(bucket, { days, clock: systemClock }) };
  },
  bus: async ({ variables }: Opening) => {
    const { bus } = readEnvironment(variables, ['bus']);
    const { openEventBus } = await import('./event-bus.ts');
    return { bus: openEventBus({ bus, sleep: systemSleep, random: Math.random }) };
  },
  rotatedSecret: async ({ variables, deadline }: Opening) => {
    const { openTokens } = await import('./open-tokens.ts');
    return openTokens(readEnvironment(variables, tokenEnvironment), deadline);
  },
  retirement: async ({ variables }: Opening) => {
    const { retirement } = readEnvironment(variables, ['retirement']);
    const { openRetirement } = await import('./retirement.ts');
    return { retirement: openRetirement(retirement) };
  },
  approvalRule: async ({ variables }: Opening) => readEnvironment(variables, ['approvalRule']),
} satisfies { [K in keyof PortOfKey]: (opening: Opening) => Promise<Pick<AllPorts, PortOfKey[K]>> };

/**
 * Opens the ports of a task by the variables in its contract; no platform call waits past the deadline.
 * @throws Error that names the missing or invalid variable
 */
export const openPorts = async <K extends EnvironmentKey>(
  keys: readonly K[],
  variables: Variables,
  deadline: Deadline,
): Promise<PortsOf<K>> => {
  const wanted = (Object.keys(openers) as (keyof typeof openers)[]).filter((key) =>
    (keys as readonly EnvironmentKey[]).includes(key),
  );
  const opened = await Promise.all(wanted.map((key) => openers[key]({ variables, keys, deadline })));
  return Object.assign({ clock: systemClock, sleep: systemSleep }, ...opened);
};
