import type { Finding } from './decision.ts';
import type { Mode } from './model.ts';

/** The mode that somebody has set beside the policy (`headroom mode`). */
export interface StoreMode {
  readonly mode: Mode;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Who set it, in words for people. */
  readonly by: string;
}

/** What the store holds: a mode, nothing, or something that cannot be read, and why. */
export type FoundMode = StoreMode | { readonly problem: string } | null;

const strictness: Readonly<Record<Mode, number>> = { enforce: 0, observe: 1, stop: 2 };

/** The stricter of two modes: stop before observe before enforce. */
export const stricter = (a: Mode, b: Mode): Mode => (strictness[a] >= strictness[b] ? a : b);

/** What the store asks for: nothing set restrains nothing, and what cannot be read stops everything. */
export const modeAsked = (found: FoundMode): Mode => {
  if (found === null) return 'enforce';
  return 'problem' in found ? 'stop' : found.mode;
};

/** The mode that holds: the stricter of policy and store (design §6). */
export const modeHolding = (policy: Mode, found: FoundMode): Mode => stricter(policy, modeAsked(found));

const setText = ({ mode, since, by }: StoreMode): string => `The mode was set to ${mode} by ${by} at ${since}`;

/** Why the store forbids writing, in a sentence with the mend; null when it does not. */
export const modeForbids = (found: FoundMode): string | null => {
  if (found === null) return null;
  if ('problem' in found) {
    return `${found.problem}, and so the mode is stop. Set it anew with headroom mode enforce, observe or stop.`;
  }
  if (found.mode === 'enforce') return null;
  return `${setText(found)}; headroom mode enforce ends that.`;
};

/** What the report of a run that overrules the mode says of it. */
export const overruledFindings = (policy: Mode, found: FoundMode): Finding[] => {
  const mode = modeHolding(policy, found);
  if (mode === 'enforce') return [];
  const message = `The mode is ${mode}. This undo was asked to write all the same (underStop).`;
  return [{ code: 'mode-overruled', project: '', service: '', message }];
};

/** What a person should know where the store, and not the policy, decides the mode of a run. */
export const modeFindings = (policy: Mode, found: FoundMode): Finding[] => {
  if (found === null) return [];
  const finding = (code: string, message: string): Finding => ({ code, project: '', service: '', message });
  if ('problem' in found) return [finding('mode-unreadable', modeForbids(found) ?? '')];
  if (modeHolding(policy, found) === policy) return [];
  return [finding('mode-of-store', `${modeForbids(found)} The policy says ${policy}.`)];
};
