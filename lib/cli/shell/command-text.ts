import type { Mode } from '../../core/model/model.ts';
import { quoted } from '../../core/model/visible-text.ts';
import type { ConnectionFlags, PolicyFlags } from './options.ts';

/** Flags and their values as a user types them; omits flags without a value. */
export const flagsText = (flags: Readonly<Record<string, string | readonly string[] | undefined>>): string =>
  Object.entries(flags)
    .flatMap(([flag, value]) => (value === undefined ? [] : [`--${flag}`, ...[value].flat().map(quoted)]))
    .join(' ');

/** A command of several parts, of which some are empty. */
export const commandText = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** A repeatable flag, once for each value. */
export const repeatedFlag = (flag: string, values: readonly string[] | undefined): string[] =>
  (values ?? []).map((value) => `--${flag} ${quoted(value)}`);

/** The command that overrides the mode in the store these flags select. */
export const modeCommand = (mode: Mode, { stack, store, organization }: ConnectionFlags): string =>
  commandText('headroom mode', mode, flagsText({ stack, store, organization }));

/** The flags that let a follow-up command use the same platform, store and policy. */
export const connectionFlags = (flags: PolicyFlags): Parameters<typeof flagsText>[0] => ({
  'base-url': flags.baseUrl,
  organization: flags.organization,
  stack: flags.stack,
  store: flags.store,
  'calls-per-minute': flags.callsPerMinute,
  profile: flags.profile,
  'search-engine': flags.searchEngine,
  policy: flags.policy,
});
