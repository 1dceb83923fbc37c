import { byText } from '../model/grouping.ts';
import type { SearchBaseline, WantedOption } from '../model/policy-document.ts';
import { isSameValue, type LoweredOption, type OptionValue } from '../model/search-configuration.ts';
import { compileSelector, type Subject } from './selector.ts';

/** An option that a baseline requests for a service. */
export interface WantedValue extends WantedOption {
  /** Name of the baseline. */
  readonly baseline: string;
}

/**
 * Compiles baselines: all that match apply, and for an option in several of them the earliest wins, as with rules.
 */
export const compileBaselines = (baselines: readonly SearchBaseline[]): ((subject: Subject) => WantedValue[]) => {
  const compiled = baselines.map((baseline) => ({ baseline, selector: compileSelector(baseline.match) }));
  return (subject) => {
    const wants = new Map<string, WantedValue>();
    for (const { baseline, selector } of compiled) {
      if (!selector.matches(subject)) continue;
      for (const option of baseline.options) {
        if (!wants.has(option.path)) wants.set(option.path, { ...option, baseline: baseline.name });
      }
    }
    return [...wants.values()].sort((a, b) => byText(a.path, b.path));
  };
};

/** The record that the platform lowered exactly this requested value to exactly the present one. */
export const loweringOf = (
  want: WantedOption,
  actual: OptionValue,
  lowered: readonly LoweredOption[] = [],
): LoweredOption | undefined =>
  lowered.find(({ path, asked, got }) => path === want.path && asked === want.value && got === actual);

/** Whether a service has the requested value. Null requests the default: unset, or the platform's default value. */
export const isMet = (want: WantedOption, actual: OptionValue): boolean => {
  if (want.value !== null) return isSameValue(want.value, actual);
  return actual === null || (want.default !== undefined && isSameValue(want.default, actual));
};
