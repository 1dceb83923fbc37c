import { callerText } from '../../../core/audit/holder-text.ts';
import { type FoundMode, mayWrite, modeAsked } from '../../../core/model/mode.ts';
import type { Mode } from '../../../core/model/model.ts';
import { agoText } from '../../shell/short-text.ts';

/** Who keeps runs from writing: the policy, the override in the store, or both. */
interface Restraint {
  readonly policy: Mode;
  readonly override: FoundMode;
}

const overrideText = (override: NonNullable<FoundMode>, nowMs: number): string =>
  'problem' in override
    ? `override unreadable: ${override.problem}`
    : `override set by ${callerText(override.by)}, ${agoText(override.since, nowMs)}`;

/**
 * What lets runs write again: `headroom mode enforce (override set by ada, 2 minutes ago)`; undefined if nothing restrains them.
 * @param enforcing the command that sets the override to enforce
 */
export const stepsToWrite = ({ policy, override }: Restraint, enforcing: string, nowMs: number): string | undefined => {
  const steps = [
    ...(mayWrite(policy) ? [] : ['set mode: enforce in the policy']),
    ...(override === null || mayWrite(modeAsked(override)) ? [] : [`${enforcing} (${overrideText(override, nowMs)})`]),
  ];
  return steps.length === 0 ? undefined : steps.join(', then ');
};
