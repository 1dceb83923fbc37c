import type { Summary, Violation } from './model.ts';
import type { Guardrails } from './policy-document.ts';

/** What holds where the policy document gives no guardrail of its own. */
export const defaultGuardrails: Guardrails = {
  maxChanges: 25,
  maxChangePercent: 20,
  maxAddedGb: 5000,
  needApproval: ['lower', 'disable'],
};

/** From this many managed services on a share of them is judged: below it one service would be a large share. */
const shareJudgedFrom = 10;

/** How many services a plan concerns. */
export interface ServiceCounts {
  /** Services with at least one change; the left-over endpoint of a service that is gone counts as one. */
  readonly changed: number;
  /** Services that policy manages: whose effect is not `ignore`. */
  readonly managed: number;
  /** Services that policy manages or that the plan changes. */
  readonly concerned: number;
}

const services = (count: number): string => (count === 1 ? '1 service' : `${count} services`);

const percentCrossed = (limit: number, { changed, managed, concerned }: ServiceCounts): boolean => {
  if (limit === 0) return changed > 0;
  return managed >= shareJudgedFrom && changed * 100 > limit * concerned;
};

/** Guardrails that a plan crosses, each with its numbers. 0 means none at all. */
export const violations = (guardrails: Guardrails, summary: Summary, counts: ServiceCounts): Violation[] => {
  const { changed, concerned } = counts;
  const found: Violation[] = [];
  const cross = (guardrail: string, limit: number, actual: number, what: string) => {
    found.push({ guardrail, limit, actual, message: `${what}.` });
  };
  if (changed > guardrails.maxChanges) {
    const what = `${services(changed)} would be changed, maxChanges allows ${guardrails.maxChanges}`;
    cross('maxChanges', guardrails.maxChanges, changed, what);
  }
  if (percentCrossed(guardrails.maxChangePercent, counts)) {
    const percent = Math.ceil((changed * 100) / concerned);
    const what = `${changed} of ${services(concerned)} (${percent} %) would be changed, maxChangePercent allows ${guardrails.maxChangePercent} %`;
    cross('maxChangePercent', guardrails.maxChangePercent, percent, what);
  }
  if (summary.addedGb > guardrails.maxAddedGb) {
    const what = `${summary.addedGb} GB would be added to the maximums, maxAddedGb allows ${guardrails.maxAddedGb} GB`;
    cross('maxAddedGb', guardrails.maxAddedGb, summary.addedGb, what);
  }
  for (const kind of new Set(guardrails.needApproval)) {
    const what = `${summary[kind]} to ${kind}, and needApproval lists ${kind}`;
    if (summary[kind] > 0) cross('needApproval', 0, summary[kind], what);
  }
  return found;
};
