import type { Evaluation } from '../policy/policy.ts';

/**
 * When a service is checked again and what may change then, in sentences.
 * @param ends last days of its override tags
 * @param pending what its changes wait for, in sentences
 */
export const nextLook = ({ exemption, override }: Evaluation['ends'], pending: readonly string[]): string[] => [
  'The next run checks it again: on AWS every hour by default, and after each event of its project.',
  ...(exemption === undefined ? [] : [`Its exemption ends after ${exemption}; the rules apply from then on.`]),
  ...(override === undefined ? [] : [`Its override ends after ${override}; the rule alone applies from then on.`]),
  ...pending,
];
