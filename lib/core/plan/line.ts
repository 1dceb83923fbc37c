import { counted } from '../model/visible-text.ts';
import type { Plan, Summary } from './plan-result.ts';

type NetAmount = Pick<Summary, 'netGb' | 'netMonthly' | 'currency'>;

/** `7.50 EUR a month`. */
export const monthlyText = (monthly: string, currency: string | undefined): string =>
  `${monthly}${currency === undefined ? '' : ` ${currency}`} a month`;

/** `-50 GB, -7.50 EUR a month`; no money without a price. */
export const changedBy = (gb: number, monthly: string | null, sign: '+' | '-', currency: string | undefined): string =>
  `${sign}${gb} GB${monthly === null ? '' : `, ${sign}${monthlyText(monthly, currency)}`}`;

/** A decimal with its sign, also of 0. */
export const signed = (number: string): string => (number.startsWith('-') ? number : `+${number}`);

/** `+240 GB, +36.00 EUR a month`. Prices differ between services, so GB and money may have different signs. */
export const netOf = ({ netGb, netMonthly, currency }: NetAmount): string =>
  `${signed(String(netGb))} GB${netMonthly === null ? '' : `, ${signed(monthlyText(netMonthly, currency))}`}`;

/**
 * What a plan does, an action a part, with its count and its text; the first four are the actions of every plan.
 * @param adding the action whose text has the amounts that enabling and raising add together
 */
const partsOf = (
  summary: Plan['summary'],
  adding: 'enable' | 'raise',
): readonly (readonly [count: number, text: string])[] => {
  const { enable, raise, lower, disable, configure, adopt = 0, giveBack = 0, reclaim = 0, grow = 0 } = summary;
  const { reclaimedGb = 0, reclaimedMonthly = null, grownGb = 0, grownMonthly = null, currency } = summary;
  const added = ` (${changedBy(summary.addedGb, summary.addedMonthly, '+', currency)})`;
  const removed = (gb: number, monthly: string | null) =>
    gb === 0 ? '' : ` (${changedBy(gb, monthly, '-', currency)})`;
  return [
    [enable, `${enable} to enable${adding === 'enable' ? added : ''}`],
    [raise, `${raise} to raise${adding === 'raise' ? added : ''}`],
    [lower, `${lower} to lower${removed(summary.loweredGb, summary.loweredMonthly)}`],
    [disable, `${disable} to disable${removed(summary.disabledGb, summary.disabledMonthly)}`],
    [configure, `${configure} to configure`],
    [adopt, `${adopt} to adopt`],
    [giveBack, `${giveBack} to give back`],
    [reclaim, `${reclaim} to reclaim${removed(reclaimedGb, reclaimedMonthly)}`],
    [grow, `${grow} to grow (${changedBy(grownGb, grownMonthly, '+', currency)})`],
  ];
};

const netText = (summary: Plan['summary']): string => (summary.removedGb === 0 ? '' : `; net ${netOf(summary)}`);

const lineOf = (
  parts: ReturnType<typeof partsOf>,
  { summary, findings }: Pick<Plan, 'summary' | 'findings'>,
): string => {
  const texts = parts.length === 0 ? 'no changes' : parts.map(([, text]) => text).join(', ');
  return `Plan: ${texts}${netText(summary)}; ${counted(findings.length, 'finding')}.`;
};

/**
 * The last line of a plan: its changes in numbers. Scripts rely on its beginning; removed GB, search services to configure,
 * autoscalers to adopt or give back, disks to reclaim or to grow, and the net amount appear only if they are not 0.
 */
export const planLine = (plan: Pick<Plan, 'summary' | 'findings'>): string =>
  lineOf(
    partsOf(plan.summary, 'raise').filter(([count], index) => index < 4 || count > 0),
    plan,
  );

/** The line of a plan for pages, which no script reads: only the actions that it has. */
export const shortPlanLine = (plan: Pick<Plan, 'summary' | 'findings'>): string => {
  const parts = partsOf(plan.summary, plan.summary.raise > 0 ? 'raise' : 'enable');
  return lineOf(
    parts.filter(([count]) => count > 0),
    plan,
  );
};

/** What the amounts of a plan mean, for the place beside its line; undefined for a plan without amounts. */
export const amountsText = ({ summary }: Pick<Plan, 'summary'>): string | undefined => {
  const { addedGb, removedGb } = summary;
  if (addedGb === 0 && removedGb === 0) return undefined;
  return `If every disk grows to its maximum: ${netOf(summary)}. Only provisioned storage costs money.`;
};

/** How many services no rule decides about, which a policy that misses them does not say by itself; undefined for none. */
export const unmatchedText = ({ decisions }: Pick<Plan, 'decisions'>): string | undefined => {
  const count = decisions.filter(({ rule, actual }) => rule === '' && actual?.exempt !== true).length;
  if (count === 0) return undefined;
  return `${counted(count, 'service')} ${count === 1 ? 'matches' : 'match'} no rule.`;
};
