import { everywhere, type Finding, findingAt } from './decision.ts';
import type { Mode } from './model.ts';

/** The mode set in the store (`headroom mode`), beside the policy's. */
interface StoreMode {
  readonly mode: Mode;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Display name of the person who set it. */
  readonly by: string;
  /** `since` of the last mode before that restrained runs, for a mode that does not; absent if there was none. */
  readonly restrained?: string;
}

/** The store's mode record: a mode, null when unset, or why it cannot be read. */
export type FoundMode = StoreMode | { readonly problem: string } | null;

interface ModeRules {
  /** Whether a run reads from the platform. */
  readonly looks: boolean;
  /** Whether guardrails decide about a plan with changes, or the plan is only shown. */
  readonly plan: 'judged' | 'shown';
  /** The mode with the higher number wins. */
  readonly strictness: number;
}

const rules: Readonly<Record<Mode, ModeRules>> = {
  observe: { looks: true, plan: 'shown', strictness: 1 },
  enforce: { looks: true, plan: 'judged', strictness: 0 },
  stop: { looks: false, plan: 'shown', strictness: 2 },
};

export const modes = Object.keys(rules) as [Mode, ...Mode[]];

/** Whether a run in this mode reads from the platform. */
export const mayLook = (mode: Mode): boolean => rules[mode].looks;

/** Whether a run in this mode may write, within the guardrails. */
export const mayWrite = (mode: Mode): boolean => rules[mode].plan === 'judged';

/** The stricter of two modes: stop before observe before enforce. */
export const stricter = (a: Mode, b: Mode): Mode => (rules[a].strictness >= rules[b].strictness ? a : b);

/** The least strict mode. It stands for an unset mode, so that the other source decides. */
export const unrestrained: Mode = modes.reduce((least, mode) => (stricter(least, mode) === least ? mode : least));

/** Whether no mode is stricter. */
export const isStrictest = (mode: Mode): boolean => modes.every((other) => stricter(mode, other) === mode);

/** The store's mode: an unset mode restrains nothing, an unreadable one stops everything. */
export const modeAsked = (stored: FoundMode): Mode => {
  if (stored === null) return unrestrained;
  return 'problem' in stored ? 'stop' : stored.mode;
};

/** When a person last restrained runs by the store's mode; undefined if none did, or at a time that cannot be read. */
export const lastRestraint = (stored: FoundMode): string | undefined => {
  if (stored === null || 'problem' in stored) return undefined;
  return mayWrite(stored.mode) ? stored.restrained : stored.since;
};

/** The effective mode: the stricter of policy and store (design §6). */
export const modeHolding = (policy: Mode, stored: FoundMode): Mode => stricter(policy, modeAsked(stored));

const setText = ({ mode, since, by }: StoreMode): string => `${by} set the mode to ${mode} at ${since}`;

/** Why the store's mode forbids writing, with the command that allows it again; null when it does not. */
export const modeForbids = (stored: FoundMode): string | null => {
  if (stored === null) return null;
  if ('problem' in stored) {
    return `${stored.problem}, so the mode is stop. Set it again: headroom mode enforce, observe or stop.`;
  }
  if (mayWrite(stored.mode)) return null;
  return `${setText(stored)}. To allow writes: headroom mode enforce.`;
};

/** Finding of a run that overrules the mode. */
export const overruledFindings = (policy: Mode, stored: FoundMode): Finding[] => {
  const mode = modeHolding(policy, stored);
  if (mayWrite(mode)) return [];
  const message = `The mode is ${mode}. This undo writes anyway (underStop).`;
  return [findingAt(everywhere, 'mode-overruled', message)];
};

/** Finding for a run whose mode comes from the store and not from the policy. */
export const modeFindings = (policy: Mode, stored: FoundMode): Finding[] => {
  if (stored === null) return [];
  if ('problem' in stored) return [findingAt(everywhere, 'mode-unreadable', modeForbids(stored) ?? '')];
  if (modeHolding(policy, stored) === policy) return [];
  const message = `${modeForbids(stored) ?? `${setText(stored)}.`} The policy's mode is ${policy}.`;
  return [findingAt(everywhere, 'mode-of-store', message)];
};
