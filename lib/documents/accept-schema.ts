import * as z from 'zod';
import { isCalendarDate } from '../core/model/durations.ts';
import { acceptableCodes, isFindingCode } from '../core/model/findings/findings.ts';
import { nearestName } from '../core/model/nearest-name.ts';
import { name, selector } from './policy-parts.ts';

const codeProblem = (code: string): string => {
  if (isFindingCode(code)) return `${code} stops or narrows runs, so it cannot be accepted`;
  const nearest = nearestName(code, acceptableCodes);
  return nearest === undefined
    ? 'must be the code of a finding, as headroom plan shows it'
    : `is not the code of a finding: did you mean ${nearest}?`;
};

/** Findings that people have seen and accept for now. */
export const accept = z
  .array(
    z.strictObject({
      code: z
        .enum(acceptableCodes, { error: ({ input }) => codeProblem(String(input)) })
        .describe('Code of the findings. Findings that stop or narrow runs cannot be accepted.'),
      match: selector.describe(
        'Services of the findings: they must meet every condition. A finding about a whole project or the organization needs a match of projects only.',
      ),
      until: z
        .string()
        .refine(isCalendarDate, 'must be a day such as 2030-12-31')
        .describe('Last day of the acceptance, YYYY-MM-DD in UTC; then the finding returns.'),
      reason: name.describe('Why the findings are accepted, for readers of the plan.'),
    }),
  )
  .min(1, 'must list at least one entry');
