import { once } from 'node:events';
import { type ServedProfile, servedProfiles } from '../../../platform/index.ts';
import { type PlatformSettings, startEmbedded } from '../../demo/embedded.ts';
import { wireProfileFrom } from '../../session/wire-profile.ts';
import { UsageError } from '../../shell/usage-error.ts';
import type { CommandContext } from '../command.ts';
import type { PlatformFlags } from './options.ts';

/** Reads only the option, because HEADROOM_PROFILE is for clients. @throws UsageError */
const servedFrom = (text: string): ServedProfile => {
  const served = servedProfiles.find((name) => name === text);
  if (served !== undefined) return served;
  throw new UsageError(`unknown profile ${text}: use --profile documented, current or both`);
};

const schemesFrom = (text: string | undefined): PlatformSettings['schemes'] => {
  if (text === undefined || text === 'bearer' || text === 'both') return text;
  throw new UsageError(`unknown scheme ${text}: use --scheme bearer or both`);
};

/** Serves the embedded platform until Ctrl-C. */
export const run = async ({ line, flags, console }: CommandContext<PlatformFlags>): Promise<void> => {
  // Without a word, the profile decides.
  const { searchEngine } = wireProfileFrom({ searchEngine: flags.searchEngine, profile: 'current' }, line.environment);
  const profile = servedFrom(flags.profile ?? 'both');
  const schemes = schemesFrom(flags.scheme);
  const embedded = await startEmbedded({ ...flags, searchEngine, profile, schemes });
  try {
    console.line(`listening on ${embedded.server.url}`);
    console.line(`token in ${embedded.tokenFile.path}`);
    console.line(`organization ${embedded.server.organization}`);
    if (!line.signal.aborted) await once(line.signal, 'abort');
  } finally {
    await embedded.close();
  }
};
