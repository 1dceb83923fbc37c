import type { Plan } from '../plan/plan-result.ts';
import type { Evaluation } from '../policy/policy.ts';

/** Omits the digest: an approval applies to the plan of all projects, and this plan is for one of them. */
const pendingSentences = ({ verdict, mode }: Plan): string[] => {
  if (verdict === 'needs-approval') return ['Its changes need approval: see headroom plan.'];
  return verdict === 'observe' ? [`Its changes are pending while the mode is ${mode}.`] : [];
};

/**
 * When a service is checked again and what may change then, in sentences.
 * @param ends last days of its override tags
 * @param pending the plan that changes the service; null without one
 */
export const nextLook = ({ exemption, override }: Evaluation['ends'], pending: Plan | null): string[] => [
  'The next run checks it again: on AWS every hour by default, and after each event of its project.',
  ...(exemption === undefined ? [] : [`Its exemption ends after ${exemption}; the rules apply from then on.`]),
  ...(override === undefined ? [] : [`Its override ends after ${override}; the rule alone applies from then on.`]),
  ...(pending === null ? [] : pendingSentences(pending)),
];
