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

interface ModeRules {
  /** Whether a run looks at the platform. */
  readonly looks: boolean;
  /** What becomes of a plan that changes something: its guardrails judge it, or it is only shown. */
  readonly plan: 'judged' | 'shown';
  /** Of two modes the one with the higher number holds. */
  readonly strictness: number;
}

/** What holds in each mode. */
const rules: Readonly<Record<Mode, ModeRules>> = {
  observe: { looks: true, plan: 'shown', strictness: 1 },
  enforce: { looks: true, plan: 'judged', strictness: 0 },
  stop: { looks: false, plan: 'shown', strictness: 2 },
};

/** Every mode. */
export const modes = Object.keys(rules) as [Mode, ...Mode[]];

/** Whether a run in this mode looks at the platform. */
export const mayLook = (mode: Mode): boolean => rules[mode].looks;

/** Whether a run in this mode may write, within the guardrails. */
export const mayWrite = (mode: Mode): boolean => rules[mode].plan === 'judged';

/** The stricter of two modes: stop before observe before enforce. */
export const stricter = (a: Mode, b: Mode): Mode => (rules[a].strictness >= rules[b].strictness ? a : b);

/** The mode that restrains nothing: where no mode is set, the other one of policy and store decides. */
export const unrestrained: Mode = modes.reduce((least, mode) => (stricter(least, mode) === least ? mode : least));

/** Whether no mode is stricter. */
export const isStrictest = (mode: Mode): boolean => modes.every((other) => stricter(mode, other) === mode);

/** What the store asks for: nothing set restrains nothing, and what cannot be read stops everything. */
export const modeAsked = (found: FoundMode): Mode => {
  if (found === null) return unrestrained;
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
  if (mayWrite(found.mode)) return null;
  return `${setText(found)}; headroom mode enforce ends that.`;
};

/** What the report of a run that overrules the mode says of it. */
export const overruledFindings = (policy: Mode, found: FoundMode): Finding[] => {
  const mode = modeHolding(policy, found);
  if (mayWrite(mode)) return [];
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
