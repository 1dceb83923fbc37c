import type { ConnectionFlags } from './command-line.ts';

/** Words that every shell takes as they are. */
const plain = /^[\w@%+=:,./-]+$/;

const quoted = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Flags and their values as a person would type them; one without a value is left out. */
export const flagsText = (flags: Readonly<Record<string, string | readonly string[] | undefined>>): string =>
  Object.entries(flags)
    .flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}`, ...[value].flat().map(quoted)]))
    .join(' ');

/** The flags by which a command that goes on with this one must find the same platform and store. */
export const connectionFlags = (flags: ConnectionFlags): Parameters<typeof flagsText>[0] => ({
  'base-url': flags.baseUrl,
  organization: flags.organization,
  store: flags.store,
  'calls-per-minute': flags.callsPerMinute,
  profile: flags.profile,
  'search-engine': flags.searchEngine,
});
