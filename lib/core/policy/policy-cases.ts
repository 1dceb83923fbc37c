import { type Effect, reasonText } from '../model/decision.ts';
import type { Tags } from '../model/model.ts';
import type { Policy } from '../model/policy-document.ts';
import { compilePolicy } from './policy.ts';
import type { Subject } from './selector.ts';

/** A service as a case describes it. */
interface GivenService extends Omit<Subject, 'serviceType' | 'tags'> {
  readonly type: string;
  readonly tags: Tags;
  /** Day of the decision, `YYYY-MM-DD`, UTC; absent: the day of the test. Tags with a date depend on it. */
  readonly today?: string;
}

/** What a case expects; an absent member is not compared. */
interface Expected {
  readonly effect?: Effect;
  /** Maximum additional storage in GB before budgets; null for none. */
  readonly maximum?: number | null;
  /** Name of the deciding rule; null if no rule matches. */
  readonly rule?: string | null;
  /** Name of the service's budget; null for none. */
  readonly budget?: string | null;
  /** Whether a tag exempts the service. */
  readonly exempt?: boolean;
}

/** A case that people write beside the policy. */
export interface PolicyCase {
  readonly name: string;
  readonly given: GivenService;
  readonly expect: Expected;
}

/** A member whose actual value differs from the expected one. */
export interface Difference {
  readonly member: keyof Expected;
  readonly expected: string | number | boolean | null;
  readonly actual: string | number | boolean | null;
}

/** Result of one case; it passed if there are no differences. */
export interface CaseResult {
  readonly name: string;
  readonly differences: readonly Difference[];
  /** Reasons of the actual decision. */
  readonly reason: string;
}

const members = ['effect', 'maximum', 'rule', 'budget', 'exempt'] as const satisfies readonly (keyof Expected)[];

/**
 * Decides every case as a run would, before budgets and forecasts: a forecast counts with its ceiling.
 * @param today `YYYY-MM-DD`, UTC, for cases that name no day
 */
export const judgeCases = (policy: Policy, cases: readonly PolicyCase[], today: string): CaseResult[] => {
  const compiled = compilePolicy(policy);
  return cases.map(({ name, given, expect }) => {
    const { project, service, projectTags, today: day = today, ...facts } = given;
    const subject = { ...facts, name: service, diskMb: null, integrations: [] };
    const { decision, budget, exempt } = compiled.decide({ name: project, tags: projectTags }, subject, day);
    const actual: Required<Expected> = {
      effect: decision.effect,
      maximum: decision.maxAdditionalGb ?? null,
      rule: decision.rule === '' ? null : decision.rule,
      budget,
      exempt,
    };
    const differences = members.flatMap((member): Difference[] => {
      const expected = expect[member];
      return expected === undefined || expected === actual[member]
        ? []
        : [{ member, expected, actual: actual[member] }];
    });
    return { name, differences, reason: reasonText(decision.reasons) };
  });
};
