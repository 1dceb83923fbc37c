import type { SearchBaseline, WantedOption } from '../model/policy-document.ts';
import { isSameValue, type LoweredOption, type OptionValue } from '../model/search-configuration.ts';
import { compileSelector, type Subject } from './selector.ts';

/** An option that a baseline wants of a service. */
export interface WantedValue extends WantedOption {
  /** Name of the baseline. */
  readonly baseline: string;
}

/**
 * Prepares baselines: every one that matches counts, and where two name the same option the earlier one decides, as with
 * rules.
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
    return [...wants.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  };
};

/** The note that the platform lowered exactly what is wanted to exactly what is there. */
export const loweringOf = (
  want: WantedOption,
  actual: OptionValue,
  lowered: readonly LoweredOption[] = [],
): LoweredOption | undefined =>
  lowered.find(({ path, asked, got }) => path === want.path && asked === want.value && got === actual);

/** Whether a service has what is wanted. Null wants the default: unset, or what the platform calls the default. */
export const isMet = (want: WantedOption, actual: OptionValue): boolean => {
  if (want.value !== null) return isSameValue(want.value, actual);
  return actual === null || (want.default !== undefined && isSameValue(want.default, actual));
};
