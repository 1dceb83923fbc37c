import type { Effect, Mode } from './model.ts';
import type { OptionValue } from './search-configuration.ts';

/**
 * Globs (`*`, `?`); a leading `!` excludes. A value matches when some including glob does and no excluding one does.
 * Where only excluding globs are given everything else is included; an empty list matches nothing.
 */
export type Patterns = readonly string[];

/** Which services a rule speaks of: every member given must match; an empty selector matches all. */
export interface Selector {
  readonly project?: Patterns;
  readonly service?: Patterns;
  readonly serviceType?: Patterns;
  readonly plan?: Patterns;
  readonly cloud?: Patterns;
  readonly state?: Patterns;
  /** Tag key (exact) to patterns of its value; a service without the tag never matches. */
  readonly tags?: Readonly<Record<string, Patterns>>;
}

/** Who gets what: the first rule whose selector matches decides. */
export interface Rule {
  readonly name: string;
  readonly match: Selector;
  readonly effect: Effect;
  /** Desired maximum in GB; required when the effect is `enable`. */
  readonly maxAdditionalGb?: number;
}

export type ApprovalKind = 'enable' | 'raise' | 'lower' | 'disable';

/** Limits of what one run may do unasked; 0 means none at all. */
export interface Guardrails {
  /** Services changed in one run. */
  readonly maxChanges: number;
  /** Services changed, in percent of the services that policy manages. */
  readonly maxChangePercent: number;
  readonly maxAddedGb: number;
  readonly needApproval: readonly ApprovalKind[];
}

/** An option of the search configuration that is kept at a value. */
export interface WantedOption {
  /** Names from the top, joined by dots. */
  readonly path: string;
  /** Null wants the default. */
  readonly value: OptionValue;
  /** What the platform itself may show when the option is not set. */
  readonly default?: OptionValue;
}

/** What is kept on the search services that match (spec.md §2.4). */
export interface SearchBaseline {
  readonly name: string;
  readonly match: Selector;
  readonly options: readonly WantedOption[];
}

export interface Policy {
  readonly mode: Mode;
  readonly tagPrefix: string;
  readonly rules: readonly Rule[];
  /** Price per GB and month as a decimal string; null when the document gives none. */
  readonly price: string | null;
  readonly guardrails: Guardrails;
  readonly searchConfiguration: readonly SearchBaseline[];
}
