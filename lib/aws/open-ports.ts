import {
  type EnvironmentKey,
  platformEnvironment,
  readEnvironment,
  tokenEnvironment,
} from '../contract/environment.ts';
import { maximumKindOf } from '../core/model/model.ts';
import type { DeliverPorts, PlatformIdentity, Ports, Store, TokenPorts } from '../ports.ts';
import { systemClock, systemSleep } from '../run/system-clock.ts';
import type { CallTerms } from './open-limiter.ts';

/** The variable that each port requires: a task with that variable gets the port. */
interface PortOfKey {
  readonly secret: 'platform';
  readonly bucket: 'store';
  readonly bus: 'bus';
  readonly rotatedSecret: 'secretStore' | 'connectToken';
  readonly retirement: 'retirement';
  readonly approvalRule: 'approvalRule';
  readonly stack: 'stack';
  readonly channels: 'channels';
}

type AllPorts = Ports & TokenPorts & DeliverPorts;

/** A task that knows the organization without the secret makes no call. */
type IdentityOf<K extends EnvironmentKey> = 'profile' extends K ? { readonly platform: PlatformIdentity } : unknown;

/** The ports of a task with these variables; a task that uses another port does not compile. */
export type PortsOf<K extends EnvironmentKey> = Pick<AllPorts, 'clock' | 'sleep' | PortOfKey[K & keyof PortOfKey]> &
  IdentityOf<K>;

type Variables = Readonly<Record<string, string | undefined>>;

/** Arguments of a port opener. */
interface Opening {
  readonly variables: Variables;
  readonly terms: CallTerms;
  /** The store, opened once for its port and for the ledger of calls. */
  readonly store: () => Promise<Store>;
}

const openStore = async (variables: Variables, keys: readonly EnvironmentKey[]): Promise<Store> => {
  const { bucket } = readEnvironment(variables, ['bucket']);
  const writesAudit = keys.includes('auditLockDays');
  const days = writesAudit ? readEnvironment(variables, ['auditLockDays']).auditLockDays : 0;
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store({ bucket, prefix: '' }, {}, { days, clock: systemClock });
};

const limiterOf = async ({ store, terms }: Opening, callsPerMinute: number) => {
  const { openLimiter } = await import('./open-limiter.ts');
  return openLimiter(await store(), callsPerMinute, terms);
};

/** Each opener loads its own AWS client, so that a function loads only the clients that it uses. */
const openers = {
  secret: async (opening: Opening) => {
    const environment = readEnvironment(opening.variables, platformEnvironment);
    const { openPlatform } = await import('./open-platform.ts');
    const limiter = await limiterOf(opening, environment.callsPerMinute);
    return { platform: openPlatform(environment, opening.terms.deadline, limiter) };
  },
  bucket: async ({ store }: Opening) => ({ store: await store() }),
  bus: async ({ variables }: Opening) => {
    const { bus } = readEnvironment(variables, ['bus']);
    const { openEventBus } = await import('./event-bus.ts');
    return { bus: openEventBus({ bus, sleep: systemSleep, random: Math.random }) };
  },
  rotatedSecret: async (opening: Opening) => {
    const environment = readEnvironment(opening.variables, tokenEnvironment);
    const { openToken } = await import('./open-tokens.ts');
    const limiter = await limiterOf(opening, environment.callsPerMinute);
    return openToken(environment, opening.terms.deadline, limiter);
  },
  retirement: async ({ variables }: Opening) => {
    const { retirement } = readEnvironment(variables, ['retirement']);
    const { openRetirement } = await import('./retirement.ts');
    return { retirement: openRetirement(retirement) };
  },
  approvalRule: async ({ variables }: Opening) => readEnvironment(variables, ['approvalRule']),
  stack: async ({ variables }: Opening) => readEnvironment(variables, ['stack']),
  channels: async ({ variables }: Opening) => {
    const { channels, workflow, approvalRule } = readEnvironment(variables, ['channels', 'workflow', 'approvalRule']);
    const { openSecretChannels } = await import('./channels.ts');
    const approval = { workflow, byRequest: approvalRule === 'request' };
    return { channels: openSecretChannels({ secret: channels, approval, clock: systemClock }) };
  },
} satisfies { [K in keyof PortOfKey]: (opening: Opening) => Promise<Pick<AllPorts, PortOfKey[K]>> };

const openIdentity = (variables: Variables): { readonly platform: PlatformIdentity } => {
  const { organization, profile } = readEnvironment(variables, ['organization', 'profile']);
  return { platform: { organization, maximumKind: maximumKindOf(profile) } };
};

/**
 * Opens the ports of a task by the variables in its contract; no platform call waits past the deadline.
 * @throws Error that names the missing or invalid variable
 */
export const openPorts = async <K extends EnvironmentKey>(
  keys: readonly K[],
  variables: Variables,
  terms: CallTerms,
): Promise<PortsOf<K>> => {
  const wanted = (Object.keys(openers) as (keyof typeof openers)[]).filter((key) =>
    (keys as readonly EnvironmentKey[]).includes(key),
  );
  let opening: Promise<Store> | undefined;
  const store = () => {
    opening ??= openStore(variables, keys);
    return opening;
  };
  const opened = await Promise.all(wanted.map((key) => openers[key]({ variables, terms, store })));
  const identity = (keys as readonly EnvironmentKey[]).includes('profile') ? openIdentity(variables) : {};
  return Object.assign({ clock: systemClock, sleep: systemSleep }, identity, ...opened);
};
