import type { Plan } from './model.ts';

/** The last line of a plan, for people: what it would do, in numbers. Money is left out where no price is known. */
export const planLine = ({ summary, findings }: Pick<Plan, 'summary' | 'findings'>): string => {
  const { enable, raise, lower, disable, addedGb, addedMonthly } = summary;
  const money = addedMonthly === null ? '' : `, +${addedMonthly} a month`;
  const told = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  return `Plan: ${enable} to enable, ${raise} to raise (+${addedGb} GB${money}), ${lower} to lower, ${disable} to disable; ${told}.`;
};
