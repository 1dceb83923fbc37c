import * as z from 'zod';
import { accept } from '../accept-schema.ts';
import { uniqueNames } from '../policy-parts.ts';
import { rule } from '../policy-schema.ts';

/**
 * A file that a policy document includes: the members that a team may choose for its projects. Strict, like the policy
 * document. `teamProblems` checks its values against the bounds of the include.
 */
export const teamSchema = z.strictObject({
  version: z.literal(1).describe('Version of this document format: 1.'),
  rules: z
    .array(rule)
    .min(1, 'must list at least one rule')
    .check(uniqueNames('rules', 'rules'))
    .describe(
      'Services of the given projects that get the autoscaler. The first matching rule decides; without one the rules of the organization do.',
    ),
  accept: accept
    .optional()
    .describe(
      'Findings of the given projects that you have seen and accept until a day, if the include allows their codes.',
    ),
});

/** An included file that has been checked. */
export type TeamDocument = z.infer<typeof teamSchema>;
