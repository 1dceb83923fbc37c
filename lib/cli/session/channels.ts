import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createChannels } from '../../channels/channels.ts';
import { deliveryHandlers } from '../../local/task-handlers.ts';
import { unlessMissing } from '../../local/whole-file.ts';
import type { Store } from '../../ports.ts';
import type { Delivered } from '../../run/publish/deliver.ts';
import { systemClock } from '../../run/system-clock.ts';
import { UsageError } from '../shell/usage-error.ts';

/** The task that delivers messages, on a store and the channels of this machine. */
export const deliverMessages = (store: Store, document: string): Promise<Delivered> => {
  const channels = createChannels({ read: async () => document, approval: null, clock: systemClock });
  const bus = { publish: async () => undefined };
  return deliveryHandlers({ store, clock: systemClock, bus, channels }).deliver({});
};

type Environment = Readonly<Record<string, string | undefined>>;

/** File with addresses and keys of an organization's channels on this machine. */
const channelsFile = (environment: Environment, organization: string | undefined): string | undefined => {
  if (environment.HEADROOM_CHANNELS_FILE) return environment.HEADROOM_CHANNELS_FILE;
  if (organization === undefined) return undefined;
  const config = environment.XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(config, 'headroom', encodeURIComponent(organization), 'channels.json');
};

const othersMayRead = 0o077;

/**
 * The document of addresses and keys of the channels: HEADROOM_CHANNELS itself, or the file of HEADROOM_CHANNELS_FILE, or the
 * file of the organization. Undefined without one.
 * @throws UsageError if the file cannot be read, or other users may read it
 */
export const readChannelSettings = async (
  environment: Environment,
  organization: string | undefined,
): Promise<string | undefined> => {
  if (environment.HEADROOM_CHANNELS) return environment.HEADROOM_CHANNELS;
  const file = channelsFile(environment, organization);
  if (file === undefined) return undefined;
  try {
    const facts = await unlessMissing(stat(file));
    if (facts === undefined) return undefined;
    if (process.platform !== 'win32' && (facts.mode & othersMayRead) !== 0)
      throw new UsageError(`${file}: other users may read it; run chmod 600 ${file}`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file}: cannot be read (${code ?? String(error)}); set another HEADROOM_CHANNELS_FILE`);
  }
};
