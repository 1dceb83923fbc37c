import { formatCents, parseMoney } from '../../model/money.ts';
import type { Policy, Rule } from '../../model/policy-document.ts';

/** One change of a policy document that a suggestion may consist of. */
export interface PolicyChange {
  /** For people: `rule "staging": weight 1 → 2`. */
  readonly text: string;
  /** The list and the name of the entry that it changes. */
  readonly list: 'rules' | 'budgets';
  readonly name: string;
  /** The included file of the entry, by its path; absent: the organization's own document. */
  readonly file?: string;
  /** Members below the entry. */
  readonly member: readonly string[];
  readonly value: number | string;
  /** How far it goes: the new value in parts of the old one, at least 1. */
  readonly size: number;
}

/** Steps of the grid: small enough to find a small change, few enough to be lived in minutes. */
const moneyPercents = [110, 125, 150, 200, 300];
const maximumFactors = [1.5, 2, 3];
const weightFactors = [2, 4];
const guaranteedGb = [50, 100, 150];

/** Trials of one change each; more rules and budgets than these have no suggestion. */
export const mostChanges = 40;

const budgetChanges = ({ budgets }: Policy): PolicyChange[] =>
  budgets.flatMap(({ name, monthly }) =>
    moneyPercents.flatMap((percent): PolicyChange[] => {
      const present = parseMoney(monthly) ?? 0n;
      const value = formatCents((present * BigInt(percent)) / 100n);
      // Rounded to cents, a part of nothing or of too little is no change.
      if ((parseMoney(value) ?? 0n) <= present) return [];
      const text = `budget "${name}": monthly ${monthly} → ${value}`;
      return [{ text, list: 'budgets', name, member: ['monthly'], value, size: percent / 100 }];
    }),
  );

const ruleChange = ({ name, file }: Rule, member: readonly string[], from: number, value: number): PolicyChange => ({
  text: `rule "${name}"${file === undefined ? '' : ` of ${file}`}: ${member.join('.')} ${from} → ${value}`,
  list: 'rules',
  name,
  ...(file !== undefined && { file }),
  member,
  value,
  size: Math.max(1, value / Math.max(1, from)),
});

/** Higher maximums, or higher bounds of maximums that follow the forecast, within the limits of the policy. */
const maximumChanges = (rule: Rule, { limits }: Policy): PolicyChange[] => {
  const largestMaximumGb = limits?.maxAdditionalGb ?? Number.POSITIVE_INFINITY;
  const { forecast, maxAdditionalGb = 0 } = rule;
  if (maxAdditionalGb === 0) return [];
  const raised = (member: readonly string[], from: number, to: readonly number[], most: number) =>
    to.filter((gb) => gb <= most).map((gb) => ruleChange(rule, member, from, gb));
  const multiplied = (gb: number) => maximumFactors.map((factor) => Math.round(gb * factor));
  if (forecast === undefined)
    return raised(['maxAdditionalGb'], maxAdditionalGb, multiplied(maxAdditionalGb), largestMaximumGb);
  const { ceilingGb, atLeastGb } = forecast;
  return [
    ...raised(['forecast', 'ceilingGb'], ceilingGb, multiplied(ceilingGb).slice(0, 1), largestMaximumGb),
    ...raised(['forecast', 'atLeastGb'], atLeastGb, [atLeastGb + 50, atLeastGb + 100], ceilingGb),
  ];
};

/** What decides who gets the money of a budget first. */
const shareChanges = (rule: Rule): PolicyChange[] => [
  ...weightFactors.map((factor) => ruleChange(rule, ['weight'], rule.weight ?? 1, (rule.weight ?? 1) * factor)),
  ...guaranteedGb
    .filter((gb) => gb > (rule.atLeastGb ?? 0) && gb <= (rule.maxAdditionalGb ?? 0))
    .map((gb) => ruleChange(rule, ['atLeastGb'], rule.atLeastGb ?? 0, gb)),
];

/** Single changes of a policy, the smallest first: of rules that enable services, and of what pays for them. */
export const changesOf = (policy: Policy): PolicyChange[] => {
  const rules = policy.rules.filter(({ effect }) => effect === 'enable');
  const changes = [
    ...budgetChanges(policy),
    ...rules.flatMap((rule) => [
      ...maximumChanges(rule, policy),
      ...(policy.budgets.length > 0 ? shareChanges(rule) : []),
    ]),
  ];
  return changes.sort((a, b) => a.size - b.size).slice(0, mostChanges);
};
