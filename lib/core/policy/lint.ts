import { dayMs, isoInstant } from '../model/durations.ts';
import { mayWrite } from '../model/mode.ts';
import { parseMoney } from '../model/money.ts';
import { nearestName } from '../model/nearest-name.ts';
import type { ApprovalKind, Policy, Rule, Selector } from '../model/policy-document.ts';
import { policyDefaults } from './policy-defaults.ts';
import { tagMembers } from './selector.ts';
import { contradictionIn, selectorCovers, selectorsMeet } from './selector-logic.ts';
import { nearestOverrideValue, overrideKeys } from './tag-spelling.ts';

const { share } = policyDefaults;

/** A probable mistake in a valid policy. */
interface PolicyWarning {
  /** Member names and list positions from the root of the document. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface Named {
  readonly name: string;
  readonly match: Selector;
}

/** A list of the document in which the first match wins. */
interface OrderedList {
  readonly list: 'rules' | 'budgets';
  readonly items: readonly Named[];
  readonly never: string;
}

const contradictions = (list: string, items: readonly Pick<Named, 'match'>[], never: string): PolicyWarning[] =>
  items.flatMap(({ match }, at) => {
    const inside = contradictionIn(match);
    if (inside === undefined) return [];
    return [{ path: [list, at, 'match', ...inside], message: `excludes everything it includes, so ${never}` }];
  });

/** The first items of a list, with which each later one is compared: each with each takes minutes for many thousand rules. */
const mostCompared = 100;

/** Reports only certain cases: one earlier item matches everything that the later one matches. */
const shadowed = ({ list, items, never }: OrderedList): PolicyWarning[] => {
  const compared = items.slice(0, mostCompared);
  return items.flatMap(({ match }, at) => {
    if (contradictionIn(match) !== undefined) return [];
    const earlier = compared.findIndex((other, index) => index < at && selectorCovers(other.match, match));
    const first = compared[earlier];
    if (first === undefined) return [];
    const scope = selectorCovers(match, first.match) ? 'matches the same' : 'matches all of this and more';
    const message = `${never}: ${list}[${earlier}] ${JSON.stringify(first.name)} precedes it and ${scope}`;
    return [{ path: [list, at, 'match'], message }];
  });
};

const outOfReach = ({ rules, budgets }: Policy): PolicyWarning[] => {
  const enabling = rules
    .map(({ effect, match }, at) => ({ effect, match, at }))
    .filter(({ effect, match }) => effect === 'enable' && contradictionIn(match) === undefined);
  const unused = budgets.flatMap(({ match }, at) => {
    const isUsed = enabling.some((rule) => selectorsMeet(rule.match, match));
    if (contradictionIn(match) !== undefined || isUsed) return [];
    const message = 'unused budget: no rule with effect enable matches any of its services';
    return [{ path: ['budgets', at, 'match'], message }];
  });
  const unbounded = enabling.flatMap(({ match, at }) => {
    if (budgets.length === 0 || budgets.some((each) => selectorsMeet(each.match, match))) return [];
    const message = 'no budget limits this rule: none matches any of its services';
    return [{ path: ['rules', at, 'match'], message }];
  });
  return [...unused, ...unbounded];
};

const guarantees = ({ atLeastGb = share.atLeastGb }: Rule): boolean => atLeastGb > 0;

const tierOf = ({ priority = share.priority }: Rule): number => priority;

/** Budgets that guarantee room to a later tier and none to an earlier one: guarantees come before all tiers. */
const reversedTiers = ({ rules, budgets }: Policy): PolicyWarning[] => {
  const enabling = rules.filter(({ effect }) => effect === 'enable');
  return budgets.flatMap((budget, at): PolicyWarning[] => {
    const inside = enabling.filter(({ match }) => selectorsMeet(match, budget.match));
    const [last] = inside.filter(guarantees).toSorted((a, b) => tierOf(b) - tierOf(a));
    const [first] = inside.filter((rule) => !guarantees(rule)).toSorted((a, b) => tierOf(a) - tierOf(b));
    if (last === undefined || first === undefined || tierOf(first) >= tierOf(last)) return [];
    const message = `rule ${JSON.stringify(last.name)} of tier ${tierOf(last)} guarantees ${last.atLeastGb} GB to each service before tier ${tierOf(first)} gets any: set atLeastGb in rule ${JSON.stringify(first.name)} too`;
    return [{ path: ['budgets', at], message }];
  });
};

const everyKind: readonly ApprovalKind[] = ['enable', 'raise', 'lower', 'disable'];

const blockingGuardrails = ({ mode, guardrails, rules }: Policy): PolicyWarning[] => {
  if (!mayWrite(mode)) return [];
  const warnings: PolicyWarning[] = [];
  const warn = (name: string, message: string) => warnings.push({ path: ['guardrails', name], message });
  const always = 'so every plan needs approval even in mode enforce';
  if (guardrails.maxChanges === 0) warn('maxChanges', `0 allows no change, ${always}`);
  if (guardrails.maxChangePercent === 0) warn('maxChangePercent', `0 allows no change, ${always}`);
  if (guardrails.maxAddedGb === 0 && rules.some(({ effect }) => effect === 'enable')) {
    warn('maxAddedGb', '0 allows no added storage, so every plan that enables or raises needs approval');
  }
  if (guardrails.maxAddedMonthly !== undefined && parseMoney(guardrails.maxAddedMonthly) === 0n) {
    warn('maxAddedMonthly', '0 allows no added cost, so every plan that enables or raises needs approval');
  }
  if (guardrails.approvalHours === 0) {
    warn('approvalHours', '0 lets proposed plans expire at once, so a plan that needs approval is never applied');
  }
  if (everyKind.every((kind) => guardrails.needApproval.includes(kind))) {
    warn('needApproval', `lists every kind of change, ${always}`);
  }
  return warnings;
};

/** Typing errors of rules in override tags: such a rule misses the teams that write the tag correctly. */
const misspeltOverrides = ({ tagPrefix, rules }: Policy): PolicyWarning[] => {
  const overrides = Object.values(overrideKeys(tagPrefix));
  return rules.flatMap(({ match }, at) =>
    tagMembers.flatMap((kind) =>
      Object.entries(match[kind] ?? {}).flatMap(([key, patterns]): PolicyWarning[] => {
        const path = ['rules', at, 'match', kind, key];
        const meantKey = overrides.includes(key) ? undefined : nearestName(key, overrides);
        if (meantKey !== undefined) return [{ path, message: `is not an override tag; did you mean ${meantKey}?` }];
        if (key !== tagPrefix) return [];
        return patterns.flatMap((pattern) => {
          const meant = ['on', 'off'].includes(pattern) ? undefined : nearestOverrideValue('switch', pattern);
          const message = `"${pattern}" is not a value of the override tag; did you mean "${meant}"?`;
          return meant === undefined ? [] : [{ path, message }];
        });
      }),
    ),
  );
};

/**
 * Warnings about freezes and acceptances that have ended, which a person may take for ones that still hold. A time of day without
 * its zone is over for certain a day later.
 */
export const endedParts = ({ freeze, accept = [] }: Policy, nowMs: number): PolicyWarning[] => {
  const today = isoInstant(nowMs).slice(0, 10);
  const remedy = 'it has no effect any more; remove it, or give it a new end';
  return [
    ...(freeze?.windows ?? []).flatMap((window, at) =>
      'end' in window && window.end + dayMs < nowMs
        ? [{ path: ['freeze', 'windows', at], message: `ended on ${isoInstant(window.end).slice(0, 10)}: ${remedy}` }]
        : [],
    ),
    ...accept.flatMap(({ until }, at) =>
      until < today ? [{ path: ['accept', at, 'until'], message: `ended on ${until}: ${remedy}` }] : [],
    ),
  ];
};

/**
 * Warnings about a valid policy: rules and budgets that never match, budgets without rules and rules without budgets, guarantees of later tiers alone, guardrails that allow nothing, typing errors in
 * override tags. It reports only certain cases, so no warning proves nothing.
 */
export const lintPolicy = (policy: Policy): PolicyWarning[] => {
  const rules: OrderedList = { list: 'rules', items: policy.rules, never: 'this rule can never match' };
  const budgets: OrderedList = { list: 'budgets', items: policy.budgets, never: 'no service can fall in this budget' };
  const ordered = [rules, budgets].flatMap((each) => [
    ...contradictions(each.list, each.items, each.never),
    ...shadowed(each),
  ]);
  return [
    ...ordered,
    ...contradictions('managedElsewhere', policy.managedElsewhere, 'this entry can never match'),
    ...contradictions('searchConfiguration', policy.searchConfiguration, 'this baseline can never match'),
    ...outOfReach(policy),
    ...reversedTiers(policy),
    ...blockingGuardrails(policy),
    ...misspeltOverrides(policy),
  ];
};
