import type { Plan } from '../plan/plan-result.ts';
import type { Evaluation } from '../policy/policy.ts';

/** The digest is no help here: an approval is of the plan of all projects, and this one is made for one of them. */
const waitsFor = ({ verdict, mode }: Plan): string[] => {
  if (verdict === 'needs-approval')
    return ['Its changes wait until the plan that they are in is approved: see headroom plan.'];
  return verdict === 'observe' ? [`Its changes wait while the mode is ${mode}.`] : [];
};

/**
 * When a service is looked at again and what may change then, in sentences.
 * @param ends last days of what its override tags say
 * @param pending the plan that changes the service; null when none does
 */
export const nextLook = ({ exemption, override }: Evaluation['ends'], pending: Plan | null): string[] => [
  'The next run looks at it again: on AWS by its schedule, every hour unless set otherwise, and after an event about its project.',
  ...(exemption === undefined ? [] : [`Its exemption ends after ${exemption}; then the rules decide.`]),
  ...(override === undefined ? [] : [`Its override ends after ${override}; then its tags change the rule no more.`]),
  ...(pending === null ? [] : waitsFor(pending)),
];
