import type { Mode } from '../../core/model/model.ts';
import type { ConnectionFlags } from './command-line.ts';

/** Words that every shell takes as they are. */
const plain = /^[\w@%+=:,./-]+$/;

const quoted = (word: string): string => (plain.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Flags and their values as a person would type them; one without a value is left out. */
export const flagsText = (flags: Readonly<Record<string, string | readonly string[] | undefined>>): string =>
  Object.entries(flags)
    .flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}`, ...[value].flat().map(quoted)]))
    .join(' ');

/** A flag that may be given several times, and one without a value, as a person would type them. */
export const repeatedFlag = (flag: string, values: readonly string[] | undefined): string[] =>
  (values ?? []).map((value) => `--${flag} ${quoted(value)}`);

/** The command that sets the mode in the store of a command with these flags. */
export const modeCommand = (mode: Mode, { store, organization }: ConnectionFlags): string =>
  ['headroom mode', mode, flagsText({ store, organization })].filter((part) => part !== '').join(' ');

/** The flags by which a command that goes on with this one must find the same platform and store. */
export const connectionFlags = (flags: ConnectionFlags): Parameters<typeof flagsText>[0] => ({
  'base-url': flags.baseUrl,
  organization: flags.organization,
  store: flags.store,
  'calls-per-minute': flags.callsPerMinute,
  profile: flags.profile,
  'search-engine': flags.searchEngine,
});
